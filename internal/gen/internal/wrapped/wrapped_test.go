package wrapped

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/gen/internal/wrapped/geom"
	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/simd"
)

// lanes is how many lanes each wrapper is run over.
const lanes = 300

// column returns values that f makes.
func column[T any](n int, f func(i int) T) []T {
	col := make([]T, n)
	for i := range col {
		col[i] = f(i)
	}
	return col
}

// ways are the options that wrappers are run with. The automatic choice comes
// often enough to measure and to settle.
var ways = map[string][]lane.Option{
	"loop":      {lane.ForceLoop()},
	"loop/1":    {lane.ForceLoop(), lane.Workers(1)},
	"batch":     {lane.ForceBatch()},
	"batch/7":   {lane.ForceBatch(), lane.Gang(7), lane.Workers(2)},
	"auto":      nil,
	"auto/2":    {lane.Auto()},
	"auto/3":    {lane.Workers(2)},
	"auto/4":    {lane.Gang(64)},
	"limited":   {lane.MaxSteps(1_000_000)},
	"unlimited": {lane.MaxSteps(0), lane.ForceBatch(), lane.ForceLoop()},
}

// check runs a wrapper, or the one that takes memory for the results, in every way and compares
// each lane with a call of the function. args are the wrapper's: columns, and uniforms as the function takes
// them. Slices that the function changes are compared as well.
func check(t *testing.T, fn, batch any, args ...any) {
	t.Helper()
	f, b := reflect.ValueOf(fn), reflect.ValueOf(batch)
	wantArgs := clone(args)
	var want [][]reflect.Value // nil: the lane panics
	faults := 0
	for i := range lanes {
		in := make([]reflect.Value, len(args))
		for k, a := range wantArgs {
			in[k] = reflect.ValueOf(a)
			if in[k].Type() != f.Type().In(k) {
				in[k] = in[k].Index(i)
			}
		}
		before := cloneValues(in)
		out, panicked := call(f, in)
		if panicked {
			faults++
			for k := range in { // a lane that faults changes nothing
				if in[k].Kind() == reflect.Slice {
					reflect.Copy(in[k], before[k])
				}
			}
		}
		want = append(want, out)
	}
	for name, opts := range ways {
		t.Run(name, func(t *testing.T) {
			got := clone(args)
			in := []reflect.Value{reflect.ValueOf(context.Background())}
			for _, a := range got {
				in = append(in, reflect.ValueOf(a))
			}
			for _, o := range opts {
				in = append(in, reflect.ValueOf(o))
			}
			out := results(b, in, f.Type(), want)
			err, _ := out[len(out)-1].Interface().(error)
			var fault *lane.FaultError
			if faults == 0 {
				require.NoError(t, err)
			} else {
				require.ErrorAs(t, err, &fault)
				require.Equal(t, faults, len(fault.Faults))
			}
			for i := range lanes {
				if want[i] == nil {
					k := slices.IndexFunc(fault.Faults, func(f lane.Fault) bool { return f.Lane == i })
					require.GreaterOrEqual(t, k, 0, "lane %d", i)
					require.True(t, fault.Faults[k].Pos.Col > 0, "%v", fault.Faults[k])
					for r := range out[:len(out)-1] {
						require.True(t, out[r].Index(i).IsZero(), "lane %d result %d: %v", i, r, out[r].Index(i))
					}
					continue
				}
				require.Len(t, want[i], len(out)-1)
				for r, w := range want[i] {
					require.True(t, same(w, out[r].Index(i)), "lane %d result %d: %v, want %v", i, r, out[r].Index(i),
						w)
				}
			}
			for k := range got {
				require.True(t, same(reflect.ValueOf(wantArgs[k]), reflect.ValueOf(got[k])), "argument %d", k)
			}
		})
	}
}

// results calls a wrapper. One that takes memory for its results gets some with those of another
// lane in it.
func results(wrapper reflect.Value, in []reflect.Value, fn reflect.Type, want [][]reflect.Value) []reflect.Value {
	if fn.NumOut() == 0 || wrapper.Type().NumOut() > 1 {
		return wrapper.Call(in)
	}
	old := want[slices.IndexFunc(want, func(lane []reflect.Value) bool { return lane != nil })]
	var out []reflect.Value
	for r := range fn.NumOut() {
		dst := reflect.MakeSlice(reflect.SliceOf(fn.Out(r)), lanes, lanes)
		for i := range lanes {
			dst.Index(i).Set(old[r])
		}
		out = append(out, dst)
	}
	return append(out, wrapper.Call(slices.Concat(in[:1], out, in[1:]))...)
}

