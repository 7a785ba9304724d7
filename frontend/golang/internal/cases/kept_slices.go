package cases

import (
	"math/bits"
	"slices"
)

// Slices that append makes and that are kept: in tables, in nodes, over calls.

func KeptRows(n int) float64 {
	n &= 7
	var rows [][]float64
	for i := 0; i < n; i++ {
		var row []float64
		for j := 0; j <= i; j++ {
			row = append(row, float64(i*j)+1)
		}
		rows = append(rows, row)
	}
	s := 0.0
	for i := len(rows) - 1; i >= 0; i-- {
		for j, x := range rows[i] {
			s += float64(x * float64(i+j))
		}
	}
	return s
}

func keptSubsets(x []int, i int, cur []int, out [][]int) [][]int {
	if i == len(x) {
		return append(out, append([]int(nil), cur...))
	}
	out = keptSubsets(x, i+1, cur, out)
	cur = append(cur, x[i])
	out = keptSubsets(x, i+1, cur, out)
	return out
}

func KeptSubsets(a, b, c int) int {
	out := keptSubsets([]int{a, b, c}, 0, nil, nil)
	best := 0
	for k, s := range out {
		t := 0
		for _, x := range s {
			t += x
		}
		if t*(k+1) > best {
			best = t * (k + 1)
		}
	}
	return best
}

func KeptSubsetsClosure(a, b, c int) int {
	nums := []int{a, b, c}
	var out [][]int
	var cur []int
	var rec func(i int)
	rec = func(i int) {
		if i == len(nums) {
			out = append(out, append([]int(nil), cur...))
			return
		}
		rec(i + 1)
		cur = append(cur, nums[i])
		rec(i + 1)
		cur = cur[:len(cur)-1]
	}
	rec(0)
	best := 0
	for k, s := range out {
		t := 0
		for _, x := range s {
			t += x
		}
		if t*(k+1) > best {
			best = t * (k + 1)
		}
	}
	return best
}

func KeptSubsetsIter(a, b, c int) int {
	nums := []int{a, b, c}
	out := [][]int{{}}
	for _, x := range nums {
		n := len(out)
		for i := 0; i < n; i++ {
			s := append([]int(nil), out[i]...)
			s = append(s, x)
			out = append(out, s)
		}
	}
	best := 0
	for k, s := range out {
		t := 0
		for _, x := range s {
			t += x
		}
		if t*(k+1) > best {
			best = t * (k + 1)
		}
	}
	return best
}

type manyNode struct {
	v    int
	kids []*manyNode
}

func (n *manyNode) add(v int) *manyNode {
	c := &manyNode{v: v}
	n.kids = append(n.kids, c)
	return c
}

func (n *manyNode) sum(depth int) int {
	s := n.v * depth
	for _, k := range n.kids {
		s += k.sum(depth + 1)
	}
	return s
}

func KeptChildren(a, b, c int) int {
	root := &manyNode{v: a}
	x := root.add(b)
	x.add(c)
	y := root.add(a - b)
	y.add(b - c)
	x.add(5)
	return root.sum(1)
}

func KeptChildrenLoop(a, n int) int {
	n &= 7
	root := &manyNode{v: a}
	at := root
	for i := 0; i < n; i++ {
		c := at.add(i * a)
		if (a+i)&1 == 0 {
			at = c
		}
	}
	return root.sum(1)
}

func KeptPermutations(a, b, c int) int {
	var out [][]int
	var permute func(x []int, k int)
	permute = func(x []int, k int) {
		if k == len(x) {
			p := make([]int, len(x))
			copy(p, x)
			out = append(out, p)
			return
		}
		for i := k; i < len(x); i++ {
			x[k], x[i] = x[i], x[k]
			permute(x, k+1)
			x[k], x[i] = x[i], x[k]
		}
	}
	permute([]int{a, b, c}, 0)
	h := 0
	for _, p := range out {
		for _, x := range p {
			h = h*31 + x
		}
	}
	return h
}

func KeptNeighbours(n, k int) int {
	n = n&7 + 1
	adj := make([][]int, n)
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			if (i*k+j)&3 == 1 {
				adj[i] = append(adj[i], j)
				adj[j] = append(adj[j], i)
			}
		}
	}
	seen := make([]bool, n)
	queue := []int{0}
	seen[0] = true
	count := 0
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		count += u + 1
		for _, v := range adj[u] {
			if !seen[v] {
				seen[v] = true
				queue = append(queue, v)
			}
		}
	}
	return count
}

type keptGroup struct {
	name    int
	members []float64
}

