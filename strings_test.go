package lockstep_test

import (
	"context"
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
)

//go:embed strings_funcs_test.go
var stringFunctions string

var kinds = []string{"buy", "sell", "void"}

// trades are rows of trades, of different lengths.
func trades() [][]Trade {
	all := [][]Trade{}
	for lane := range 600 {
		var row []Trade
		for i := range lane % 4 {
			row = append(row, Trade{Kind: kinds[(lane+i*i)%3], Qty: float64((lane*7+i*5)%11) - 4})
		}
		all = append(all, row)
	}
	return all
}

func TestStringParameters(t *testing.T) {
	f := lockstep.MustCompile(stringFunctions, "Weigh", lockstep.Texts("kind", "sell", "buy", "other", "buy"))
	require.Equal(t, []string{"buy", "other", "sell"}, f.Params()[0].Texts)
	r, err := f.Run(context.Background(), lockstep.Inputs{
		"kind": []string{"buy", "other", "sell"}, "qty": []float64{2},
	})
	require.NoError(t, err)
	require.Equal(t, []float64{3, 0, -1}, r.Float64("r0"))
	require.Equal(t, []int64{3, 5, 4}, r.Int64("r1"))
	require.Equal(t, []string{"buy!", "other!", "sell!"}, r.Column("r2"))
	require.Equal(t, []int64{0, 1, 2}, lockstep.Column[int64](r, "r2"), "their numbers")

	// What is not said is what the function compares with; names are of any string type.
	f = lockstep.MustCompile(stringFunctions, "Opposite")
	r, err = f.Run(context.Background(), lockstep.Inputs{"s": []Side{Long, Short}})
	require.ErrorContains(t, err, `column s: lane 1 has "short", and the function was compiled for "long"`)
	f = lockstep.MustCompile(stringFunctions, "signOf")
	r, err = f.Run(context.Background(), lockstep.Inputs{"s": []Side{Short, Long}})
	require.NoError(t, err)
	require.Equal(t, []float64{-1, 1}, r.Float64("r0"))
	require.Equal(t, []error{nil, nil}, r.Errors("r1"))

	f = lockstep.MustCompile(stringFunctions, "Rate", lockstep.Texts("kind", kinds...))
	r, err = f.Run(context.Background(), lockstep.Inputs{"kind": []string{"void", "buy"}, "qty": []float64{3}})
	require.NoError(t, err)
	require.EqualError(t, r.Errors("r1")[0], "void of 3: no rate")

	f = lockstep.MustCompile(stringFunctions, "signOf")
	_, err = f.Run(context.Background(), lockstep.Inputs{"s": []int{1}})
	require.ErrorContains(t, err, "column s: []int is not a slice with string for each lane")
	_, err = lockstep.Compile(stringFunctions, "Weigh")
	require.ErrorContains(t, err, "the function compares them with none; say which there are (-texts kind=A,B")
	kind := lockstep.Texts("kind", "a")
	_, err = lockstep.Compile(stringFunctions, "Weigh", kind, lockstep.Texts("what", "a"))
	require.ErrorContains(t, err, "Weigh has no parameter what to be one of some strings")
	_, err = lockstep.Compile(stringFunctions, "Weigh", kind, lockstep.Texts("qty", "a"))
	require.ErrorContains(t, err, "qty is a number; only a string is one of some strings")
}

func TestStringResults(t *testing.T) {
	f := lockstep.MustCompile(stringFunctions, "Grade")
	scores := []float64{95, 85, 1}
	in, into := lockstep.Inputs{"score": scores}, make([]int64, 3)
	r, err := f.Run(context.Background(), in, lockstep.Into("r0", into))
	require.NoError(t, err)
	for lane, score := range scores {
		require.Equal(t, Grade(score), lockstep.Column[string](r, "r0")[lane])
	}
	require.Equal(t, []int64{0, 1, 2}, into)
	_, err = f.Run(context.Background(), in, lockstep.IntoResult(r))
	require.NoError(t, err)
	_, err = f.Run(context.Background(), in, lockstep.Into("r0", make([]string, 3)))
	require.Error(t, err)

	// A lane that faults has none.
	f = lockstep.MustCompile(stringFunctions, "Flip", lockstep.Texts("t.Kind", kinds...))
	rows := []Trade{{Kind: "sell", Qty: 3}, {Kind: "void", Qty: 3}, {Kind: "void", Qty: 1}}
	r, err = f.Run(context.Background(), lockstep.Inputs{"t": rows})
	require.NoError(t, err)
	require.Len(t, r.Faults, 1)
	require.Equal(t, []float64{-3, 0, 1}, r.Float64("r0"))
	require.Equal(t, []string{"buy", "", "void"}, r.Column("t.out.Kind"))
}