// call calls a function and reports whether it panicked.
func call(f reflect.Value, in []reflect.Value) (out []reflect.Value, panicked bool) {
	defer func() {
		if recover() != nil {
			panicked = true
		}
	}()
	run := f.Call
	if f.Type().IsVariadic() {
		run = f.CallSlice
	}
	if out = run(in); out == nil {
		out = []reflect.Value{}
	}
	return out, false
}

// clone copies arguments that are slices of slices of numbers, or of structs with them.
func clone(args []any) []any {
	copied := slices.Clone(args)
	for k, a := range args {
		if rows, ok := a.([][]float64); ok {
			copied[k] = column(len(rows), func(i int) []float64 { return slices.Clone(rows[i]) })
		}
		if all, ok := a.([]Series); ok {
			copied[k] = column(len(all), func(i int) Series {
				s := all[i]
				s.Points = slices.Clone(s.Points)
				return s
			})
		}
	}
	return copied
}

func cloneValues(in []reflect.Value) []reflect.Value {
	copied := slices.Clone(in)
	for k, v := range in {
		if v.Kind() == reflect.Slice {
			copied[k] = reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			reflect.Copy(copied[k], v)
		}
	}
	return copied
}

// same reports whether two values have the same bits; errors must be the same,
// or have the same text if they are made where they are returned.
func same(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		return math.Float64bits(a.Float()) == math.Float64bits(b.Float())
	case reflect.Struct:
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array, reflect.Slice:
		for i := range a.Len() {
			if b.Len() != a.Len() || !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return a.Len() == b.Len()
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		return same(reflect.ValueOf(real(x)), reflect.ValueOf(real(y))) &&
			same(reflect.ValueOf(imag(x)), reflect.ValueOf(imag(y)))
	case reflect.Pointer:
		return a.IsNil() == b.IsNil() && (a.IsNil() || same(a.Elem(), b.Elem()))
	case reflect.Func, reflect.String:
		return true // no lane has it
	case reflect.Interface:
		if !a.CanInterface() {
			return a.IsNil() == b.IsNil() && (a.IsNil() || a.Elem().Type() == b.Elem().Type())
		}
		x, _ := a.Interface().(error)
		y, _ := b.Interface().(error)
		sentinel := x == nil || x == ErrNegative || x == geom.ErrFar
		return x == y || !sentinel && y != nil && x.Error() == y.Error()
	}
	return a.Equal(b)
}

func number(int) float64 { return math.Round(rand.NormFloat64()*1000) / 16 }

func vec(i int) Vec { return Vec{number(i), number(i)} }

func TestNumbers(t *testing.T) {
	ints := func(n int) []int { return column(n, func(int) int { return rand.IntN(200) - 100 }) }
	check(t, Numbers, NumbersBatch,
		column(lanes, func(i int) int8 { return int8(i * 7) }),
		column(lanes, func(i int) uint16 { return uint16(i * 501) }),
		column(lanes, func(i int) bool { return i%3 == 0 }),
		column(lanes, func(i int) float32 { return float32(number(i)) }),
		ints(lanes), column(lanes, func(i int) uint { return uint(i) << 50 }))
	check(t, Warm, WarmBatch, column(lanes, func(i int) Celsius { return Celsius(i) }),
		column(lanes, func(i int) Celsius { return 0.5 }))
	check(t, Names, NamesBatch, ints(lanes), ints(lanes), ints(lanes), ints(lanes), ints(lanes), ints(lanes),
		ints(lanes),
		ints(lanes), ints(lanes), ints(lanes), ints(lanes), ints(lanes), ints(lanes))
	singles := column(lanes, func(i int) float32 { return float32(number(i)) })
	check(t, hypotenuse, hypotenuseBatch, singles, singles)
	check(t, Divide, DivideBatch, ints(lanes), column(lanes, func(i int) int { return i % 10 }))
}