func KeptGroups(n int, x float64) float64 {
	n &= 15
	var groups []keptGroup
	for i := 0; i < n; i++ {
		k := (i * 7) % 4
		found := false
		for j := range groups {
			if groups[j].name == k {
				groups[j].members = append(groups[j].members, float64(x*float64(i)))
				found = true
				break
			}
		}
		if !found {
			groups = append(groups, keptGroup{name: k, members: []float64{x}})
		}
	}
	s := 0.0
	for i, g := range groups {
		for _, m := range g.members {
			s += float64(m * float64(i+1))
		}
	}
	return s
}

func keptRow(i int) []float64 {
	var row []float64
	for j := 0; j <= i; j++ {
		row = append(row, float64(i*j)+1)
	}
	return row
}

func KeptRowsCalled(n int) float64 {
	n &= 7
	var rows [][]float64
	for i := 0; i < n; i++ {
		rows = append(rows, keptRow(i))
	}
	s := 0.0
	for i := len(rows) - 1; i >= 0; i-- {
		for j, x := range rows[i] {
			s += float64(x * float64(i+j))
		}
	}
	return s
}

func KeptChunks(n int) int {
	n &= 15
	var chunks [][]int
	var cur []int
	for i := 0; i < n; i++ {
		cur = append(cur, i*i)
		if len(cur) == 3 {
			chunks = append(chunks, cur)
			cur = nil
		}
	}
	if len(cur) > 0 {
		chunks = append(chunks, cur)
	}
	s := 0
	for i, c := range chunks {
		for _, x := range c {
			s += x * (i + 1)
		}
	}
	return s
}

func KeptPascal(n int) int {
	n &= 7
	var tri [][]int
	for i := 0; i <= n; i++ {
		row := []int{1}
		for j := 1; j <= i; j++ {
			if j == i {
				row = append(row, 1)
			} else {
				row = append(row, tri[i-1][j-1]+tri[i-1][j])
			}
		}
		tri = append(tri, row)
	}
	return tri[n][n/2]
}

func KeptFiltered(n int, x float64) float64 {
	n &= 7
	rows := make([][]float64, 0, n)
	for i := 0; i < n; i++ {
		row := make([]float64, 0, 8)
		for j := 0; j < 8; j++ {
			if (i+j)%3 == 0 {
				row = append(row, float64(x*float64(j)))
			}
		}
		rows = append(rows, row)
	}
	s := 0.0
	for _, r := range rows {
		if len(r) > 0 {
			s += r[len(r)-1]
		}
	}
	return s
}

func KeptPaths(n int) int {
	n &= 3
	paths := [][]int{{0}}
	for step := 0; step < n; step++ {
		var next [][]int
		for _, p := range paths {
			last := p[len(p)-1]
			for d := 1; d <= 2; d++ {
				np := make([]int, len(p), len(p)+1)
				copy(np, p)
				np = append(np, last+d)
				next = append(next, np)
			}
		}
		paths = next
	}
	s := 0
	for i, p := range paths {
		for _, x := range p {
			s += x * (i + 1)
		}
	}
	return s
}

func KeptCombinations(n, k uint8) (count, hash int) {
	var out [][]int
	var walk func(from int, cur []int)
	walk = func(from int, cur []int) {
		if len(cur) == int(k%4) {
			out = append(out, append([]int{}, cur...))
			return
		}
		for i := from; i < int(n%6); i++ {
			walk(i+1, append(cur, i))
		}
	}
	walk(0, nil)
	for i, c := range out {
		for _, x := range c {
			hash = hash*31 + x*(i+1)
		}
	}
	return len(out), hash
}

func KeptInserted(a [6]int8, n uint8) (int, int) {
	var rows [][]int8
	for k := range 3 {
		var row []int8
		for i, x := range a[:n%7] {
			at := 0
			for at < len(row) && row[at] < x+int8(k) {
				at++
			}
			row = append(row, 0)
			copy(row[at+1:], row[at:])
			row[at] = x + int8(i*k)
		}
		rows = append(rows, row)
	}
	sum := 0
	for k, row := range rows {
		for i, x := range row {
			sum += int(x) * (i*10 + k + 1)
		}
	}
	return sum, len(rows[1])
}

type keptHeap struct{ items []int }

func (h *keptHeap) push(x int) {
	h.items = append(h.items, x)
	i := len(h.items) - 1
	for i > 0 && h.items[(i-1)/2] > h.items[i] {
		h.items[i], h.items[(i-1)/2] = h.items[(i-1)/2], h.items[i]
		i = (i - 1) / 2
	}
}

func (h *keptHeap) pop() int {
	top := h.items[0]
	last := len(h.items) - 1
	h.items[0] = h.items[last]
	h.items = h.items[:last]
	for i := 0; ; {
		c := 2*i + 1
		if c >= last {
			return top
		}
		if c+1 < last && h.items[c+1] < h.items[c] {
			c++
		}
		if h.items[i] <= h.items[c] {
			return top
		}
		h.items[i], h.items[c] = h.items[c], h.items[i]
		i = c
	}
}

