package counted

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOf(t *testing.T) {
	require.Equal(t, "1 lane", Of(1, "lane"))
	require.Equal(t, "0 lanes", Of(0, "lane"))
	require.Equal(t, "-2 lanes", Of(int64(-2), "lane"))
}
