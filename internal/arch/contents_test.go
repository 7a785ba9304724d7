package arch

import (
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// TestContents: RATIONALE.md lists its questions at the beginning, all of them in order, with links to them.
func TestContents(t *testing.T) {
	data, err := os.ReadFile("../../RATIONALE.md")
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(data), "## Contents\n\n")
	require.True(t, ok, "RATIONALE.md has no contents")
	require.NotContains(t, before, "\n##")
	listed, text, _ := strings.Cut(rest, "\n## ")
	var want strings.Builder
	anchors := map[string]bool{}
	for line := range strings.Lines("## " + text) {
		level, title, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || level != "##" && level != "###" {
			continue
		}
		anchor := anchorOf(title)
		require.False(t, anchors[anchor], "two headings are called %s", title)
		anchors[anchor] = true
		if level == "###" {
			want.WriteString("  ")
		}
		want.WriteString("* [" + title + "](#" + anchor + ")\n")
	}
	require.Equal(t, want.String(), listed)
}

// anchorOf is what GitHub calls a heading in links.
func anchorOf(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}
