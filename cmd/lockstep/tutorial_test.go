package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
)

// TestTutorial follows docs/tutorial.md: blocks below the name of a file become that file, and the commands of
// console blocks print what is written below them. A line … stands for any lines, and … in a line for anything.
// Below "measured", figures follow what is compared.
func TestTutorial(t *testing.T) {
	if lockstep.EngineAvailable() != nil {
		t.Skip("there are more warnings without machine code")
	}
	text, err := os.ReadFile("../../docs/tutorial.md")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	lines := strings.Split(string(text), "\n")
	name, commands := "", 0
	for i := 0; i < len(lines); i++ {
		kind, opens := strings.CutPrefix(lines[i], "```")
		if !opens {
			name, _ = strings.CutPrefix(strings.TrimSuffix(lines[i], " -->"), "<!-- ")
			continue
		}
		from := i + 1
		for i = from; lines[i] != "```"; i++ {
		}
		block := lines[from:i]
		switch {
		case kind != "console":
			require.NoError(t, os.WriteFile(name, []byte(strings.Join(block, "\n")+"\n"), 0o666))
			continue
		case name == "measured" && testing.Short():
			continue
		case name == "measured":
			block = append(block[:measuredLines:measuredLines], "…")
		}
		follow(t, block)
		commands++
	}
	require.NotZero(t, commands)
}

// measuredLines are the command and what it prints of the function, the inputs and the comparison.
const measuredLines = 4

// follow runs the commands of a block and compares what they print.
func follow(t *testing.T, block []string) {
	for len(block) > 0 {
		command, ok := strings.CutPrefix(block[0], "$ ")
		require.True(t, ok, "%s is not a command", block[0])
		end := 1
		for end < len(block) && !strings.HasPrefix(block[end], "$ ") {
			end++
		}
		require.Regexp(t, pattern(block[1:end]), runLine(t, command), command)
		block = block[end:]
	}
}

// runLine runs lockstep, or cat of a file, and returns what it prints, errors last.
func runLine(t *testing.T, command string) string {
	words := splitWords(command)
	if words[0] == "cat" {
		text, err := os.ReadFile(words[1])
		require.NoError(t, err)
		return string(text)
	}
	require.Equal(t, "lockstep", words[0])
	var stdout, stderr strings.Builder
	Main(words[1:], strings.NewReader(""), &stdout, &stderr)
	return stdout.String() + stderr.String()
}

// pattern matches lines in which … stands for something.
func pattern(lines []string) string {
	var b strings.Builder
	b.WriteString(`\A`)
	for _, line := range lines {
		if strings.TrimSpace(line) == "…" {
			b.WriteString(`(?s:.*)`)
			continue
		}
		parts := strings.Split(line, "…")
		for i, p := range parts {
			parts[i] = regexp.QuoteMeta(p)
		}
		b.WriteString(strings.Join(parts, `[^\n]*`) + `\n`)
	}
	return b.String() + `\z`
}