func TestArrays(t *testing.T) {
	triple := func(i int) [3]float64 { return [3]float64{number(i), number(i), number(i)} }
	check(t, Cross, CrossBatch, column(lanes, triple), column(lanes, triple))
	check(t, Trace, TraceBatch,
		column(lanes, func(i int) [2][3]int32 {
			return [2][3]int32{{int32(i), 1, 1 << 20}, {-int32(i), -1, 5}}
		}),
		column(lanes, func(i int) int { return i % 4 }))
}

func body(i int) Body {
	return Body{
		Pos: vec(i), Vel: vec(i), mass: Celsius(i),
		tags: [2]tag{{On: i%2 == 0, N: [2]int{i, 2}}, {On: i%3 == 0, N: [2]int{i % 5, -i}}},
	}
}

func TestStructs(t *testing.T) {
	check(t, Body.Step, BodyStepBatch, column(lanes, body), column(lanes, number))
	check(t, Body.tagged, bodyTaggedBatch, column(lanes, body))
	check(t, Turn, TurnBatch,
		column(lanes, func(i int) geom.Point { return geom.Point(vec(i)) }),
		column(lanes, func(i int) geom.Angle { return geom.Angle(number(i)) }))
}

func TestUniforms(t *testing.T) {
	xs := column(lanes, number)
	check(t, Line, LineBatch, xs, 3.5)
	check(t, Lookup, LookupBatch, []int32{3, 1, 4, 1, 5}, column(lanes, func(i int) int { return i%7 - 1 }))
	for _, rows := range []int{1, 2} {
		net := Net{Weights: []float64{1, 2, 3}, Bias: 0.25, Cells: [][]float32{{1, 2}, {3, 4}}[:rows]}
		check(t, Weigh, WeighBatch, net, xs, column(lanes, func(i int) int { return i % 3 }))
	}
	check(t, Nearest, NearestBatch, []geom.Point{{X: 1, Y: 2}, {X: -30, Y: 5}, {X: 8, Y: 80}}, xs,
		column(lanes, number))
	check(t, Affine, AffineBatch, [2][3]float64{{1, 2, 3}, {-1, 0.5, 7}}, column(lanes, vec))

	tree := &Tree{
		Feature: []int{0, 1, 0, 0, 0}, Left: []int{1, 3, -1, -1, -1}, Right: []int{2, 4, -1, -1, -1},
		Threshold: []float64{0.5, 0.25, 0, 0, 0}, Value: []float64{0, 0, 5, 6, 7}, Depth: 2,
	}
	check(t, (*Tree).Predict, TreePredictBatch, tree, column(lanes,
		func(i int) [2]float64 { return [2]float64{number(i), number(i)} }))
	check(t, Shift, ShiftBatch, xs, column(lanes, func(i int) int { return i % 4 }), &[3]uint8{1, 200, 255})

	up, down := column(90, func(i int) int { return min(i+1+i%5, 89) }),
		column(90, func(i int) int { return i * i % 90 })
	for _, length := range []int{90, 80} { // of lanes some panic then
		check(t, Walk, WalkBatch, up, down, column(length, number), column(lanes, func(i int) int { return i%93 - 1 }),
			xs)
	}

	_, err := WeighBatch(context.Background(), Net{Cells: [][]float32{{1}, {2, 3}}}, xs,
		column(lanes, func(int) int { return 0 }))
	require.ErrorContains(t, err, "rows of net must be equally long, but have 1 and 2 elements")
}

func TestSlices(t *testing.T) {
	three := column(lanes, func(i int) []float64 { return []float64{number(i), number(i), number(i)} })
	two := column(lanes, func(i int) []float64 { return []float64{number(i), number(i)} })
	few := column(lanes, func(i int) []float64 { return column(i%6, number) })
	check(t, Sum, SumBatch, three, column(lanes, func(i int) []Celsius {
		return column(i%6, func(i int) Celsius { return Celsius(i) })
	}))
	check(t, Scale, ScaleBatch, few, column(lanes, func(i int) float64 { return float64(i % 4) }))
	check(t, Sorted, SortedBatch, three)
	check(t, Gradient, GradientBatch, clone([]any{two})[0], two)

	check(t, Least, LeastBatch, few)

	three[5] = three[5][:2]
	_, err := SortedBatch(context.Background(), three)
	require.EqualError(t, err, "SortedBatch: v[5] has 2 elements; the wrapper is for 3 (generate it with another "+
		"-len v=…)")
	few[5] = make([]float64, 6)
	err = ScaleBatch(context.Background(), few, column(lanes, number))
	require.EqualError(t, err, "ScaleBatch: x[5] has 6 elements; the wrapper is for at most 5 (generate it with a "+
		"larger -cap x=…)")
}