func KeptHeaps(s uint32, n uint8) (sum int) {
	heaps := []*keptHeap{}
	for range 2 {
		heaps = append(heaps, &keptHeap{})
	}
	for i := range int(n % 20) {
		s = s*1664525 + 1013904223
		heaps[i&1].push(int(s >> 24))
		if s>>31 == 1 {
			sum = sum*3 + heaps[i&1].pop()
		}
	}
	for _, h := range heaps {
		for len(h.items) > 0 {
			sum = sum*3 + h.pop()
		}
	}
	return sum
}

func KeptRemoved(n uint8, k uint8) (sum int) {
	var rows [][]uint8
	for i := range int(n % 6) {
		var row []uint8
		for j := range 5 {
			row = append(row, uint8(i*j)+n)
		}
		at := int(k) % len(row)
		row = append(row[:at], row[at+1:]...)
		row = append(row[:at+1], row[at:]...)
		rows = append(rows, slices.Clone(row))
	}
	for i, row := range rows {
		for j, x := range row {
			sum += int(x) * (i + j*7)
		}
	}
	return sum
}

func KeptNil(n uint8) (nils, sum int) {
	var rows [][]int
	for i := range int(n % 8) {
		var row []int
		switch i & 3 {
		case 1:
			row = []int{}
		case 2:
			row = append(row, i)
		case 3:
			row = append([]int{}, rows[i-1]...)
		}
		var none []int
		row = append(row, none...)
		rows = append(rows, row)
	}
	for i, row := range rows {
		if row == nil {
			nils += i + 1
		}
		for _, x := range row {
			sum += x
		}
	}
	return nils, sum
}

// Where two slices may be of the same memory, or not.

func SharesSiblings(a, b int8) (int, int) {
	var rows [][]int8
	for i := range 3 {
		var row []int8
		for j := range i + 1 {
			row = append(row, a+int8(j))
		}
		x := append(row, b)
		y := x
		if a > b {
			y = append(row, b+1)
		}
		rows = append(rows, x, y)
	}
	sum := 0
	for i, r := range rows {
		for _, v := range r {
			sum += int(v) * (i + 1)
		}
	}
	return sum, len(rows)
}

func SharesPrefix(a, b int8) (int, int) {
	var rows [][]int8
	for i := range 3 {
		var row []int8
		for j := range i + int(b&3) {
			row = append(row, a+int8(j))
		}
		rows = append(rows, row)
		row = append(row, b)
		if i == 1 && a > 0 {
			row[0] = 7
		}
		rows = append(rows, row)
	}
	sum := 0
	for i, r := range rows {
		for _, v := range r {
			sum += int(v) * (i + 1)
		}
	}
	return sum, len(rows)
}

func sharesOver(s []int8, n int) []int8 {
	for i := range n {
		s = append(s, int8(i))
	}
	return s
}

func SharesOverCalls(a int8, n uint8) (sum int) {
	var rows [][]int8
	for i := range 4 {
		s := sharesOver(nil, i+1)
		t := append(s, a)
		u := sharesOver(s, int(n&3))
		rows = append(rows, t, u)
	}
	for i, r := range rows {
		for j, v := range r {
			sum += int(v) * (i + 1 + j*10)
		}
	}
	return sum
}

func SharesWritten(a int8, n uint8) (sum int) {
	var rows [][]int8
	for i := range 4 {
		s := sharesOver(nil, i+1)
		u := sharesOver(s, int(n&3))
		if n > 200 {
			u[0] = a
		}
		rows = append(rows, s, u)
	}
	for i, r := range rows {
		for j, v := range r {
			sum += int(v) * (i + 1 + j*10)
		}
	}
	return sum
}

func SharesUncopied(n uint8) (sum int) {
	var out [][]int
	var walk func(from int, cur []int)
	walk = func(from int, cur []int) {
		if len(cur) == 3 {
			out = append(out, cur)
			return
		}
		for i := from; i < int(n%5); i++ {
			walk(i+1, append(cur, i))
		}
	}
	walk(0, nil)
	for i, c := range out {
		for _, x := range c {
			sum += x * (i + 1)
		}
	}
	return sum
}

func SharesTwoHolders(a int8, n uint8) (sum int) {
	type pair struct{ x, y []int8 }
	var pairs []pair
	for i := range 4 {
		var p pair
		for j := range int(n&7) + i {
			p.x = append(p.x, a+int8(j))
		}
		p.y = p.x
		p.x = append(p.x, 5)
		if n > 100 && len(p.y) > 0 {
			p.x[0]++
		}
		pairs = append(pairs, p)
	}
	for i, p := range pairs {
		for j, v := range p.x {
			sum += int(v) * (i + 1 + j*10)
		}
		for j, v := range p.y {
			sum += int(v) * (i + 1 + j*100)
		}
	}
	return sum
}

