package cases

// Trees and lists that recursions, and calls in loops, make.

type searchNode struct {
	key         float64
	left, right *searchNode
}

func treeInsert(n *searchNode, k float64) *searchNode {
	if n == nil {
		return &searchNode{key: k}
	}
	if k < n.key {
		n.left = treeInsert(n.left, k)
	} else {
		n.right = treeInsert(n.right, k)
	}
	return n
}

func treeHeight(n *searchNode) int {
	if n == nil {
		return 0
	}
	return 1 + max(treeHeight(n.left), treeHeight(n.right))
}

func treeSum(n *searchNode) float64 {
	if n == nil {
		return 0
	}
	return treeSum(n.left)/2 + n.key + treeSum(n.right)/2
}

func TreeInserted(x float64, n uint8) (int, float64) {
	var root *searchNode
	for i := 0; i < int(n%20); i++ {
		x = 4 * x * (1 - x)
		root = treeInsert(root, x)
	}
	return treeHeight(root), treeSum(root)
}

func treeBuild(d int, x float64) *searchNode {
	if d == 0 {
		return nil
	}
	return &searchNode{x, treeBuild(d-1, x/2), treeBuild(d-1, x*1.5)}
}

func TreeBuilt(x float64, d uint8) float64 {
	return treeSum(treeBuild(int(d%5), x))
}

type listCell struct {
	v    int
	next *listCell
}

func listUpTo(n int) *listCell {
	if n == 0 {
		return nil
	}
	return &listCell{n, listUpTo(n - 1)}
}

func ListUpTo(n uint8) int {
	s := 0
	for l := listUpTo(int(n % 30)); l != nil; l = l.next {
		s = s*3 + l.v
	}
	return s
}

func listPush(l *listCell, v int) *listCell { return &listCell{v, l} }

func ListPushed(n uint8) int {
	var l *listCell
	for i := 0; i < int(n%30); i++ {
		l = listPush(l, i)
	}
	s := 0
	for ; l != nil; l = l.next {
		s = s*3 + l.v
	}
	return s
}

func (n *searchNode) addKey(k float64) {
	if k < n.key {
		if n.left == nil {
			n.left = &searchNode{key: k}
		} else {
			n.left.addKey(k)
		}
	} else {
		if n.right == nil {
			n.right = &searchNode{key: k}
		} else {
			n.right.addKey(k)
		}
	}
}

func TreeMethods(x float64, n uint8) (int, float64) {
	root := &searchNode{key: x}
	for i := 0; i < int(n%20); i++ {
		x = 4 * x * (1 - x)
		root.addKey(x)
	}
	return treeHeight(root), treeSum(root)
}

type searchTree struct {
	root *searchNode
	size int
}

func (t *searchTree) treeInsert(k float64) {
	t.size++
	p := &t.root
	for *p != nil {
		if k < (*p).key {
			p = &(*p).left
		} else {
			p = &(*p).right
		}
	}
	*p = &searchNode{key: k}
}

func TreePointers(x float64, n uint8) (int, float64) {
	var t searchTree
	for i := 0; i < int(n%20); i++ {
		x = 4 * x * (1 - x)
		t.treeInsert(x)
	}
	return treeHeight(t.root) + t.size, treeSum(t.root)
}

func (t *searchTree) insertBehind(k float64) {
	t.size++
	nn := &searchNode{key: k}
	if t.root == nil {
		t.root = nn
		return
	}
	cur := t.root
	for {
		if k < cur.key {
			if cur.left == nil {
				cur.left = nn
				return
			}
			cur = cur.left
		} else {
			if cur.right == nil {
				cur.right = nn
				return
			}
			cur = cur.right
		}
	}
}

func TreeIterative(x float64, n uint8) (int, float64) {
	t := &searchTree{}
	for i := 0; i < int(n%20); i++ {
		x = 4 * x * (1 - x)
		t.insertBehind(x)
	}
	return treeHeight(t.root) + t.size, treeSum(t.root)
}

func TreeRemoved(x float64, n uint8) (int, float64) {
	var root *searchNode
	ks := [20]float64{}
	for i := 0; i < int(n%20); i++ {
		x = 4 * x * (1 - x)
		ks[i] = x
		root = treeInsert(root, x)
	}
	for i := 0; i < int(n%20); i += 2 {
		root = treeRemove(root, ks[i])
	}
	return treeHeight(root), treeSum(root)
}

func treeRemove(n *searchNode, k float64) *searchNode {
	switch {
	case n == nil:
		return nil
	case k < n.key:
		n.left = treeRemove(n.left, k)
	case k > n.key:
		n.right = treeRemove(n.right, k)
	case n.left == nil:
		return n.right
	case n.right == nil:
		return n.left
	default:
		s := n.right
		for s.left != nil {
			s = s.left
		}
		n.key = s.key
		n.right = treeRemove(n.right, s.key)
	}
	return n
}

func TreeNil(x float64, n uint8) float64 {
	r := treeBuild(int(n%3), x)
	return r.left.key
}
