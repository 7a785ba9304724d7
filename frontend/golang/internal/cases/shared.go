package cases

// Parameters called shared are one value for all lanes: structs that refer to
// others, as trees, graphs and networks do.

// SharedFuncs are the functions with a parameter that all lanes share.
var SharedFuncs = map[string]any{
	"SharedRates": SharedRates, "SharedAtlas": SharedAtlas, "SharedMapNil": SharedMapNil, "SharedKeys": SharedKeys,
	"SharedFloats": SharedFloats, "SharedWeights": SharedWeights,
	"SharedClauses": SharedClauses, "SharedKinds": SharedKinds,
	"SharedWord": SharedWord, "SharedWordPart": SharedWordPart, "SharedWords": SharedWords,
	"SharedPairs": SharedPairs, "SharedRows": SharedRows, "SharedChosen": SharedChosen,
	"Forest": Forest, "ForestPointers": ForestPointers, "SearchTree": SearchTree, "SearchDeep": SearchDeep,
	"Layers": Layers, "Octree": Octree, "Graph": Graph, "Kinds": Kinds, "Children": Children, "SharedNils": SharedNils,
	"SharedTable": SharedTable, "SharedEqual": SharedEqual,
	"SharedCopy": SharedCopy, "SharedArrays": SharedArrays, "SharedCubes": SharedCubes,
}

type cut struct {
	feature     int
	threshold   float64
	left, right int32
	name        string // nothing uses it
}

type decision struct {
	splits []cut
	leaves []float64
	labels map[string]int
}

type forest struct {
	trees  []decision
	weight float32
	seen   func()
}

func (t *decision) predict(x [4]float64) float64 {
	i := 0
	for range 8 {
		if i >= len(t.splits) {
			break
		}
		s := &t.splits[i]
		if x[s.feature&3] <= s.threshold {
			i = int(s.left)
		} else {
			i = int(s.right)
		}
	}
	if len(t.leaves) == 0 {
		return -1
	}
	return t.leaves[i%len(t.leaves)]
}

// Forest sums over trees in slices; an index may be out of range.
func Forest(shared *forest, x [4]float64) (s float64) {
	for i := range shared.trees {
		s += shared.trees[i].predict(x)
	}
	return float64(s * float64(shared.weight))
}

// ForestPointers has pointers to the trees, of which some are nil.
func ForestPointers(shared []*decision, x [4]float64, k uint8) (s float64, n int) {
	for i, t := range shared {
		if t == nil && int(k) != i {
			continue
		}
		s += t.predict(x)
		n++
	}
	return s, n
}

type knot struct {
	key         float64
	left, right *knot
	val         int16
}

// SearchTree walks down pointers until they are nil.
func SearchTree(shared *knot, x float64) (v int16, depth int) {
	n := shared
	for n != nil && depth < 20 {
		v = n.val
		if x < n.key {
			n = n.left
		} else {
			n = n.right
		}
		depth++
	}
	return v, depth
}

func (n *knot) sum(x float64, depth int) float64 {
	if n == nil || depth > 6 {
		return x
	}
	if x < n.key {
		return n.left.sum(x/2, depth+1) + float64(n.val)
	}
	return n.right.sum(x-1, depth+1) - n.key
}

// SearchDeep recurses, and uses pointers that may be nil.
func SearchDeep(shared *knot, x float64, k int8) float64 {
	if k == 5 {
		return shared.left.key
	}
	return shared.sum(x, 0)
}

type layer struct {
	weights [][]float64
	bias    []float64
}

// Layers has rows of any lengths in slices of structs.
func Layers(shared []layer, x [3]float64) (y [3]float64) {
	y = x
	for _, l := range shared {
		var next [3]float64
		for i := range min(len(l.weights), 3) {
			for j, w := range l.weights[i] {
				next[i] += float64(w * y[j%3])
			}
			if i < len(l.bias) {
				next[i] += l.bias[i]
			}
		}
		y = next
	}
	return y
}

type octant struct {
	kids [8]*octant
	mass float32
	at   [3]float64
}

// Octree has arrays of pointers.
func Octree(shared *octant, x, y, z float64) (m float32) {
	n := shared
	for range 5 {
		if n == nil {
			return m
		}
		m += n.mass
		i := 0
		if x > n.at[0] {
			i |= 1
		}
		if y > n.at[1] {
			i |= 2
		}
		if z > n.at[2] {
			i |= 4
		}
		n = n.kids[i]
	}
	return -m
}

type vertex struct {
	edges []edge
	rank  uint16
}

