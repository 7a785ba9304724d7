package flow_test

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/program/flow"
)

// diamond is a loop with two ways through it: 1 leads to 2 and 3, both lead to 4,
// and that leads back to 1 or to the end, 5.
func diamond() *flow.Graph {
	return flow.NewGraph([][]int{{1}, {2, 3}, {4}, {4}, {1, 5}, nil})
}

func ExampleNewDominators() {
	d := flow.NewDominators(diamond())
	p := flow.NewPostDominators(diamond())
	fmt.Println(d.Dominates(1, 4), d.Dominates(2, 4), p.Dominates(4, 2))
	// Output: true false true
}

func ExampleNewLoops() {
	for _, l := range flow.NewLoops(diamond()).All {
		fmt.Println(l.Header, l.Blocks, l.Depth, l.Exits(diamond()))
	}
	// Output: 1 [1 2 3 4] 1 [5]
}

// Variable 0 is written at the start and read in block 2; variable 1 is written
// there and read at the end.
func ExampleNewLive() {
	code := [][]flow.Step{
		0: {{Writes: []int{0}}, {Writes: []int{1}}},
		2: {{Reads: []int{0}, Writes: []int{1}}},
		5: {{Reads: []int{1}}},
	}
	g := diamond()
	uses, defs := flow.Effects(2, code)
	live := flow.NewLive(g, 2, uses, defs)
	for b := range g.Len() {
		for v := range live.In[b].All() {
			fmt.Print(" ", b, ":", v)
		}
	}
	v := flow.NewVersions(nil, flow.NewDominators(g), 2, code)
	fmt.Println("; merges at 1 and 4:", v.Merges[1], v.Merges[4])
	// Output:  1:0 1:1 2:0 3:0 3:1 4:0 4:1 5:1; merges at 1 and 4: [{1 4 [3 6]}] [{1 6 [5 4]}]
}
