package cases

// Maps in what all lanes share.

type mapSquare struct {
	x, y int8
	far  bool
}

type atlas struct {
	rates  map[int32]float64
	names  map[string][]float32
	places map[mapSquare]*atlas
	roads  map[[2]uint8]map[float64]int
	levels []map[bool]string
}

func SharedRates(shared map[int32]float64, k int8) (sum float64, there bool, n, count int, most int32) {
	if v, ok := shared[int32(k%9)]; ok {
		sum, there = v, true
	}
	most = -1000
	for key := range shared {
		count++
		most = max(most, key)
	}
	return sum + shared[3], there, len(shared), count, most
}

func SharedAtlas(shared *atlas, i uint8, x, y int8, f float64) (sum float32, depth, road int, name int) {
	a := shared
	for depth < 5 {
		for _, v := range a.names["call"] {
			sum += v
		}
		road += a.roads[[2]uint8{i & 3, 1}][float64(int(f)&3)]
		next := a.places[mapSquare{x & 1, y & 1, depth == 0}]
		if next == nil {
			break
		}
		a = next
		depth++
	}
	if len(a.levels) > 0 {
		name = len(a.levels[int(i)%len(a.levels)][x > 0])
	}
	return sum, depth, road, name
}

func SharedMapNil(shared *atlas) (bool, bool, int) {
	return shared.rates == nil, shared.names != nil, len(shared.rates)
}

func SharedKeys(shared struct{ kinds map[string]int }, i uint8) (n int, found bool) {
	kind := "put"
	switch i & 3 {
	case 0:
		kind = ""
	case 1:
		kind = "call"
	case 2:
		kind = "al\xff"
	}
	n, found = shared.kinds[kind]
	for k, v := range shared.kinds {
		n += len(k) * v
	}
	return n, found
}

func SharedFloats(shared map[float64]uint16, x float64) (a, b, c uint16) {
	zero := 0.0
	return shared[-zero], shared[x-x], shared[float64(int(x)&7)]
}

// SharedResults are functions that return parts of a parameter that all lanes share, with room for copies.
var SharedResults = map[string]any{
	"sharedSeries": sharedSeries, "sharedSeriesPart": sharedSeriesPart, "sharedName": sharedName,
	"sharedWhole": sharedWhole, "sharedRow": sharedRow, "sharedChosenName": sharedChosenName,
}

func sharedSeries(shared map[int32][]float32, k int8) ([]float32, bool) {
	s, ok := shared[int32(k%7)]
	return s, ok
}

func sharedSeriesPart(shared struct{ series map[string][]int16 }, k int8) []int16 {
	s := shared.series["call"]
	if k > 0 {
		s = shared.series["put"]
	}
	if len(s) > 2 && k&1 != 0 {
		s = s[1 : len(s)-1]
	}
	return s
}

func sharedName(shared map[int32]string, k int8) string { return shared[int32(k%7)] }

func sharedWhole(shared []int16, k int8) []int16 {
	if len(shared) > 1 && k > 0 {
		return shared[1:]
	}
	return shared
}

func sharedRow(shared []struct {
	name string
	row  []int32
}, k uint8) (string, []int32) {
	at := shared[k&3]
	return at.name, at.row
}

func sharedChosenName(shared map[string]string, k int8) string {
	if k > 100 {
		return "none"
	}
	return shared["a"] + "," + shared["call"]
}
