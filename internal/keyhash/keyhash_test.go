package keyhash

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The last word of a string is filled with zeros.
func TestOfText(t *testing.T) {
	require.Zero(t, OfText(""))
	require.Equal(t, With(0, 'a'|'b'<<8), OfText("ab"))
	require.Equal(t, With(With(0, 0x6867666564636261), 'i'), OfText("abcdefghi"))
}
