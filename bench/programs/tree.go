package programs

type treeNode struct {
	key         int
	left, right *treeNode
}

func treeInsert(n *treeNode, key int) *treeNode {
	if n == nil {
		return &treeNode{key: key}
	}
	if key < n.key {
		n.left = treeInsert(n.left, key)
	} else if key > n.key {
		n.right = treeInsert(n.right, key)
	}
	return n
}

func treeHeight(n *treeNode) int {
	if n == nil {
		return 0
	}
	return 1 + max(treeHeight(n.left), treeHeight(n.right))
}

// Height builds a search tree of some random keys, by recursion, and returns its height.
func Height(keys int, seed uint32) int {
	var root *treeNode
	for range keys {
		seed = seed*1664525 + 1013904223
		root = treeInsert(root, int(seed>>20))
	}
	return treeHeight(root)
}
