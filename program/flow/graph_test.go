package flow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// anyGraph makes a graph of a few nodes, with one edge or two from most.
func anyGraph(r *rand.Rand) *Graph {
	n := 2 + r.IntN(9)
	succs := make([][]int, n)
	for i := range succs {
		for range r.IntN(3) {
			succs[i] = append(succs[i], r.IntN(n))
		}
	}
	return NewGraph(succs)
}

// reach is what can be reached from a node without another, itself included.
func reach(g *Graph, from, without int) Set {
	set := NewSet(g.Len())
	if from != without {
		set.Add(from)
		g.Reach(from, without, set)
	}
	return set
}

func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n := 1 + r.IntN(200)
		a, b := NewSet(n), NewSet(n)
		inA, inB := map[int]bool{}, map[int]bool{}
		for range r.IntN(2 * n) {
			i := r.IntN(n)
			switch r.IntN(3) {
			case 0:
				a.Add(i)
				inA[i] = true
			case 1:
				b.Add(i)
				inB[i] = true
			default:
				a.Remove(i)
				delete(inA, i)
			}
		}
		members := func(in func(i int) bool) []int {
			list := []int{}
			for i := range n {
				if in(i) {
					list = append(list, i)
				}
			}
			return list
		}
		all := func(s Set) []int { return append([]int{}, slices.Collect(s.All())...) }
		require.Equal(t, members(func(i int) bool { return inA[i] }), all(a))
		require.Equal(t, members(a.Has), all(a))
		require.Equal(t, len(inA), a.Len())
		require.Equal(t, len(inA) == 0, a.IsEmpty())

		union, both, rest := a.Clone(), a.Clone(), NewSet(n)
		rest.Copy(a)
		grows := union.Len() < len(members(func(i int) bool { return inA[i] || inB[i] }))
		require.Equal(t, grows, union.AddAll(b))
		require.Equal(t, members(func(i int) bool { return inA[i] || inB[i] }), all(union))
		shrinks := len(members(func(i int) bool { return inA[i] && !inB[i] })) > 0
		require.Equal(t, shrinks, both.RetainAll(b))
		require.Equal(t, members(func(i int) bool { return inA[i] && inB[i] }), all(both))
		rest.RemoveAll(b)
		require.Equal(t, members(func(i int) bool { return inA[i] && !inB[i] }), all(rest))
		a.Clear()
		require.True(t, a.IsEmpty())
		a.Fill()
		require.True(t, a.Has(n-1))
	}
	for i := range NewSet(0).All() {
		t.Fatal(i)
	}
}

// A block dominates another exactly if removing it leaves no way there, and two
// blocks are in one component exactly if there is a way there and back.
func TestGraphsByBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 2000 {
		g := anyGraph(r)
		n := g.Len()
		d, all := NewDominators(g), reach(g, 0, -1)
		frontiers := d.Frontiers()
		for a := range n {
			require.Equal(t, all.Has(a), d.Reached(a))
			left := reach(g, 0, a)
			for b := range n {
				if all.Has(a) && all.Has(b) {
					require.Equal(t, !left.Has(b), d.Dominates(a, b), "%d over %d in %v", a, b, g.Succs)
					frontier := !(d.Dominates(a, b) && a != b) && slices.ContainsFunc(g.Preds[b], func(p int) bool {
						return d.Reached(p) && d.Dominates(a, p)
					})
					require.Equal(t, frontier, slices.Contains(frontiers[a], b), "%d and %d in %v", a, b, g.Succs)
				}
			}
		}

		of, members := Components(g.Succs)
		for a := range n {
			require.Contains(t, members[of[a]], a)
			for b := range n {
				require.Equal(t, reach(g, a, -1).Has(b) && reach(g, b, -1).Has(a), of[a] == of[b])
				require.Equal(t, reach(g, a, -1).Has(b), g.Reaches(a, b))
			}
			for _, s := range g.Succs[a] {
				require.LessOrEqual(t, of[s], of[a], "what is led to comes first")
			}
		}
		order, ranks := g.Postorder(0), g.Ranks()
		require.Equal(t, 0, order[len(order)-1])
		for b := range n {
			require.Equal(t, all.Has(b), slices.Contains(order, b))
			if rank := -1; all.Has(b) {
				rank = len(order) - 1 - slices.Index(order, b)
				require.Equal(t, rank, ranks[b])
			} else {
				require.Equal(t, rank, ranks[b])
			}
		}
	}
}

// What every way to the end goes through cannot be taken out without cutting the
// way, where there is one.
func TestPostDominators(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 2000 {
		g := anyGraph(r)
		d := NewPostDominators(g)
		ends := func(from, without int) bool {
			for b := range reach(g, from, without).All() {
				if len(g.Succs[b]) == 0 {
					return true
				}
			}
			return false
		}
		all := reach(g, 0, -1)
		endless := slices.ContainsFunc(slices.Collect(all.All()), func(b int) bool { return !ends(b, -1) })
		for b := range all.All() {
			require.True(t, d.Reached(b), "%d in %v", b, g.Succs)
			for a := range all.All() {
				if !endless {
					require.Equal(t, !ends(b, a), d.Dominates(a, b), "%d behind %d in %v", a, b, g.Succs)
				}
			}
		}
	}
}

func TestLoopsByBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	found := [2]int{}
	for range 5000 {
		g := anyGraph(r)
		d, loops := NewDominators(g), NewLoops(g)
		headers := map[int]bool{}
		for i, l := range loops.All {
			require.False(t, headers[l.Header], "one loop a header")
			headers[l.Header] = true
			require.True(t, slices.IsSorted(l.Blocks))
			require.True(t, l.Contains(l.Header))
			depth := 1
			if p := l.Parent; p != nil {
				depth = p.Depth + 1
				require.Contains(t, p.Inner, l)
				require.Less(t, slices.Index(loops.All, p), i)
				require.False(t, l.Contains(p.Header))
				require.True(t, p.Encloses(l))
				require.False(t, l.Encloses(p))
			}
			require.Equal(t, depth, l.Depth)
			for _, e := range l.Exits(g) {
				require.False(t, l.Contains(e))
			}
			for _, b := range l.Blocks {
				require.True(t, l.Encloses(loops.Of[b]))
				require.True(t, g.Reaches(b, l.Header) && g.Reaches(l.Header, b))
			}
			if !d.Reached(l.Header) {
				continue
			}
			if l.Irreducible {
				found[1]++
				continue
			}
			found[0]++
			// A natural loop is what gets back to its header without leaving it.
			for b := range g.Len() {
				if !d.Reached(b) {
					continue
				}
				in := b == l.Header && slices.Contains(g.Succs[b], b)
				for _, from := range g.Preds[l.Header] {
					if d.Reached(from) && d.Dominates(l.Header, from) {
						in = in || b == l.Header || reach(g, b, l.Header).Has(from)
					}
				}
				require.Equal(t, in, l.Contains(b), "%d in the loop at %d of %v", b, l.Header, g.Succs)
			}
		}
		for b, l := range loops.Of {
			require.Equal(t, l == nil, !slices.ContainsFunc(loops.All, func(m *Loop) bool { return m.Contains(b) }))
		}
	}
	require.Greater(t, found[0], 1000)
	require.Greater(t, found[1], 50)
}

// anyCode makes steps on a few variables.
func anyCode(r *rand.Rand, blocks, vars int) [][]Step {
	code := make([][]Step, blocks)
	for b := range code {
		for range r.IntN(4) {
			var s Step
			for range r.IntN(3) {
				s.Reads = append(s.Reads, r.IntN(vars+1)-1)
			}
			for range r.IntN(2) {
				s.Writes = append(s.Writes, r.IntN(vars+1)-1)
			}
			code[b] = append(code[b], s)
		}
	}
	return code
}

// A variable is live where a way leads to a read without a write before it.
func TestLiveByBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for range 1000 {
		g := anyGraph(r)
		const vars = 4
		code := anyCode(r, g.Len(), vars)
		uses, defs := Effects(vars, code)
		live := NewLive(g, vars, uses, defs)
		for x := range vars {
			var needs func(b int, seen Set) bool
			behind := func(b int, seen Set) bool {
				return slices.ContainsFunc(g.Succs[b], func(to int) bool { return needs(to, seen) })
			}
			needs = func(b int, seen Set) bool {
				if seen.Has(b) {
					return false
				}
				seen.Add(b)
				for _, s := range code[b] {
					if slices.Contains(s.Reads, x) {
						return true
					}
					if slices.Contains(s.Writes, x) {
						return false
					}
				}
				return behind(b, seen)
			}
			for b := range g.Len() {
				require.Equal(t, needs(b, NewSet(g.Len())), live.In[b].Has(x))
				require.Equal(t, behind(b, NewSet(g.Len())), live.Out[b].Has(x))
			}
		}
	}
}

// On every walk, a read's version is the one that was made last.
func TestVersionsOnWalks(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	merges := 0
	for range 2000 {
		body := anyGraph(r)
		succs := [][]int{{1}} // the entry has no predecessors
		for _, list := range body.Succs {
			var to []int
			for _, b := range list {
				to = append(to, b+1)
			}
			succs = append(succs, to)
		}
		g := NewGraph(succs)
		const vars = 4
		code := anyCode(r, g.Len(), vars)
		v := NewVersions(nil, NewDominators(g), vars, code)
		uses, defs := Effects(vars, code)
		live := NewLive(g, vars, uses, defs)
		require.Len(t, v.Block, v.Len)
		holds := make([]int, v.Len) // what a version is: the time of a write
		last := make([]int, vars)
		for x := range vars {
			holds[x], last[x] = -x, -x
		}
		time := 1
		at, from := 0, -1
		for range 50 {
			old := slices.Clone(holds)
			for _, m := range v.Merges[at] {
				merges++
				require.True(t, live.In[at].Has(m.Var))
				holds[m.Version] = old[m.Args[slices.Index(g.Preds[at], from)]]
			}
			for x := range live.In[at].All() {
				require.Equal(t, last[x], holds[v.At(at, x)], "%d at %d of %v", x, at, g.Succs)
			}
			for k, s := range code[at] {
				for i, x := range s.Reads {
					if version := v.Reads[at][k][i]; x >= 0 {
						require.Equal(t, last[x], holds[version])
					} else {
						require.Equal(t, -1, version)
					}
				}
				for i, x := range s.Writes {
					if x >= 0 {
						last[x], holds[v.Writes[at][k][i]] = time, time
						time++
						require.Equal(t, at, v.Block[v.Writes[at][k][i]])
					}
				}
			}
			if len(g.Succs[at]) == 0 {
				break
			}
			from, at = at, g.Succs[at][r.IntN(len(g.Succs[at]))]
		}
	}
	require.Greater(t, merges, 5_000)
}
