package program_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

func TestTextOfErrorCode(t *testing.T) {
	p := &program.Program{Errors: []program.ErrorText{{Text: "first", Var: "ErrFirst"}, {Text: "second"}}}
	require.Empty(t, p.ErrorText(0))
	require.Equal(t, "first", p.ErrorText(1))
	require.Equal(t, "second", p.ErrorText(2))
	require.Equal(t, "error 3", p.ErrorText(3))
	require.Equal(t, "error -1", p.ErrorText(-1))
}

func TestSlices(t *testing.T) {
	text, err := os.ReadFile("testdata/text/slices_errors.lockstep")
	require.NoError(t, err)
	p := parse(t, "p", string(text))

	flat := p.Flat(p.VarsIn)
	var names []string
	for _, d := range flat {
		names = append(names, d.Name)
	}
	require.Equal(t, []string{"x", "x.len", "pts.X", "pts.Y", "pts.len"}, names)
	require.Equal(t, []program.Slice{
		{Name: "x", Len: 1, Elems: []int{0}, Cap: 4},
		{Name: "pts", Len: 4, Elems: []int{2, 3}, Cap: 3},
	}, program.Slices(flat))
	require.Equal(t, []program.Slice{{Name: "y", Len: 1, Elems: []int{0}, Cap: 4}}, program.Slices(p.Flat(p.VarsOut)))
}

func TestErrorsAreContent(t *testing.T) {
	text, err := os.ReadFile("testdata/text/slices_errors.lockstep")
	require.NoError(t, err)
	p := parse(t, "p", string(text))
	q := p.Clone()
	require.True(t, program.Equal(p, q))
	q.Errors[0].Var = "ErrOther"
	require.False(t, program.Equal(p, q))
	require.Equal(t, "ErrEmpty", p.Errors[0].Var, "a clone has errors of its own")
}
