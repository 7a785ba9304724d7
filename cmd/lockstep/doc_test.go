package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What go doc says of the command names all commands, as "lockstep help" does.
func TestDoc(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	var out strings.Builder
	require.Equal(t, statusOK, Main([]string{"help"}, nil, &out, &out))
	for _, c := range commands {
		line := "  " + c.name + strings.Repeat(" ", 12-len(c.name)) + c.short + "\n"
		require.Contains(t, out.String(), line)
		require.Contains(t, string(doc), "//\t"+line[2:])
	}
}
