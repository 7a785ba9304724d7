package cases

import "math"

// Maps with NaN as a key: each entry is one of its own, which nothing finds.

var nanTable = map[float64]int{2: 3, 4: 5, math.NaN(): 11}

var nanCount, nanTotal = func() (int, int) {
	m := map[float64]int{1: 2}
	for i := range 3 {
		m[math.NaN()] += i + 1
		m[1] += i
	}
	delete(m, math.NaN())
	total := 0
	for _, v := range m {
		total += v
	}
	return len(m), total
}()

type nanKey struct {
	x float64
	n int
}

var nanKeys = map[nanKey]int{{math.NaN(), 1}: 7, {1, 1}: 9}

func NaNKeys(x float64, n int8) (sum, count int, found bool) {
	v, found := nanTable[x]
	return v + nanKeys[nanKey{x, int(n)}]*10 + nanTotal*100, len(nanTable) + nanCount*100, found
}
