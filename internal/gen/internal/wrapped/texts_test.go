package wrapped

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lane"
)

// TestTexts: strings that are one of a few.
func TestTexts(t *testing.T) {
	kind := column(lanes, func(i int) string { return [...]string{"call", "put"}[i*i%3&1] })
	x := column(lanes, func(i int) float64 { return float64(i%17) - 8 })
	check(t, Payoff, PayoffBatch, kind, x, x)
	order := column(lanes, func(i int) Order {
		return Order{Way: [...]Way{"buy", "sell"}[i%2], Name: "n", Price: float64(i)}
	})
	check(t, Order.Against, OrderAgainstBatch, order, x)
	calls := column(lanes, func(int) string { return "call" })
	check(t, Later, LaterBatch, calls, calls, x)
}

// TestOtherTexts: lanes with strings that the program does not know are run by the function.
func TestOtherTexts(t *testing.T) {
	kind := column(lanes, func(i int) string { return [...]string{"call", "put", "swap", "", "pu"}[i%5] })
	x := column(lanes, func(i int) float64 { return float64(i%17) - 8 })
	for range 3 {
		pay, says, err := PayoffBatch(context.Background(), kind, x, x, lane.ForceBatch())
		require.NoError(t, err)
		given, err := LaterBatch(context.Background(), kind, kind, x, lane.ForceBatch())
		require.NoError(t, err)
		for i := range kind {
			wantPay, wantSays := Payoff(kind[i], x[i], x[i])
			require.Equal(t, wantPay, pay[i])
			require.Equal(t, wantSays, says[i])
			require.Equal(t, kind[i], given[i])
		}
	}
	// Where steps are bounded, they are faults.
	_, _, err := PayoffBatch(context.Background(), kind, x, x, lane.MaxSteps(1000))
	require.ErrorContains(t, err, "kind is none of the strings that the function was compiled for")
}

// TestKnownTexts: a batch runs the lanes with strings that it knows.
func TestKnownTexts(t *testing.T) {
	kind := column(lanes, func(i int) string { return [...]string{"call", "put"}[i&1] })
	x := column(lanes, func(i int) float64 { return float64(i) })
	var rep lane.Report
	_, says, err := PayoffBatch(context.Background(), kind, x, x, lane.ForceBatch(), lane.Stats(&rep))
	require.NoError(t, err)
	require.Equal(t, "ri\"ght", says[1])
	require.Equal(t, lanes, rep.BatchLanes)
	kind[7] = "other"
	_, says, err = PayoffBatch(context.Background(), kind, x, x, lane.ForceBatch(), lane.Stats(&rep))
	require.NoError(t, err)
	require.Equal(t, "other", says[7])
	require.Equal(t, lanes-1, rep.BatchLanes)
}

// TestAnyTexts: strings of any text, which lanes have room for.
func TestAnyTexts(t *testing.T) {
	s := column(lanes, func(i int) string { return "Abc, Ünd so"[:i*i%12] })
	check(t, Shout, ShoutBatch, s)
	badges := column(lanes, func(i int) Badge { return Badge{Name: Code("badgesof"[i%8:]), Level: i%5 - 1} })
	check(t, Badge.Label, BadgeLabelBatch, badges)
	numbers := column(lanes, func(i int) string { return "1234x678"[:i%9] })
	check(t, Parsed, ParsedBatch, numbers, column(lanes, func(i int) int { return 10 }))

	_, _, err := ShoutBatch(context.Background(), []string{"short", "this one is long"})
	require.EqualError(t, err, "ShoutBatch: s[1] has 16 elements; the wrapper is for at most 12 "+
		"(generate it with a larger -cap s=…)")
}
