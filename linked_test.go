package lockstep_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
)

const linkedSource = `package p

type Node struct {
	Feature     int
	Threshold   float64
	Left, Right int
}

type Tree struct {
	Nodes  []Node
	Leaves []float64
	Name   string
}

type Forest struct{ Trees []*Tree }

func (f *Forest) Predict(x [2]float64) (s float64) {
	for _, t := range f.Trees {
		i := 0
		for i < len(t.Nodes) {
			n := &t.Nodes[i]
			if x[n.Feature] <= n.Threshold {
				i = n.Left
			} else {
				i = n.Right
			}
		}
		s += t.Leaves[i-len(t.Nodes)]
	}
	return s
}

type List struct {
	Key  float64
	Next *List
}

func Count(list *List, x float64) (n int) {
	for ; list != nil; list = list.Next {
		if list.Key < x {
			n++
		}
	}
	return n
}
`

type (
	testNode struct {
		Feature     int
		Threshold   float64
		Left, Right int
	}
	testTree struct {
		Nodes  []testNode
		Leaves []float64
		Name   string
	}
	testForest struct{ Trees []*testTree }
	testList   struct {
		Key  float64
		Next *testList
	}
)

// What all lanes share may refer to more: to trees in slices, or to a list.
func TestLinkedUniforms(t *testing.T) {
	predict, err := lockstep.Compile(linkedSource, "Forest.Predict", lockstep.Uniform("f"))
	require.NoError(t, err)
	forest := &testForest{Trees: []*testTree{
		{Nodes: []testNode{{0, 0.5, 1, 2}, {1, 0.5, 3, 4}}, Leaves: []float64{100, 1, 2}},
		{Leaves: []float64{10}},
	}}
	forest.Trees[0].Nodes[0].Right = 2
	in := lockstep.Inputs{"x": [][2]float64{{0, 0}, {0, 1}, {1, 0}}}
	r, err := predict.Run(ctx, in, lockstep.WithUniform("f", forest))
	require.NoError(t, err)
	require.Equal(t, []float64{11, 12, 110}, r.Float64("s"))
	_, err = predict.Run(ctx, in, lockstep.WithUniform("f", &testList{}))
	require.ErrorContains(t, err, "lockstep: uniform f: a *lockstep_test.testList does not have the part "+
		"f.Trees.each.at")
	_, err = predict.Run(ctx, in, lockstep.WithUniform("f", (*testForest)(nil)))
	require.ErrorContains(t, err, "lockstep: uniform f: it is a nil pointer")

	count, err := lockstep.Compile(linkedSource, "Count", lockstep.Uniform("list"))
	require.NoError(t, err)
	for list, want := range map[*testList][]int64{nil: {0, 0}, {2, &testList{1, nil}}: {1, 2}} {
		r, err = count.Run(ctx, lockstep.Inputs{"x": []float64{1.5, 3}}, lockstep.WithUniform("list", list))
		require.NoError(t, err)
		require.Equal(t, want, r.Int64("n"))
	}
}
