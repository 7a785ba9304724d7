package cases

// Objects that refer to one another: tries, graphs, skip lists, heaps, k-d trees.

type kdNode struct {
	p           [2]float64
	axis        int
	left, right *kdNode
}

func kdBuild(pts [][2]float64, axis int) *kdNode {
	if len(pts) == 0 {
		return nil
	}
	for i := 1; i < len(pts); i++ {
		for j := i; j > 0 && pts[j][axis] < pts[j-1][axis]; j-- {
			pts[j], pts[j-1] = pts[j-1], pts[j]
		}
	}
	m := len(pts) / 2
	return &kdNode{pts[m], axis, kdBuild(pts[:m], 1-axis), kdBuild(pts[m+1:], 1-axis)}
}

func (n *kdNode) nearest(q [2]float64, best *float64) {
	if n == nil {
		return
	}
	dx, dy := q[0]-n.p[0], q[1]-n.p[1]
	*best = min(*best, float64(dx*dx)+float64(dy*dy))
	d := q[n.axis] - n.p[n.axis]
	a, b := n.left, n.right
	if d > 0 {
		a, b = b, a
	}
	a.nearest(q, best)
	if float64(d*d) < *best {
		b.nearest(q, best)
	}
}

func NearestKD(x, y, s float64) float64 {
	var pts [16][2]float64
	for i := range pts {
		s = 3.9 * s * (1 - s)
		pts[i][0] = s
		s = 3.9 * s * (1 - s)
		pts[i][1] = s
	}
	t := kdBuild(pts[:], 0)
	best := 1e9
	t.nearest([2]float64{x, y}, &best)
	return best
}

type trieNode struct {
	kids [4]*trieNode
	n    int
}

func Trie(a, b uint32) int {
	root := &trieNode{}
	t := 0
	for i := 0; i < 8; i++ {
		n := root
		v := a*uint32(i) + b
		for j := 0; j < 3; j++ {
			c := v >> 30
			v <<= 2
			if n.kids[c] == nil {
				n.kids[c] = &trieNode{}
			}
			n = n.kids[c]
		}
		n.n++
		t = t*2 + n.n
	}
	return t
}

func (t *trieNode) addKey(v uint32, d int) {
	t.n++
	if d == 0 {
		return
	}
	c := v >> 30
	if t.kids[c] == nil {
		t.kids[c] = new(trieNode)
	}
	t.kids[c].addKey(v<<2, d-1)
}

func (t *trieNode) count() int {
	s := t.n * t.n
	for _, k := range t.kids {
		if k != nil {
			s += 3 * k.count()
		}
	}
	return s
}

func TrieRecursive(a, b uint32) int {
	root := new(trieNode)
	for i := 0; i < 8; i++ {
		root.addKey(a*uint32(i)+b, 3)
	}
	return root.count()
}

type graphNode struct {
	id   int
	adj  [3]*graphNode
	seen bool
}

func (g *graphNode) visit() int {
	if g == nil || g.seen {
		return 0
	}
	g.seen = true
	s := g.id
	for _, a := range g.adj {
		s += a.visit() * 2
	}
	return s
}

func graphMade(id int) *graphNode { return &graphNode{id: id} }

func GraphCyclic(s uint32) int {
	var all [8]*graphNode
	for i := range all {
		all[i] = graphMade(i + 1)
	}
	for i := range all {
		for j := range all[i].adj {
			s = s*1664525 + 1013904223
			all[i].adj[j] = all[s>>29]
		}
	}
	return all[0].visit()
}

func GraphMemo(s uint32, n uint8) int {
	seen := map[int]*graphNode{}
	var get func(k int) *graphNode
	get = func(k int) *graphNode {
		if g, ok := seen[k]; ok {
			return g
		}
		g := &graphNode{id: k}
		seen[k] = g
		if k > 1 {
			g.adj[0] = get(k / 2)
			g.adj[1] = get(k - 2)
		}
		return g
	}
	return get(int(n % 20)).visit()
}

type skipNode struct {
	key  int
	next [4]*skipNode
}

func ListSkipping(s uint32, n uint8) int {
	head := &skipNode{key: -1}
	for i := 0; i < int(n%24); i++ {
		s = s*1664525 + 1013904223
		k := int(s >> 22)
		lvl := 1
		for l := s; lvl < 4 && l&(1<<12) != 0; l >>= 1 {
			lvl++
		}
		e := &skipNode{key: k}
		cur := head
		for l := 3; l >= 0; l-- {
			for cur.next[l] != nil && cur.next[l].key < k {
				cur = cur.next[l]
			}
			if l < lvl {
				e.next[l] = cur.next[l]
				cur.next[l] = e
			}
		}
	}
	t := 0
	for l := range head.next {
		for e := head.next[l]; e != nil; e = e.next[l] {
			t = t*3 + e.key
		}
	}
	return t
}

type pairingNode struct {
	key        float64
	child, sib *pairingNode
}

func pairingMeld(a, b *pairingNode) *pairingNode {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	if b.key < a.key {
		a, b = b, a
	}
	b.sib = a.child
	a.child = b
	return a
}

func pairingPairs(n *pairingNode) *pairingNode {
	if n == nil || n.sib == nil {
		return n
	}
	a, b := n, n.sib
	rest := b.sib
	a.sib, b.sib = nil, nil
	return pairingMeld(pairingMeld(a, b), pairingPairs(rest))
}

func HeapPairing(x float64, n uint8) float64 {
	var h *pairingNode
	for i := 0; i < int(n%30); i++ {
		x = 3.9 * x * (1 - x)
		h = pairingMeld(h, &pairingNode{key: x})
	}
	s := 0.0
	for h != nil {
		s = s/2 + h.key
		h = pairingPairs(h.child)
	}
	return s
}
