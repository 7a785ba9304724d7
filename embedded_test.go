package lockstep

import (
	"context"
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"
)

//go:embed embedded_test.go
var thisFile string

func share(a, b int64) int64 { return a / b }

var shareBatch = MustCompile(thisFile, "share")

// Faults and errors of a text name the file that it is: the one that calls Compile with its own text,
// or what FileName says.
func TestFileOfText(t *testing.T) {
	r, err := shareBatch.Run(context.Background(), Inputs{"a": []int64{1}, "b": []int64{0}})
	require.NoError(t, err)
	require.ErrorContains(t, r.Err(), "integer divide by zero at embedded_test.go:14:41")

	_, err = Compile(thisFile, "nobody")
	require.EqualError(t, err, "lockstep: there is no function nobody; the source has TestFileOfText, share")
	const other = "package p\n\nfunc F(a, b int64) int64 { return a / b % c }\n"
	_, err = Compile(other, "F")
	require.ErrorContains(t, err, "(source):3:43: ")
	_, err = Compile(other, "F", FileName("dir/model.go"))
	require.ErrorContains(t, err, "model.go:3:43: ")
}
