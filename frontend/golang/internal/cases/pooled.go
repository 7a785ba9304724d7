package cases

// Package-level variables that lead to pointers which lead to others of their type.

type poolNode struct {
	feature     uint8
	threshold   float64
	left, right *poolNode
	value       int32
	counts      []int16
}

func poolLeaf(value int32, counts ...int16) *poolNode { return &poolNode{value: value, counts: counts} }

var poolForest = []*poolNode{
	{feature: 0, threshold: 0.5, left: poolLeaf(1, 4, 5), right: poolLeaf(2)},
	{feature: 2, threshold: -1, left: &poolNode{feature: 1, threshold: 3, left: poolLeaf(-3, 7), right: poolLeaf(4)},
		right: &poolNode{feature: 0, threshold: 1e10, left: poolLeaf(5, 1, 2, 3), right: poolLeaf(-6)}},
	nil,
	poolLeaf(10, 9),
}

var poolRoot = poolForest[1]

func (n *poolNode) walk(x *[3]float64) int32 {
	if n == nil {
		return 100
	}
	if n.left == nil {
		for _, c := range n.counts {
			x[1] += float64(c)
		}
		return n.value
	}
	if x[n.feature] < n.threshold {
		return n.left.walk(x)
	}
	return n.right.walk(x)
}

func PoolForest(x [3]float64, k uint8) (sum int32, y float64) {
	for i, t := range poolForest {
		sum = sum*3 + t.walk(&x) + int32(i)
	}
	n := poolForest[k&3]
	if k&4 != 0 {
		n = poolRoot
	}
	for n != nil && n.left != nil {
		if x[n.feature] < n.threshold {
			n = n.left
		} else {
			n = n.right
		}
	}
	if n != nil && len(n.counts) > 1 {
		y = float64(n.counts[1]) + x[1]
	}
	return sum, y
}

func PoolFault(k uint8) int32 { return poolForest[k&3].value + int32(poolForest[k&3].counts[0]) }

type poolList struct {
	word int
	next *poolList
}

var poolLists = [...]*poolList{
	{1, &poolList{2, &poolList{3, nil}}}, {4, &poolList{5, &poolList{6, &poolList{7, &poolList{8, nil}}}}}, nil,
}

func PoolList(k, most uint8) (sum int) {
	n := 0
	for l := poolLists[k%3]; l != nil && n < int(most); l = l.next {
		sum = sum*10 + l.word
		n++
	}
	return sum
}