// TestGrowing: lanes that outgrow the batch's memory are run by the function.
func TestGrowing(t *testing.T) {
	check(t, Halve, HalveBatch, column(lanes, func(i int) uint16 { return uint16(i % 64) }))

	ns := column(lanes, func(i int) uint16 { return uint16(i + 1) })
	var report lane.Report
	steps, sums, err := HalveBatch(context.Background(), ns, lane.ForceBatch(), lane.Stats(&report))
	require.NoError(t, err)
	for i, n := range ns {
		wantSteps, wantSum := Halve(n)
		require.Equal(t, wantSteps, steps[i])
		require.True(t, same(reflect.ValueOf(wantSum), reflect.ValueOf(sums[i])))
	}
	require.Equal(t, lane.Mixed, report.Way)
	require.Equal(t, lanes, report.Lanes)
	require.Equal(t, lanes-63, report.LoopLanes)
	require.Contains(t, report.String(), fmt.Sprintf("the loop ran %d of the lanes after the batch", lanes-63))

	// A loop cannot be stopped, so with a limit such lanes are faults.
	_, _, err = HalveBatch(context.Background(), ns, lane.ForceBatch(), lane.MaxSteps(1000))
	require.ErrorContains(t, err, "what is made outgrows its room (-make-cap)")
}

// TestLeftToGo: lanes that get to what has no batched form are run by the function.
func TestLeftToGo(t *testing.T) {
	ones := column(lanes, func(int) float64 { return 1 })
	check(t, Side, SideBatch, column(lanes, func(i int) float64 { return float64(i*2 - lanes) }), ones)

	as, bs := column(lanes, func(i int) float64 { return float64(i%16) / 8 }), ones

	var report lane.Report
	got, err := SideBatch(context.Background(), as, bs, lane.ForceBatch(), lane.Stats(&report))
	require.NoError(t, err)
	left := 0
	for i := range as {
		require.Equal(t, Side(as[i], bs[i]), got[i])
		if math.Abs(as[i]-bs[i]) <= 0.125 {
			left++
		}
	}
	require.Equal(t, left, report.LoopLanes)

	_, err = SideBatch(context.Background(), as, bs, lane.ForceBatch(), lane.MaxDepth(10))
	require.ErrorContains(t, err, "needs the compiled function: this string is formatted")
}

func TestErrors(t *testing.T) {
	check(t, Root, RootBatch, column(lanes, func(i int) int { return 4*i - 80 }))
	check(t, Check, CheckBatch, column(lanes, func(i int) float64 { return math.Sqrt(float64(i - 10)) }))
}

// Results are put where the caller says, those of lanes that panic too, and nowhere else.
func TestInto(t *testing.T) {
	ints := column(lanes, func(i int) int { return 4*i - 80 })
	floats := column(lanes, func(i int) float64 { return math.Sqrt(float64(i - 10)) })
	check(t, Root, RootBatchInto, ints)
	check(t, Check, CheckBatchInto, floats)
	check(t, Body.Step, BodyStepBatchInto, column(lanes, body), column(lanes, number))
	rows := column(lanes, func(int) []float64 { return column(3, number) })
	check(t, Sorted, SortedBatchInto, rows)
	check(t, Gradient, GradientBatchInto, column(lanes, func(int) []float64 { return column(2, number) }),
		column(lanes, func(int) []float64 { return column(2, number) }))

	for name, opts := range ways {
		err := RootBatchInto(context.Background(), make([]int, 9), make([]error, lanes), ints, opts...)
		require.EqualError(t, err, "RootBatchInto: x has 300 lanes, but root has 9", name)
		err = RootBatchInto(context.Background(), ints, make([]error, lanes), ints, opts...)
		require.EqualError(t, err, "RootBatchInto: root and x share memory; a result must be in memory of its own",
			name)
		err = RootBatchInto(context.Background(), make([]int, 4), make([]error, 4), ints[:4], opts...)
		require.NoError(t, err)

		stopped, stop := context.WithCancel(context.Background())
		stop()
		dst, errs := slices.Repeat([]int{7}, lanes), make([]error, lanes)
		err = RootBatchInto(stopped, dst, errs, ints, opts...)
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, make([]int, lanes), dst)
	}
}

