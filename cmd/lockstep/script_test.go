package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// TestScripts runs the command lines in testdata/*.txtar in a directory with
// the files of the archive. A line of a script is one of
//
//	lockstep ARGS…      run the command; words may be in 'single quotes'
//	stdin FILE          what the next command reads
//	status N            it ended with this status; without the line: with 0
//	stdout TEXT         its output has this text; -empty: nothing at all
//	stderr TEXT         the same of standard error; -none TEXT: it does not
//	same stdout FILE    its output is this file
//	same FILE FILE      the two files are equal
//	absent FILE         there is no such file, nor a temporary one for it
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	for _, path := range scripts {
		archive, err := txtar.ParseFile(path)
		require.NoError(t, err)
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, f := range archive.Files {
				require.NoError(t, os.MkdirAll(filepath.Dir(f.Name), 0o777))
				require.NoError(t, os.WriteFile(f.Name, f.Data, 0o666))
			}
			s := &script{t: t}
			for i, line := range strings.Split(string(archive.Comment), "\n") {
				s.line(i+1, line)
			}
			s.checkStatus()
		})
	}
}

type script struct {
	t              *testing.T
	at             string // the line being run, for messages
	stdin          []byte
	stdout, stderr string
	status         int
	checked        bool // the status was
	ran            string
}

func (s *script) line(number int, text string) {
	words := splitWords(text)
	if len(words) == 0 || strings.HasPrefix(words[0], "#") {
		return
	}
	s.at = "line " + strconv.Itoa(number) + ": " + text + "\nafter: " + s.ran
	verb, args := words[0], words[1:]
	switch verb {
	case "lockstep":
		s.checkStatus()
		var stdout, stderr bytes.Buffer
		s.status = Main(args, bytes.NewReader(s.stdin), &stdout, &stderr)
		s.stdin, s.checked, s.ran = nil, false, text
		s.stdout, s.stderr = stdout.String(), stderr.String()
	case "stdin":
		s.stdin = s.read(args[0])
	case "status":
		s.checked = true
		require.Equal(s.t, args[0], strconv.Itoa(s.status), "%s\nstderr:\n%s", s.at, s.stderr)
	case "stdout":
		s.contains(s.stdout, args)
	case "stderr":
		s.contains(s.stderr, args)
	case "same":
		got := s.stdout
		if args[0] != "stdout" {
			got = string(s.read(args[0]))
		}
		require.Equal(s.t, string(s.read(args[1])), got, "%s\nstderr:\n%s", s.at, s.stderr)
	case "absent":
		left, err := filepath.Glob("*" + args[0] + "*")
		require.NoError(s.t, err)
		hidden, err := filepath.Glob("." + args[0] + "*")
		require.NoError(s.t, err)
		require.Empty(s.t, append(left, hidden...), s.at)
	default:
		s.t.Fatalf("%s: unknown", s.at)
	}
}

func (s *script) checkStatus() {
	if s.ran != "" && !s.checked {
		require.Zero(s.t, s.status, "%s\nstderr:\n%s", s.ran, s.stderr)
	}
	s.checked = true
}

func (s *script) contains(text string, args []string) {
	switch args[0] {
	case "-empty":
		require.Empty(s.t, text, s.at)
	case "-none":
		require.NotContains(s.t, text, args[1], s.at)
	default:
		require.Contains(s.t, text, strings.Join(args, " "), s.at)
	}
}

func (s *script) read(name string) []byte {
	text, err := os.ReadFile(name)
	require.NoError(s.t, err, s.at)
	return text
}

// splitWords splits at spaces outside single quotes.
func splitWords(line string) []string {
	var words []string
	var word strings.Builder
	quoted, started := false, false
	for _, r := range line + " " {
		switch {
		case r == '\'':
			quoted = !quoted
			started = true
		case r == ' ' && !quoted:
			if started {
				words = append(words, word.String())
			}
			word.Reset()
			started = false
		default:
			word.WriteRune(r)
			started = true
		}
	}
	return words
}
