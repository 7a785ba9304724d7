package cases

import "math"

// Package-level maps at keys that differ from lane to lane.

var sparse = map[int]float64{3: 1.5, -7: 2, 100: 4, 0: -1, 1 << 40: 9}

var byByte = map[uint8]holding{255: {n: 4}, 7: {n: 9, f: math.Floor}}

type mapSpot struct {
	x, y int32
	z    float64
}

var bySpot = map[mapSpot]func(float64) float64{
	{1, 2, 0}: math.Floor, {2, 2, 0.5}: math.Ceil, {z: math.Inf(1)}: math.Sqrt,
}

var few = map[int64]int8{5: 3}

var extreme = map[int32]int{math.MaxInt32: 1, math.MinInt32: 2, -1: 3}

// MapAtLaneKey looks constant maps up at keys that differ.
func MapAtLaneKey(k int, b uint8, x float64) (float64, int, bool, int8, int) {
	v, ok := sparse[k%8]
	h, has := byByte[b|7]
	if has && h.f != nil {
		v += h.f(x)
	}
	w := sparse[100*(k&1)]
	e := extreme[int32(k)] + extreme[math.MaxInt32-int32(k&1)] + extreme[math.MinInt32+int32(k&3)]
	return v + w, h.n, ok, few[int64(k&7)], e
}

// MapAtLaneStruct has keys that are structs, and functions.
func MapAtLaneStruct(x, y int32, z float64) float64 {
	f, ok := bySpot[mapSpot{x & 3, y & 3, float64(x&1) / 2}]
	if !ok {
		f = bySpot[mapSpot{2, 2, -0.0 + float64(y&1)/2}]
	}
	if f == nil {
		return -1
	}
	return f(z) + sparse[int(y&3)]
}

// MapLiteral has maps of constants that nothing changes, within loops and function literals, and one that is changed.
func MapLiteral(n, k int) (int, bool, float64) {
	limit := map[string]int{"red": 12, "green": 13, "blue": 14}
	names := []string{"red", "green", "blue", "other"}
	total, some := 0, 0.0
	for i := range n & 7 {
		weights := map[int]float64{1: 0.5, 2: 1, 1000000: 9}
		pick := func(k int) float64 { return map[int]float64{0: 7, 4: 2, 9: 1}[k] }
		some += weights[i] + pick(k&15)
		if l, ok := limit[names[(i+k)&3]]; ok {
			total += l
		}
	}
	for _, l := range limit {
		total += l * len(limit)
	}
	changed := map[int]int{1: 2, 3: 4}
	if k&1 == 1 {
		changed[k&7] = 5
	}
	_, ok := map[uint8]bool{'a': true, 'b': false}[uint8(k)]
	return total + changed[n&7]*100 + changed[3], ok, some
}

type stage string

var transitions = map[stage]map[string]stage{
	"idle":    {"go": "running", "end": "stopped"},
	"running": {"pause": "idle", "end": "stopped"},
	"broken":  nil,
}

// MapNested is a state machine whose transitions are a map of maps.
func MapNested(events [5]uint8, broken bool) (string, int, bool) {
	at := stage("idle")
	if broken {
		at = "broken"
	}
	for i, e := range events {
		event := [...]string{"go", "pause", "end", "skip"}[e%4]
		next, ok := transitions[at][event]
		if !ok {
			return string(at), i + 10*len(transitions[at]), transitions[at] == nil
		}
		at = next
	}
	return string(at), -1, false
}

var (
	evens = map[int16]float32{0: 1, 2: 0.5, 4: 0.25}
	odds  = map[int16]float32{1: -1, 3: 7}
)

// MapChosen looks a key up in one of two maps, or none.
func MapChosen(k int16, n uint8) (sum float32, size int) {
	m := evens
	switch n % 4 {
	case 1:
		m = odds
	case 2:
		m = nil
	}
	for i := range k & 7 {
		if v, ok := m[i]; ok {
			sum = sum/2 + v
		}
	}
	return sum + m[k], len(m)
}

var corners = map[[2]int8]string{{0, 0}: "near", {0, 7}: "left", {7, 7}: "far"}

type keySquare struct {
	of     [2][2]uint8
	closed bool
}

var keySquares = map[keySquare]float64{
	{[2][2]uint8{{1, 2}, {3, 4}}, true}: 1.5, {[2][2]uint8{{0, 1}, {1, 0}}, false}: 2.5,
}

// MapOfArrays has keys that are arrays, and structs with them.
func MapOfArrays(x, y int8, p [2][2]uint8) (string, int, float64) {
	for i := range p {
		for k := range p[i] {
			p[i][k] &= 1
		}
	}
	_, ok := corners[[2]int8{x & 7, y & 7}]
	n := 0
	if ok {
		n = 1
	}
	other := keySquare{[2][2]uint8{{1, 2}, {3, p[0][0] + 3}}, true}
	return corners[[2]int8{0, y & 7}], n, keySquares[keySquare{p, false}] + keySquares[other]
}
