package lockstep

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

const numbersSource = `package f

type Person struct {
	Name   string
	Salary float64
}

func Sum(ps []Person) (sum float64) {
	for _, p := range ps {
		sum += p.Salary
	}
	return sum
}

func Anns(ps []Person) (n int) {
	for _, p := range ps {
		if p.Name == "ann" {
			n++
		}
	}
	return n
}
`

// Strings of a field that nobody reads have no numbers, and may be any.
func TestStringsUnread(t *testing.T) {
	options := []CompileOption{Cap("ps", 2), Texts("ps.Name", "ann", "bob")}
	in := Inputs{"ps.Name": Padded{[]string{"ann", "bob", "ann", "eve"}, []int64{2, 2}},
		"ps.Salary": Padded{[]float64{1, 2, 3, 4}, []int64{2, 2}}}
	r, err := MustCompile(numbersSource, "Sum", options...).Run(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, []float64{3, 7}, r.Float64("sum"))
	fn := MustCompile(numbersSource, "Anns", options...)
	_, err = fn.Run(context.Background(), in)
	require.ErrorContains(t, err, `lane 1 has "eve", and the function was compiled for "ann", "bob"`)
	in["ps.Name"] = Padded{[]string{"ann", "bob", "ann", "eve"}, []int64{2, 1}}
	in["ps.Salary"] = Padded{[]float64{1, 2, 3, 4}, []int64{2, 1}}
	r, err = fn.Run(context.Background(), in)
	require.NoError(t, err, "what is behind a lane's length is not looked at")
	require.Equal(t, []int64{1, 1}, r.Int64("n"))
	in["ps.Salary"] = Padded{[]float64{1, 2, 3, 4, 5, 6}, []int64{2, 1, 0}}
	_, err = MustCompile(numbersSource, "Sum", options...).Run(context.Background(), in)
	require.ErrorContains(t, err, "has 3 lanes, but ps.Name has 2")
}

// The numbers of strings take memory once, and those of an earlier run do not show.
func TestNumbersMemory(t *testing.T) {
	f := &port{Field: Field{Texts: []string{"a", "b"}, Shape: []int{2}}}
	var memory []int64
	in := Padded{[]string{"b", "b", "b", "b"}, []int64{2, 2}}
	numbers, err := numbered(in, f, &memory)
	require.NoError(t, err)
	require.Equal(t, Padded{[]int64{1, 1, 1, 1}, in.Lens}, numbers)
	first := &memory[0]
	numbers, err = numbered(Padded{in.Data, []int64{0, 1}}, f, &memory)
	require.NoError(t, err)
	require.Equal(t, Padded{[]int64{0, 0, 1, 0}, []int64{0, 1}}, numbers)
	numbers, err = numbered([]string{"b", "a"}, f, &memory)
	require.NoError(t, err)
	require.Equal(t, []int64{1, 0}, numbers)
	require.Same(t, first, &memory[0])
}
