package cases

import (
	"cmp"
	linked "container/list"
)

// Trees that share their nodes, turn them, or are generic; lists with pointers both ways.

type pathNode struct {
	key         int
	left, right *pathNode
}

func pathInsert(n *pathNode, k int) *pathNode {
	if n == nil {
		return &pathNode{key: k}
	}
	if k < n.key {
		return &pathNode{key: n.key, left: pathInsert(n.left, k), right: n.right}
	}
	if k > n.key {
		return &pathNode{key: n.key, left: n.left, right: pathInsert(n.right, k)}
	}
	return n
}

func (n *pathNode) hash() int {
	if n == nil {
		return 1
	}
	return n.left.hash()*3 + n.key + n.right.hash()*7
}

func TreePersistent(a, b, c, d int8) (int, int, bool) {
	var t *pathNode
	for _, k := range [...]int8{a, b, c} {
		t = pathInsert(t, int(k))
	}
	u := pathInsert(t, int(d))
	return t.hash(), u.hash(), t == u
}

type redBlack struct {
	key         int
	red         bool
	left, right *redBlack
}

func isRed(h *redBlack) bool { return h != nil && h.red }

func rotateLeft(h *redBlack) *redBlack {
	x := h.right
	h.right = x.left
	x.left = h
	x.red = h.red
	h.red = true
	return x
}

func rotateRight(h *redBlack) *redBlack {
	x := h.left
	h.left = x.right
	x.right = h
	x.red = h.red
	h.red = true
	return x
}

func redBlackInsert(h *redBlack, k int) *redBlack {
	if h == nil {
		return &redBlack{key: k, red: true}
	}
	switch {
	case k < h.key:
		h.left = redBlackInsert(h.left, k)
	case k > h.key:
		h.right = redBlackInsert(h.right, k)
	}
	if isRed(h.right) && !isRed(h.left) {
		h = rotateLeft(h)
	}
	if isRed(h.left) && isRed(h.left.left) {
		h = rotateRight(h)
	}
	if isRed(h.left) && isRed(h.right) {
		h.red = !h.red
		h.left.red, h.right.red = false, false
	}
	return h
}

func (n *redBlack) depth() int {
	if n == nil {
		return 0
	}
	return 1 + max(n.left.depth(), n.right.depth())
}

func (n *redBlack) hash() int {
	if n == nil {
		return 1
	}
	return n.left.hash()*3 + n.key + n.right.hash()*7
}

func TreeRedBlack(s uint32, n uint8) (int, int) {
	var root *redBlack
	for i := 0; i < int(n%30); i++ {
		s = s*1664525 + 1013904223
		root = redBlackInsert(root, int(s>>20))
		root.red = false
	}
	return root.depth(), root.hash()
}

type dequeCell struct {
	v          float64
	prev, next *dequeCell
}

type deque struct {
	head, tail *dequeCell
	n          int
}

func (l *deque) push(v float64) {
	e := &dequeCell{v: v, next: l.head}
	if l.head != nil {
		l.head.prev = e
	} else {
		l.tail = e
	}
	l.head = e
	l.n++
}

func (l *deque) pop() float64 {
	e := l.tail
	l.tail = e.prev
	if l.tail == nil {
		l.head = nil
	} else {
		l.tail.next = nil
	}
	l.n--
	return e.v
}

func ListBothWays(x float64, n uint8) float64 {
	var l deque
	s := 0.0
	for i := 0; i < int(n%31); i++ {
		l.push(x * float64(i))
		if i%3 == 2 {
			s = s/2 + l.pop()
		}
	}
	for l.n > 0 {
		s = s/2 + l.pop()
	}
	return s
}

func TreeByLevels(s uint32, n uint8) int {
	var root *redBlack
	for i := 0; i < int(n%30); i++ {
		s = s*1664525 + 1013904223
		root = redBlackInsert(root, int(s>>20))
	}
	if root == nil {
		return 0
	}
	queue := []*redBlack{root}
	t := 0
	for len(queue) > 0 {
		h := queue[0]
		queue = queue[1:]
		t = t*5 + h.key
		if h.left != nil {
			queue = append(queue, h.left)
		}
		if h.right != nil {
			queue = append(queue, h.right)
		}
	}
	return t
}

func TreeByStack(s uint32, n uint8) int {
	var root *redBlack
	for i := 0; i < int(n%30); i++ {
		s = s*1664525 + 1013904223
		root = redBlackInsert(root, int(s>>20))
	}
	var stack []*redBlack
	t := 0
	for cur := root; cur != nil || len(stack) > 0; {
		for cur != nil {
			stack = append(stack, cur)
			cur = cur.left
		}
		cur = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		t = t*3 + cur.key
		cur = cur.right
	}
	return t
}

type sortedMap[K cmp.Ordered, V any] struct {
	root *sortedNode[K, V]
	n    int
}

type sortedNode[K cmp.Ordered, V any] struct {
	k           K
	v           V
	left, right *sortedNode[K, V]
}

func (t *sortedMap[K, V]) Put(k K, v V) {
	t.root = t.put(t.root, k, v)
}

func (t *sortedMap[K, V]) put(n *sortedNode[K, V], k K, v V) *sortedNode[K, V] {
	if n == nil {
		t.n++
		return &sortedNode[K, V]{k: k, v: v}
	}
	switch c := cmp.Compare(k, n.k); {
	case c < 0:
		n.left = t.put(n.left, k, v)
	case c > 0:
		n.right = t.put(n.right, k, v)
	default:
		n.v = v
	}
	return n
}

func (t *sortedMap[K, V]) Walk(f func(K, V)) { t.root.walk(f) }

func (n *sortedNode[K, V]) walk(f func(K, V)) {
	if n == nil {
		return
	}
	n.left.walk(f)
	f(n.k, n.v)
	n.right.walk(f)
}

func (t *sortedMap[K, V]) All() func(yield func(K, V) bool) {
	return func(yield func(K, V) bool) { t.root.all(yield) }
}

func (n *sortedNode[K, V]) all(yield func(K, V) bool) bool {
	return n == nil || n.left.all(yield) && yield(n.k, n.v) && n.right.all(yield)
}

func TreeGeneric(s uint32, n uint8) (float64, int) {
	var t sortedMap[uint32, float64]
	for i := 0; i < int(n%30); i++ {
		s = s*1664525 + 1013904223
		t.Put(s>>27, float64(s>>8))
	}
	sum := 0.0
	t.Walk(func(k uint32, v float64) { sum = sum/3 + v + float64(k) })
	return sum, t.n
}

func TreeIterator(s uint32, n uint8) (float64, int) {
	t := &sortedMap[uint32, float64]{}
	for i := 0; i < int(n%30); i++ {
		s = s*1664525 + 1013904223
		t.Put(s>>27, float64(s>>8))
	}
	sum := 0.0
	for k, v := range t.All() {
		if k > 28 {
			break
		}
		sum = sum/3 + v + float64(k)
	}
	return sum, t.n
}

func ListOfPackage(x float64, n uint8) float64 {
	l := linked.New()
	for i := 0; i < int(n%20); i++ {
		if i%3 == 0 {
			l.PushFront(x * float64(i))
		} else {
			l.PushBack(x - float64(i))
		}
	}
	s := 0.0
	for e := l.Front(); e != nil; e = e.Next() {
		s = s/2 + e.Value.(float64)
	}
	return s
}
