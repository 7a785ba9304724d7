package lockstep_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
)

// Parts of arrays that are handed to functions which are not put in the place of their calls.
const views = `package views

func walk(x []float64, n int) float64 {
	if n <= 0 {
		return x[0]
	}
	x[0] += 0.5
	return walk(x, n-1)*0.5 + walk(x[len(x)/4:], n-2) + x[len(x)-1]
}

func touch(r *[4]float64, n int) {
	if n > 0 {
		r[n&3] += 1
		touch(r, n-1)
		touch(r, n-2)
	}
}

func Row(a [12]float64, i, n int) ([12]float64, float64) {
	m := split(a)
	touch(&m[i], n)
	return join(m), m[i][1]
}

func PartOfRow(a [12]float64, i, n int) ([12]float64, float64) {
	m := split(a)
	s := walk(m[i][1:3], n)
	return join(m), s
}

func Rows(a [12]float64, i, n int) ([12]float64, float64) {
	m := split(a)
	down(m[i&1:], n)
	return join(m), m[i][0]
}

func down(r [][4]float64, n int) {
	if n > 0 && len(r) > 0 {
		r[0][n&3] += 1
		down(r[1:], n-1)
		down(r, n-2)
	}
}

func Block(a [12]float64, i, n int) ([12]float64, float64) {
	s := walk(a[i*4:(i+1)*4], n)
	return a, s
}

func TwoRows(a [12]float64, i, n int) ([12]float64, float64) {
	m := split(a)
	two(&m[i], &m[n&1], n)
	return join(m), m[n&1][2]
}

func two(r, q *[4]float64, n int) {
	if n > 0 {
		r[n&3] += q[n&1]
		two(q, r, n-1)
		two(r, q, n-2)
	}
}

func TwoArrays(a [12]float64, i, n int) ([12]float64, float64) {
	b := a
	b[i] = 7
	s := bump(&a, n) + bump(&b, i)
	s += bump(&a, i) * 0.5
	return a, s + b[0]
}

func bump(x *[12]float64, i int) float64 {
	x[i]++
	return x[0]
}

func TwoArraysLong(a [12]float64, i, n int) ([12]float64, float64) {
	b := a
	b[i] = 7
	s := walk(a[:], n)
	s += walk(b[:], n-1)
	return a, s + b[0]
}

func RowByValue(a [12]float64, i, n int) ([12]float64, float64) {
	m := split(a)
	s := 0.0
	for j := i; j < 3; j++ {
		for k := 0; k < n; k++ {
			s += value(m[j], k)
		}
		s += m[j][0]
	}
	return a, s
}

func value(r [4]float64, n int) float64 {
	if n <= 0 {
		return r[n&3]
	}
	return value(r, n-1) + value(r, n-2)*r[n&3]
}

func ColumnByValue(a [12]float64, i, n int) ([12]float64, float64) {
	m := split(a)
	s := 0.0
	for k := 0; k < n; k++ {
		var c [4]float64
		for j := range m {
			c[j] = m[j][i]
		}
		s += value(c, k)
	}
	return a, s
}

func split(a [12]float64) (m [3][4]float64) {
	for i := range a {
		m[i/4][i%4] = a[i]
	}
	return m
}

func join(m [3][4]float64) (a [12]float64) {
	for i := range a {
		a[i] = m[i/4][i%4]
	}
	return a
}
`

// TestViews shows what calls do with parts of arrays. All but a row that is passed by value are
// places in the caller's array. Calls with different arrays have functions of their own, unless
// that would keep lanes apart that have much to do. A column is not part of an array that can be handed over (condition
// 2 of the contract): the program copies it itself.
func TestViews(t *testing.T) {
	const lanes = 200
	r := rand.New(rand.NewPCG(1, 2))
	a, i, n := make([][12]float64, lanes), make([]int, lanes), make([]int, lanes)
	for k := range a {
		for j := range a[k] {
			a[k][j] = r.Float64()
		}
		i[k], n[k] = r.IntN(4), r.IntN(7) // a row 3 is out of range
	}
	in := lockstep.Inputs{"a": a, "i": i, "n": n}
	for _, tt := range []struct {
		fn       string
		expected []string // decisions that are not ALIASED
	}{
		{"Row", nil},
		{"PartOfRow", nil},
		{"Rows", nil},
		{"Block", nil},
		{"TwoRows", nil},
		{"TwoArrays", nil},
		{"TwoArraysLong", []string{
			"TwoArraysLong.a_2 f64[12] from walk, 96 bytes: COPIED: TwoArraysLong.a_2 is still needed",
			"TwoArraysLong.b f64[12] to walk, 96 bytes: COPIED: TwoArraysLong.b is written",
			"TwoArraysLong.b f64[12] from walk, 96 bytes: COPIED: TwoArraysLong.b is written",
		}},
		{"RowByValue", []string{
			"RowByValue: RowByValue.m[RowByValue.j] f64[4] to value, 32 bytes: HOISTED (1), out of the loop " +
				"at views.go:",
		}},
		{"ColumnByValue", nil},
	} {
		t.Run(tt.fn, func(t *testing.T) {
			k, err := lockstep.Compile(views, tt.fn, lockstep.FileName("views.go"))
			require.NoError(t, err)
			text, err := k.Contract()
			require.NoError(t, err)
			var others []string
			for line := range strings.Lines(text) {
				if !strings.HasSuffix(line, ": ALIASED\n") && !strings.Contains(line, " main: ") {
					others = append(others, line)
				}
			}
			require.Len(t, others, len(tt.expected), text)
			for i, line := range tt.expected {
				require.Contains(t, others[i], line)
			}

			copying, err := lockstep.Compile(views, tt.fn, lockstep.FileName("views.go"),
				lockstep.CopyArrays())
			require.NoError(t, err)
			want, err := copying.Run(t.Context(), in, lockstep.Engine(lockstep.EngineOff))
			require.NoError(t, err)
			for _, mode := range k.Engines() {
				got, err := k.Run(t.Context(), in, lockstep.Engine(mode))
				require.NoError(t, err)
				require.Equal(t, want.Faults, got.Faults)
				require.Equal(t, lockstep.Column[float64](want, "r0"), lockstep.Column[float64](got, "r0"))
				require.Equal(t, lockstep.Column[float64](want, "r1"), lockstep.Column[float64](got, "r1"))
			}
		})
	}
}