// Strings in slices, arrays and structs, by each engine that there is.
func TestStringsInside(t *testing.T) {
	grade := lockstep.MustCompile(stringFunctions, "Grade")
	for _, mode := range append(grade.Engines(), lockstep.EngineAuto) {
		t.Run(string(mode), func(t *testing.T) { stringsInside(t, lockstep.Engine(mode)) })
	}
}

func stringsInside(t *testing.T, by lockstep.RunOption) {
	ctx, rows := context.Background(), trades()
	texts := lockstep.Texts("trades.Kind", kinds...)
	room := []lockstep.CompileOption{lockstep.Cap("trades", 3), lockstep.MakeCap(4), texts}

	net := lockstep.MustCompile(stringFunctions, "Net", room...)
	r, err := net.Run(ctx, lockstep.Inputs{"trades": rows, "price": []float64{2.5}}, by)
	require.NoError(t, err)
	last := lockstep.Column[Trade](r, "last")
	largest := lockstep.MustCompile(stringFunctions, "Largest", room...)
	all, err := largest.Run(ctx, lockstep.Inputs{"trades": rows}, by)
	require.NoError(t, err)
	void := lockstep.MustCompile(stringFunctions, "Void", room...)
	voided, err := void.Run(ctx, lockstep.Inputs{"trades": rows}, by)
	require.NoError(t, err)
	for lane, row := range trades() {
		sum, want := Net(row, 2.5)
		require.Equal(t, sum, r.Float64("sum")[lane])
		require.Equal(t, want, last[lane])
		require.Equal(t, Largest(row), lockstep.Slices[string](all, "r0")[lane])
		require.Equal(t, int64(Void(row)), voided.Int64("n")[lane])
		for i, kind := range lockstep.Slices[string](voided, "trades.out.Kind")[lane] {
			require.Equal(t, row[i].Kind, kind)
		}
	}
	_, err = lockstep.Compile(stringFunctions, "Void", lockstep.Cap("trades", 3),
		lockstep.Texts("trades.Kind", "buy", "sell"))
	require.ErrorContains(t, err, `trades.Kind becomes one of ["buy" "sell" "void"], and lanes bring ["buy" "sell"]; `+
		"say that it may be any of them (-texts trades.Kind=buy,sell,void")

	add := lockstep.MustCompile(stringFunctions, "Book.Add", lockstep.Cap("b.Trades", 3), lockstep.MakeCap(4),
		lockstep.Texts("b.Trades.Kind", kinds...))
	var books []Book
	for _, row := range trades() {
		b := Book{}
		for _, t := range row {
			b.Trades = append(b.Trades, Lot{t.Kind, t.Qty})
		}
		books = append(books, b)
	}
	added, err := add.Run(ctx, lockstep.Inputs{"b": books, "qty": []float64{3}}, by)
	require.NoError(t, err)
	for lane, b := range books {
		require.Equal(t, int64(b.Add(3)), added.Int64("n")[lane])
		for i, kind := range lockstep.Slices[string](added, "b.out.Trades.Kind")[lane] {
			require.Equal(t, b.Trades[i].Kind, kind)
		}
	}

	swap := lockstep.MustCompile(stringFunctions, "Swap", lockstep.Texts("pair.Kind", kinds...))
	var pairs [][2]Lot
	for _, b := range books {
		if len(b.Trades) > 1 {
			pairs = append(pairs, [2]Lot(b.Trades))
		}
	}
	r, err = swap.Run(ctx, lockstep.Inputs{"pair": pairs}, by)
	require.NoError(t, err)
	for lane, pair := range pairs {
		out, kinds := Swap(pair)
		require.Equal(t, out, lockstep.Column[[2]Lot](r, "out")[lane])
		require.Equal(t, kinds[:], r.Column("kinds").([]string)[2*lane:2*lane+2])
	}
}
