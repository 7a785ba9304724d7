package wrapped

// Forest refers to trees, which refer to what they are of.
type Forest struct {
	name   string
	trees  []decisions
	bias   float32
	labels map[string]int
}

type decisions struct {
	at     []decision
	leaves []float64
}

type decision struct {
	feature     int
	threshold   float64
	left, right uint16
}

// Score sums over all trees.
func (f *Forest) Score(x [4]float64) (s float64) {
	for _, t := range f.trees {
		i := 0
		for step := 0; i < len(t.at) && step < 16; step++ {
			d := &t.at[i]
			if x[d.feature&3] <= d.threshold {
				i = int(d.left)
			} else {
				i = int(d.right)
			}
		}
		if i < len(t.leaves) {
			s += t.leaves[i]
		}
	}
	return s + float64(f.bias)
}

// Node is one of a tree.
type Node struct {
	Key         float64
	Value       int
	Left, Right *Node
}

// Find walks down a tree.
func Find(root *Node, x float64) (value, depth int) {
	for n := root; n != nil; depth++ {
		value = n.Value
		if x < n.Key {
			n = n.Left
		} else {
			n = n.Right
		}
	}
	return value, depth
}

// Total is a generic function.
func Total[T float32 | float64](a T, b [2]T) (T, int) { return a + b[0] + b[1], int(a) }

// Pair is a generic type.
type Pair[A, B any] struct {
	First  A
	Second B
}

// Swap is a method of it.
func (p Pair[A, B]) Swap() Pair[B, A] { return Pair[B, A]{p.Second, p.First} }