type edge struct {
	to   *vertex
	cost float64
}

type graph struct {
	vertices []*vertex
	start    *vertex
}

// Graph walks round cycles.
func Graph(shared graph, k uint32) (cost float64, rank uint16) {
	v := shared.start
	if len(shared.vertices) > 0 && k%3 == 0 {
		v = shared.vertices[int(k)%len(shared.vertices)]
	}
	for range 6 {
		if v == nil || len(v.edges) == 0 {
			break
		}
		e := v.edges[int(k)%len(v.edges)]
		cost += e.cost
		if rank += v.rank; e.to == v {
			return cost, rank
		}
		v, k = e.to, k/3
	}
	return cost, rank
}

type kinds struct {
	list []sorts
	one  *sorts
	two  sorts
}

type sorts struct {
	b    bool
	i8   int8
	u16  uint16
	u    uint
	c    complex64
	a    [2][2]int16
	p    *float64
	none [0]int
}

// Kinds has all types of numbers.
func Kinds(shared *kinds, k int) (bool, int8, uint16, uint, complex64, int16, float64) {
	at := &shared.two
	if uint(k) < uint(len(shared.list)) {
		l := shared.list[k]
		return l.b, l.i8, shared.list[k].u16, l.u, shared.list[k].c, shared.list[k].a[1][k&1], *shared.list[k].p
	}
	if shared.one != nil && k&1 == 0 {
		return shared.one.b, shared.one.i8, shared.one.u16, shared.one.u, shared.one.c, shared.one.a[k&1][0],
			*shared.one.p
	}
	return at.b, at.i8, at.u16, at.u, at.c, at.a[0][k&1], *at.p
}

type branch struct {
	kids []branch
	v    float64
}

// Children has slices of its own type.
func Children(shared branch, k uint32) (s float64) {
	kids := shared.kids
	for range 4 {
		if len(kids) == 0 {
			return s
		}
		at := &kids[int(k)%len(kids)]
		s += at.v
		kids, k = at.kids, k/5
	}
	return -s
}

// SharedNils tells nil slices from empty ones.
func SharedNils(shared []layer, k int) (bool, bool, int) {
	l := shared[k&1]
	return l.bias == nil, l.weights == nil, cap(l.bias) - len(l.bias)
}

// SharedTable has a slice of structs of numbers, and a matrix.
func SharedTable(shared struct {
	rows []struct{ X, Y float32 }
	m    [][]int8
}, i uint8) (float32, int8, int) {
	r := shared.rows[int(i)%4]
	return r.X - r.Y, shared.m[i&1][i&3], len(shared.m)
}

// SharedEqual compares pointers.
func SharedEqual(shared *octant, i, j uint8) (bool, bool) {
	return shared.kids[i&7] == shared.kids[j&7], shared.kids[i&7] == shared
}

// SharedCopy copies a struct that refers to others, and changes the copy.
func SharedCopy(shared []layer, x float64, k uint8) float64 {
	if len(shared) == 0 {
		return x
	}
	l := shared[int(k)%len(shared)]
	if x > 0 {
		l.bias = l.bias[:len(l.bias)/2]
	}
	for _, b := range l.bias {
		x += b
	}
	return x
}

type shelves struct {
	rows [3][]float32
	tops [2][2]*decision
	n    int
}

// SharedArrays has arrays of slices and of pointers at its top.
func SharedArrays(shared *shelves, i, j uint8, x [4]float64) (float64, bool) {
	r := shared.rows[i%3]
	if int(j) < len(r) {
		return float64(r[j]), r == nil
	}
	if t := shared.tops[i&1][j&1]; t != nil {
		return t.predict(x), r == nil
	}
	return float64(shared.n), r == nil
}

type sounding struct {
	levels [][][]float64
	kinds  [][][]struct{ kind uint8 }
}

// SharedCubes has slices that are three deep in one another, of any lengths.
func SharedCubes(shared []sounding, i, j, k int8) (sum float64, n int) {
	for _, s := range shared {
		for _, plane := range s.levels {
			for _, row := range plane {
				n += len(row)
				for _, x := range row {
					sum += x
				}
			}
		}
		if len(s.kinds) > 2 && s.kinds[2] == nil {
			n += 1000
		}
	}
	if i&3 > 0 || len(shared) == 0 {
		return sum, n
	}
	s := shared[int(j&7)%len(shared)]
	if j > 0 {
		return s.levels[i&3][j&1][k&1], n
	}
	return sum, n + int(s.kinds[i&1][j&1][k&1].kind)
}