func SharesResliced(n uint8) (sum int) {
	var rows [][]int8
	for i := range 4 {
		var row []int8
		for j := range i + 2 {
			row = append(row, int8(j))
		}
		short := row[:1]
		row = append(short, int8(n))
		long := row[:2+int(n&1)]
		rows = append(rows, long, row)
	}
	for i, r := range rows {
		for j, v := range r {
			sum += int(v) * (i + 1 + j*10)
		}
	}
	return sum
}

type keptBucket struct{ items []int }

func SharesBuckets(a [6]int8) int {
	var bs [2]keptBucket
	for _, v := range a {
		b := &bs[v&1]
		b.items = append(b.items, int(v))
		if v == 7 {
			bs[0] = bs[1]
		}
	}
	sum := 0
	for i, b := range bs {
		for _, v := range b.items {
			sum += v * (i + 1)
		}
	}
	return sum
}

func KeptRanges(a [4]int8) (sum int) {
	s := append([]int8(nil), a[:]...)
	for _, v := range s {
		if v%2 == 0 {
			s = append(s, v/2)
		}
	}
	for i, v := range s {
		sum += i * int(v)
	}
	return sum
}

func KeptOld(a [4]int8) (sum int) {
	var s, keep []int8
	for i, v := range a {
		s = append(s, v)
		if i == 1 {
			keep = s
		}
	}
	for i, v := range keep {
		sum += int(v) * (i + 5)
	}
	return sum + len(s)
}

func SharesMiddle(a [5]int8) (sum int) {
	var s []int8
	for _, v := range a {
		s = append(s, v)
	}
	t := append(s[1:3], 100)
	for i, v := range s {
		sum += int(v) * (i + 5)
	}
	return sum + len(t)
}

type keptHolder struct{ rows [3][]float64 }

func newKeptHolder() *keptHolder { return &keptHolder{} }

func (h *keptHolder) set(i int, r []float64) { h.rows[i] = r }

func keptFresh(x float64) []float64 { return append([]float64(nil), x, x+1) }

func KeptHeld(x float64) float64 {
	h, g := newKeptHolder(), newKeptHolder()
	for i := range 3 {
		row := make([]float64, 2)
		row[0] = x * float64(i)
		h.rows[i] = row
		g.set(i, keptFresh(row[0]))
	}
	return h.rows[0][0] + float64(10*g.rows[1][0]) + g.rows[2][1]
}

type keptLeaf struct{ v int }

type keptList struct{ kids []*keptLeaf }

func (n *keptList) add(v int) { n.kids = append(n.kids, &keptLeaf{v: v}) }

func KeptAddedTwice(a, b int) int {
	var root keptList
	root.add(a)
	root.add(b)
	return root.kids[0].v*10 + root.kids[1].v
}

func SharesAddedBehind(a, b, c int) int {
	var root, other keptList
	root.add(a)
	if a > b {
		other.add(b)
		root.add(c)
		other = root
	}
	other.add(c)
	root.add(a - b)
	return root.kids[0].v*10 + root.kids[1].v + other.kids[0].v
}

// keptFrom is computed when compiling, where memory is nobody's.
var keptFrom = keptStart()

func keptStart() (q int) {
	for j := 1; j < 5; j++ {
		q = q*2 + bits.Len(uint(q+j))
	}
	return q
}

func KeptFrom(n int) int {
	var rows [][]int
	for i := 0; i < n&7; i++ {
		var row []int
		row = append(row, i, n)
		rows = append(rows, row)
	}
	if n < keptFrom || len(rows) == 0 {
		return -1
	}
	return rows[len(rows)-1][1]
}

type threeRows struct{ rows [3][]int }

// KeptArrays copies an array of slices that grow.
func KeptArrays(n uint8) (s int) {
	var t, u threeRows
	for i := range int(n % 9) {
		t.rows[i%3] = append(t.rows[i%3], i)
		if i == 4 {
			u = t
		}
	}
	for i := range 3 {
		s = s*7 + len(t.rows[i])*2 + len(u.rows[i])
	}
	return s
}

type twoRows struct {
	rows [2][]int
	next *twoRows
}

// KeptArraysLinked has such arrays in objects, each with those of the one before.
func KeptArraysLinked(n uint8) (s int) {
	var l *twoRows
	for i := range int(n % 9) {
		m := &twoRows{next: l}
		m.rows[i&1] = append(m.rows[i&1], i)
		if l != nil {
			m.rows = l.rows
		}
		l = m
	}
	for ; l != nil; l = l.next {
		s = s*2 + len(l.rows[0])*3 + len(l.rows[1])
	}
	return s
}
