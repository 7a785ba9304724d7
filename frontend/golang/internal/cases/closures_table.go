package cases

// Package-level tables of functions and closures: pipelines and rules.

type tableStep func(x float64, k int) (float64, bool)

func stepAbove(limit float64) tableStep {
	return func(x float64, _ int) (float64, bool) { return x, x > limit }
}

func stepScaled(by float64, from int) tableStep {
	return func(x float64, k int) (float64, bool) {
		if k < from {
			return x, true
		}
		return x * by, true
	}
}

func stepHalved(x float64, k int) (float64, bool) { return x / 2, k != 13 }

var tableSteps = []tableStep{stepAbove(-40), stepScaled(3, 2), stepHalved, stepScaled(0.5, -9), nil, stepAbove(1e3),
	stepScaled(7, 20)}

// TableStages goes through them until one says no.
func TableStages(x float64, k int) (float64, int) {
	for i, s := range tableSteps {
		if s == nil {
			continue
		}
		y, ok := s(x, k)
		if !ok {
			return x, i
		}
		x = y
	}
	return x, len(tableSteps)
}

// TableStage is one of them that each lane chooses.
func TableStage(x float64, k int) float64 {
	y, ok := tableSteps[uint(k)%4](x, k)
	if !ok {
		return -y
	}
	return y
}

type tableBand struct {
	name string
	fits func(n int) bool
	fee  func(n int) int
	less func(n int) int
}

func bandWithin(low, high int) func(n int) bool {
	return func(n int) bool { return low <= n && n < high }
}

func bandFlat(fee int) func(n int) int { return func(int) int { return fee } }

var tableBands = [...]tableBand{
	{"small", bandWithin(0, 10), bandFlat(5), func(n int) int { return n }},
	{"large", bandWithin(10, 60), bandFlat(9), bandFlat(bandFee)},
	{"other", func(int) bool { return true }, func(n int) int { return n * n }, nil},
}

const bandFee = 60

// TableBands looks for the first rule that fits.
func TableBands(n int, member bool) (string, int) {
	for _, b := range tableBands {
		if !b.fits(n) {
			continue
		}
		fee := b.fee(n)
		if member && b.less != nil {
			fee -= b.less(n)
		}
		return b.name, fee
	}
	return "", 0
}

// sharedLow and sharedHigh are closures that share a variable, which is a table of its own.
var sharedLow, sharedHigh = func() (func(n int) bool, func(n int) bool) {
	limit := 7
	return func(n int) bool { return n < limit }, func(n int) bool { return n > 3*limit }
}()

var sharedPair = [2]func(n int) bool{sharedLow, sharedHigh}

// TableShared calls them.
func TableShared(n int) (k int) {
	for i, f := range sharedPair {
		if f(n) {
			k += i + 1
		}
	}
	return k
}
