package wrapped

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lane"
)

// ragged is rows of numbers, each as long as it likes, with room for more.
func ragged(i int) [][]float64 {
	return column(i%4, func(k int) []float64 { return column(4+i%2, number)[:(i+k)%5] })
}

// Slices of slices are checked, and what the caller has beyond them is not seen.
func TestRows(t *testing.T) {
	ms := column(lanes, ragged)
	by := column(lanes, number)
	check(t, Rows, RowsBatch, ms, by)
	for _, c := range []struct {
		m    [][]float64
		want string
	}{
		{make([][]float64, 4), "RowsBatch: m[1] has 4 elements; the wrapper is for at most 3 (generate it with a " +
			"larger -cap m=…)"},
		{[][]float64{nil, make([]float64, 5)}, "RowsBatch: m[1][1] has 5 elements; the wrapper is for at most 4 " +
			"(generate it with another -cap 'm[]=…')"},
	} {
		_, _, err := RowsBatch(context.Background(), [][][]float64{{}, c.m}, []float64{1, 2})
		require.EqualError(t, err, c.want)
	}
}

// Rows that the function writes to are the caller's, those of lanes that fault as they were.
func TestRowsWritten(t *testing.T) {
	for _, way := range []lane.Option{lane.ForceLoop(), lane.ForceBatch()} {
		ms := column(lanes, func(i int) [][]int {
			return column(1+i%3, func(k int) []int { return column(1+(i+k)%4, func(j int) int { return i + j }) })
		})
		first := ms[4][0] // which is long enough
		want := column(lanes, func(i int) [][]int {
			return column(len(ms[i]), func(k int) []int {
				return append([]int(nil), ms[i][k]...)
			})
		})
		r0, err := FillBatch(context.Background(), ms, column(lanes, func(i int) int { return i }), way)
		var fault *lane.FaultError
		require.ErrorAs(t, err, &fault)
		faulted := map[int]bool{}
		for _, f := range fault.Faults {
			faulted[f.Lane] = true
		}
		for i := range want {
			if len(want[i][0]) < 2 {
				require.True(t, faulted[i])
			} else {
				require.Equal(t, Fill(want[i], i), r0[i])
			}
		}
		require.Equal(t, want, ms)
		require.Same(t, &first[0], &ms[4][0][0], "a row stays where it was")

		turned := column(lanes, func(i int) matrix { return matrix{{1, 2, Celsius(i)}, {4, 5, 6}} })
		got, err := matrixTurnedBatch(context.Background(), turned, column(lanes, func(int) uint8 { return 2 }), way)
		require.NoError(t, err)
		require.Equal(t, Celsius(7), got[7])
		require.Equal(t, matrix{{8, 10, 12}, {1, 2, 7}}, turned[7])
	}
}

func series(i int) Series {
	return Series{Points: column(i%4, vec), Total: number(i), z: complex(number(i), 1),
		counts: column(i%6, func(j int) uint8 { return uint8(i * j) })}
}

// Structs with slices, and what pointers to them lead to.
func TestStructsWithSlices(t *testing.T) {
	check(t, Titled.Mean, TitledMeanBatch, column(lanes, func(i int) Titled {
		return Titled{Title: "one", Series: series(i), parent: &Titled{}, after: func() {}}
	}))
	check(t, Collect, CollectBatch, column(lanes, func(i int) uint8 { return uint8(i) }), column(lanes, number))
	either := func(a, b Vec, second bool) *Vec { return Either(&a, &b, second) }
	check(t, either, EitherBatch, column(lanes, vec), column(lanes, vec),
		column(lanes, func(i int) bool { return i%3 == 0 }))
	check(t, Square, SquareBatch, column(lanes, func(i int) complex128 { return complex(number(i), number(i)) }),
		column(lanes, func(i int) [2]complex64 { return [2]complex64{complex64(complex(number(i), 1)), 2} }))
	for _, way := range []lane.Option{lane.ForceLoop(), lane.ForceBatch()} {
		all, want := column(lanes, series), column(lanes, series)
		spare := append(all[5].counts, 77)
		all[5].counts = spare[:len(all[5].counts)]
		old := all[3].Points
		xs, ns := column(lanes, number), column(lanes, func(i int) uint8 { return uint8(i) })
		for i := range want {
			want[i] = all[i]
			want[i].Points = append([]Vec(nil), all[i].Points...)
			want[i].counts = append([]uint8(nil), all[i].counts...)
			want[i].Record(xs[i], ns[i])
		}
		require.NoError(t, SeriesRecordBatch(context.Background(), all, xs, ns, way))
		for i := range want {
			require.True(t, same(reflect.ValueOf(want[i]), reflect.ValueOf(all[i])), "lane %d: %v, want %v", i,
				all[i], want[i])
		}
		require.Same(t, &old[0], &all[3].Points[0], "what is only written to stays where it was")
		require.Equal(t, uint8(77), spare[len(spare)-1], "what is beyond a slice is somebody else's")

		all[2].Points = make([]Vec, 4)
		err := SeriesRecordBatch(context.Background(), all, xs, ns, way)
		require.EqualError(t, err, "SeriesRecordBatch: s[2].Points has 4 elements; the wrapper is for at most 3 "+
			"(generate it with a larger -cap s.Points=…)")
	}
	one := column(lanes, func(i int) Series { return series(4*i + 1) })
	check(t, Smooth, SmoothBatch, one, column(lanes, number))
}

// Errors in structs are the package's own, or what the function makes for that lane.
func TestErrorsInStructs(t *testing.T) {
	check(t, Lookout, LookoutBatch, column(lanes, func(i int) int8 { return int8(i) }))
	check(t, Judge, JudgeBatch, column(lanes, func(i int) int32 { return int32(i%50 - 10) }))
	for _, way := range []lane.Option{lane.ForceLoop(), lane.ForceBatch()} {
		ms := make([]Meter, lanes)
		xs := column(lanes, func(i int) float64 { return 9 - float64(i) })
		require.NoError(t, MeterAddBatch(context.Background(), ms, xs, way))
		require.Equal(t, Meter{sum: 4}, ms[5])
		require.EqualError(t, ms[12].err, "-3 is negative")

		err := MeterAddBatch(context.Background(), []Meter{{}, {err: errors.New("old")}}, []float64{1, 2}, way)
		require.EqualError(t, err, `MeterAddBatch: m[1].err is the error "old"; lanes begin without one`)
	}
}
