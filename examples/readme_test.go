package examples

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readmes are the documents whose snippets and links are checked.
func readmes(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("*/README.md")
	require.NoError(t, err)
	texts := map[string]string{}
	for _, name := range append(names, filepath.Join("..", "README.md")) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		texts[name] = string(text)
	}
	return texts
}

// snippet is a block of Go with, on the line before, the file that it is from.
var snippet = regexp.MustCompile("(?ms)^(?:<!-- (\\S+) -->\n)?```go\n(.*?)^```$")

// A snippet of Go is a piece of a file that is compiled.
func TestReadmeSnippets(t *testing.T) {
	found := 0
	for name, text := range readmes(t) {
		for _, m := range snippet.FindAllStringSubmatch(text, -1) {
			found++
			require.NotEmpty(t, m[1], "%s: the line before this snippet should name its file:\n%s", name, m[2])
			file, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(m[1])))
			require.NoError(t, err, name)
			require.True(t, strings.Contains(string(file), m[2]), "%s: this is not in %s:\n%s", name, m[1], m[2])
		}
	}
	require.GreaterOrEqual(t, found, 3)
}

var (
	link    = regexp.MustCompile(`\]\(([^):#]+)\)`)
	command = regexp.MustCompile(`(?m)^go run \./cmd/lockstep .*$`)
	argFile = regexp.MustCompile(`\bexamples/\S+`)
)

// Links lead somewhere, and commands name files that exist.
func TestReadmeFiles(t *testing.T) {
	for name, text := range readmes(t) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			_, err := os.Stat(filepath.Join(filepath.Dir(name), filepath.FromSlash(m[1])))
			require.NoError(t, err, "%s links to it", name)
		}
		commands := command.FindAllString(text, -1)
		require.NotEmpty(t, commands, "%s has no command to run", name)
		for _, line := range commands {
			files := argFile.FindAllString(line, -1)
			require.NotEmpty(t, files, "%s: %s", name, line)
			for _, file := range files {
				_, err := os.Stat(filepath.Join("..", filepath.FromSlash(file)))
				require.NoError(t, err, "%s: %s", name, line)
			}
		}
	}
}
