package examples

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// documents are the texts that a pattern names.
func documents(t *testing.T, patterns ...string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range patterns {
		names, err := filepath.Glob(filepath.FromSlash(pattern))
		require.NoError(t, err)
		require.NotEmpty(t, names, pattern)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			texts[filepath.ToSlash(name)] = string(text)
		}
	}
	return texts
}

// readmes are the documents that begin with something to run.
func readmes(t *testing.T) map[string]string { return documents(t, "../README.md", "*/README.md") }

// all are the documents whose snippets and links are checked.
func all(t *testing.T) map[string]string {
	return documents(t, "../*.md", "../docs/*.md", "*/README.md", "../engine/superblock/README.md",
		"../lower/CONTRACT.md")
}

// snippet is a block of Go with, on the line before, the file that it is from.
var snippet = regexp.MustCompile("(?ms)^(?:<!-- (\\S+) -->\n)?```go\n(.*?)^```$")

// A snippet of Go is a piece of a file that is compiled.
func TestReadmeSnippets(t *testing.T) {
	found := 0
	for name, text := range all(t) {
		if filepath.Base(name) == "tutorial.md" {
			continue // its snippets are the files that its test works with
		}
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
	code         = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")
	link         = regexp.MustCompile(`\]\(([^):#]*)(?:#([^)]+))?\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notInAnchors = regexp.MustCompile("[^\\p{L}\\p{N}_-]")

	command = regexp.MustCompile(`(?m)^go run \./cmd/lockstep .*$`)
	argFile = regexp.MustCompile(`\bexamples/\S+`)
)

// Links lead somewhere: to files that exist, and to headings that they have.
func TestLinks(t *testing.T) {
	for name, text := range all(t) {
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
			target := filepath.Join(filepath.Dir(name), filepath.FromSlash(m[1]))
			if m[1] == "" {
				target = name
			}
			_, err := os.Stat(target)
			require.NoError(t, err, "%s links to it", name)
			if m[2] != "" {
				to, err := os.ReadFile(target)
				require.NoError(t, err)
				require.Contains(t, anchors(string(to)), m[2], "%s links to %s", name, target)
			}
		}
	}
}

// anchors are the names that headings of a text have in links.
func anchors(text string) (names []string) {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		name := strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")
		names = append(names, notInAnchors.ReplaceAllString(name, ""))
	}
	return names
}

// The commands of a README name files that exist.
func TestReadmeFiles(t *testing.T) {
	for name, text := range readmes(t) {
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