// What a pointer points to is changed in the caller's slice; lanes that panic
// change nothing.
func TestPointers(t *testing.T) {
	dt := column(lanes, func(i int) float64 { return float64(i % 5) })
	for name, opts := range ways {
		bodies := column(lanes, body)
		want := slices.Clone(bodies)
		points := column(lanes, func(i int) float64 { return float64(i) })
		pairs := column(lanes, func(i int) [2]int { return [2]int{i, 7} })
		tags := column(lanes, func(i int) []tag { return column(i%5, func(i int) tag { return tag{N: [2]int{i, i}} }) })
		x, err := BodyAdvanceBatch(context.Background(), bodies, dt, opts...)
		var fault *lane.FaultError
		require.ErrorAs(t, err, &fault, name)
		for i := range lanes {
			var y float64
			before := want[i]
			if _, panicked := call(reflect.ValueOf(func() { y = want[i].Advance(dt[i]) }), nil); panicked {
				want[i] = before
			}
			require.Equal(t, want[i], bodies[i], "%s: lane %d", name, i)
			require.Equal(t, y, x[i])
		}
		weights, err := BodyWeightBatch(context.Background(), bodies, opts...)
		require.NoError(t, err)
		require.Equal(t, 2*float64(bodies[9].mass), weights[9])

		require.NoError(t, BumpBatch(context.Background(), points, pairs, tags, opts...))
		for i := range lanes {
			require.Equal(t, float64(i+1), points[i])
			require.Equal(t, [2]int{i, i}, pairs[i])
			require.Equal(t, column(i%5, func(i int) tag { return tag{On: true, N: [2]int{i, i}} }), tags[i])
		}
	}
}

// With libm's functions the batch is used, and the loop only when asked for.
func TestOurMath(t *testing.T) {
	x := column(lanes, number)
	var r lane.Report
	y, err := DecayAll(context.Background(), x, lane.Stats(&r))
	require.NoError(t, err)
	require.Equal(t, lane.Batch, r.Way, r.Why)
	require.Contains(t, r.Why, "libm")
	for i := range x {
		require.InEpsilon(t, Decay(x[i]), y[i], 1e-15)
	}
	y, err = DecayAll(context.Background(), x, lane.ForceLoop(), lane.Stats(&r))
	require.NoError(t, err)
	require.Equal(t, lane.Loop, r.Way)
	for i := range x {
		require.Equal(t, Decay(x[i]), y[i])
	}
}

