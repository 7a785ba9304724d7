package batch

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/simd"
)

// checkPlaces panics unless every lane is in exactly one place: waiting at one
// block, ended, parked at one block, faulted, or idle; and unless the counts and
// sets agree with the bitmaps. Tests run it after every step, see [Debug].
func (g *gang) checkPlaces() {
	c := placeCheck{g: g, seen: make([]uint64, g.words)}
	parked := 0
	for b, at := range g.at {
		n := c.put(at, "at block", b)
		if n != g.count[b] || (n > 0) != (g.nonempty[b>>6]>>(b&63)&1 != 0) {
			panic(fmt.Sprintf("bug: batch: %d lanes are at block %d, counted are %d", n, b, g.count[b]))
		}
		if g.parked == nil {
			continue
		}
		n = c.put(g.parked[b], "parked at block", b)
		if n > 0 && g.parkedSet[b>>6]>>(b&63)&1 == 0 {
			panic(fmt.Sprintf("bug: batch: lanes are parked at block %d, which is not in the set", b))
		}
		parked += n
	}
	one := make([]uint64, g.words)
	for i, f := range g.faulted {
		one[f.lane>>6] = 1 << (f.lane & 63)
		c.put(one, "faulted as number", i)
		clear(one)
	}
	idle := c.put(g.idle, "idle", 0)
	if parked != g.parkedLanes || idle != g.idleLanes {
		panic(fmt.Sprintf("bug: batch: %d lanes are parked and %d idle, counted are %d and %d",
			parked, idle, g.parkedLanes, g.idleLanes))
	}
	if n := simd.PopCount(c.seen); n != g.lanes {
		panic(fmt.Sprintf("bug: batch: of %d lanes %d are somewhere: %x", g.lanes, n, c.seen))
	}
}

// placeCheck has the lanes whose place was found.
type placeCheck struct {
	g    *gang
	seen []uint64
}

// put notes the place of lanes and returns how many they are.
func (c *placeCheck) put(lanes []uint64, place string, number int) (n int) {
	for w, m := range lanes {
		if m == 0 {
			continue
		}
		if twice := c.seen[w] & m; twice != 0 {
			panic(fmt.Sprintf("bug: batch: lanes %x of word %d are %s %d and somewhere else", twice, w, place, number))
		}
		if w == c.g.lanes>>6 && m>>(c.g.lanes&63) != 0 {
			panic(fmt.Sprintf("bug: batch: lanes %x of word %d of a gang of %d are %s %d", m, w, c.g.lanes, place,
				number))
		}
		c.seen[w] |= m
	}
	return simd.PopCount(lanes)
}
