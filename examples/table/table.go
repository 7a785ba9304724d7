// Package table looks numbers up in a table that all lanes share: uniform
// slices.
package table

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Interpolate -uniform xs,ys -test .

// Interpolate returns the value at x of the function that is ys[i] at xs[i] and
// linear between; outside it goes on as in the first or last interval. The xs rise. It panics
// if there are fewer than two.
func Interpolate(x float64, xs, ys []float64) float64 {
	lo, hi := 0, len(xs)-1
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; xs[mid] <= x {
			lo = mid
		} else {
			hi = mid
		}
	}
	if hi <= lo {
		panic("a table needs two rows")
	}
	t := (x - xs[lo]) / (xs[hi] - xs[lo])
	return ys[lo] + float64(t*(ys[hi]-ys[lo]))
}