// A sequence gives results, errors and faults in the order of its inputs, whatever
// the chunks.
func TestSequences(t *testing.T) {
	xs := column(1000, func(i int) int { return (i*37)%1200 - 100 })
	for _, chunk := range []int{0, 1, 7, 5000} {
		var opts []lane.Option
		if chunk > 0 {
			opts = append(opts, lane.Chunk(chunk))
		}
		i := 0
		for root, err := range RootSeq(context.Background(), slices.Values(xs), opts...) {
			want, wantErr := Root(xs[i])
			require.Equal(t, want, root)
			require.True(t, same(reflect.ValueOf(&wantErr).Elem(), reflect.ValueOf(&err).Elem()), "%v, want %v", err,
				wantErr)
			i++
		}
		require.Equal(t, len(xs), i)

		i = 0
		args := column(1000, func(i int) DivideArgs { return DivideArgs{X: i, Y: i % 10} })
		for q, err := range DivideSeq(context.Background(), slices.Values(args), opts...) {
			if args[i].Y == 0 {
				var f *lane.Fault
				require.ErrorAs(t, err, &f)
				require.Equal(t, fmt.Sprintf("lane %d: integer divide by zero at wrapped.go:%d:%d", i, f.Pos.Line,
					f.Pos.Col), f.Error())
			} else {
				require.NoError(t, err)
				require.Equal(t, i/(i%10), q)
			}
			i++
		}
		require.Equal(t, len(args), i)
	}

	i := 0
	bodies := column(100, body)
	in := func(yield func(BodyStepArgs) bool) {
		for _, b := range bodies {
			if !yield(BodyStepArgs{B: b, Dt: 2}) {
				return
			}
		}
	}
	for b, err := range BodyStepSeq(context.Background(), in) {
		require.NoError(t, err)
		require.Equal(t, bodies[i].Step(2), b)
		i++
	}
	require.Equal(t, 100, i)

	// What a function changes is changed in the input's slices.
	scaled := []ScaleArgs{{X: []float64{1, 2}, By: 3}, {X: []float64{4}, By: 0}, {X: []float64{5}, By: 2}}
	var errs []error
	for _, err := range ScaleSeq(context.Background(), slices.Values(scaled)) {
		errs = append(errs, err)
	}
	require.Equal(t, [][]float64{{3, 6}, {4}, {10}}, column(3, func(i int) []float64 { return scaled[i].X }))
	require.Len(t, errs, 3)
	require.ErrorContains(t, errs[1], "lane 1: panic: nothing is left at wrapped.go:")
	require.NoError(t, errors.Join(errs[0], errs[2]))

	for n, err := range NumbersSeq(context.Background(), slices.Values([]NumbersArgs{{A: 3, C: true, B: 9, F: 4}})) {
		require.NoError(t, err)
		require.Equal(t, NumbersResult{Small: 103, Flag: true, G: 8}, n)
	}
	for y, err := range LineSeq(context.Background(), slices.Values([]float64{2}), 5) {
		require.NoError(t, err)
		require.Equal(t, 11.0, y)
	}
}

// A variable that is assumed constant is compared when a wrapper first uses its
// program.
func TestAssumed(t *testing.T) {
	ctx := context.Background()
	km, class := []float64{1, 2, 4}, []int{0, 1, 2}
	got, err := TollBatch(ctx, km, class, lane.ForceBatch())
	require.NoError(t, err)
	require.Equal(t, []float64{0.25, 1, 4}, got)

	defer SetRate(1, rates[1])
	SetRate(1, 0.75)
	_, err = LevyBatch(ctx, km, lane.ForceBatch())
	require.ErrorContains(t, err, "LevyBatch: the variable wrapped.rates is not what it was when toll_lockstep.go "+
		"was generated")
	got, err = LevyBatch(ctx, km, lane.ForceLoop())
	require.NoError(t, err, "a loop does not depend on it")
	require.Equal(t, []float64{0.75, 1.5, 3}, got)
}

// Assembly that computes functions of package math is used where it has their bits alone.
func TestWaveDoubted(t *testing.T) {
	xs, ys := column(3000, func(i int) float64 { return float64(i)/300 - 5 }),
		column(3000, func(i int) float32 { return float32(i) / 50 })
	run := func() (engines []string) {
		var rep lane.Report
		got, narrow, err := WaveBatch(context.Background(), xs, ys, lane.ForceBatch(), lane.Stats(&rep))
		require.NoError(t, err)
		for i := range xs {
			want, wantNarrow := Wave(xs[i], ys[i])
			require.Equal(t, math.Float64bits(want), math.Float64bits(got[i]), xs[i])
			require.Equal(t, math.Float32bits(wantNarrow), math.Float32bits(narrow[i]), ys[i])
		}
		for _, r := range rep.Runs {
			engines = append(engines, r.Engine)
		}
		return engines
	}
	// which the assembly is for, where it is not for a build that fuses on amd64
	agrees := simd.Form() == runtime.GOARCH
	for _, name := range []string{"go_exp.f64", "go_sin.f64", "go_atan2.f64", "go_log.f64"} {
		agrees = agrees && simd.Agrees(simd.Active(), name)
	}
	require.Equal(t, agrees, slices.Contains(run(), "assembly"))
	defer simd.Doubt("go_sin.f64")()
	require.NotContains(t, run(), "assembly")
}
