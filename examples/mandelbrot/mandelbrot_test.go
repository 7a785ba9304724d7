package mandelbrot

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/examples/internal/compare"
)

// inputs are a coarse picture of the set, row by row: 64×40 points.
func inputs() compare.Table {
	var cr, ci []float64
	for row := range 40 {
		for col := range 64 {
			cr = append(cr, -2+3*float64(col)/64)
			ci = append(ci, -1.25+2.5*float64(row)/40)
		}
	}
	return compare.Table{{Name: "cr", Values: cr}, {Name: "ci", Values: ci}}
}

// single is inputs in single precision, with points that are not on the plane.
func single() compare.Table {
	table := inputs()
	for i, c := range table {
		v := []float32{0, float32(math.Inf(1)), float32(math.NaN())}
		for _, x := range c.Values.([]float64) {
			v = append(v, float32(x))
		}
		table[i].Values = v
	}
	return table
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

func TestEscape(t *testing.T) {
	for _, c := range []struct {
		cr, ci float64
		want   int
	}{
		{0, 0, Limit}, {-1, 0, Limit}, {0, 1, Limit}, {2, 2, 1}, {1, 0, 3}, {0.5, 0, 5}, {-2.1, 0, 1},
	} {
		require.Equal(t, c.want, Escape(c.cr, c.ci), "%v %v", c.cr, c.ci)
		require.Equal(t, int32(c.want), Escape32(float32(c.cr), float32(c.ci)), "%v %v", c.cr, c.ci)
	}
}

// The set is symmetric about the real axis.
func TestEscapeSymmetric(t *testing.T) {
	table := inputs()
	cr, ci := table[0].Values.([]float64), table[1].Values.([]float64)
	for i := range cr {
		require.Equal(t, Escape(cr[i], ci[i]), Escape(cr[i], -ci[i]), table.Row(i))
	}
}

func TestBatch(t *testing.T) {
	t.Run("Escape", func(t *testing.T) {
		table := inputs()
		cr, ci := table[0].Values.([]float64), table[1].Values.([]float64)
		compare.Case{
			Source: Source, Func: "Escape", Inputs: table,
			Want: func(i int) []any { return []any{Escape(cr[i], ci[i])} },
		}.Run(t)
	})
	t.Run("Escape32", func(t *testing.T) {
		table := single()
		cr, ci := table[0].Values.([]float32), table[1].Values.([]float32)
		compare.Case{
			Source: Source, Func: "Escape32", Inputs: table,
			Want: func(i int) []any { return []any{Escape32(cr[i], ci[i])} },
		}.Run(t)
	})
}
