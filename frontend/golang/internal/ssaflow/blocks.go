package ssaflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Cycles says of each block whether it is in a cycle of the graph, by Tarjan's
// strongly connected components ("Depth-first search and linear graph
// algorithms", 1972) without recursion.
func Cycles(fn *ssa.Function) []bool {
	n := len(fn.Blocks)
	in := make([]bool, n)
	order, low := make([]int, n), make([]int, n)
	onStack := make([]bool, n)
	var stack []int
	type frame struct{ block, next int }
	count := 0
	for root := range n {
		if order[root] != 0 {
			continue
		}
		work := []frame{{root, 0}}
		for len(work) > 0 {
			f := &work[len(work)-1]
			v := f.block
			if f.next == 0 {
				count++
				order[v], low[v] = count, count
				stack, onStack[v] = append(stack, v), true
			}
			if f.next < len(fn.Blocks[v].Succs) {
				w := fn.Blocks[v].Succs[f.next].Index
				f.next++
				switch {
				case order[w] == 0:
					work = append(work, frame{w, 0})
				case onStack[w]:
					low[v] = min(low[v], order[w])
					if w == v {
						in[v] = true
					}
				}
				continue
			}
			if f.next == len(fn.Blocks[v].Succs) {
				f.next++
			}
			work = work[:len(work)-1]
			if len(work) > 0 {
				p := work[len(work)-1].block
				low[p] = min(low[p], low[v])
			}
			if low[v] == order[v] {
				first := slices.Index(stack, v)
				for _, w := range stack[first:] {
					onStack[w] = false
					in[w] = in[w] || len(stack) > first+1
				}
				stack = stack[:first]
			}
		}
	}
	return in
}

// ReversePostorder returns the blocks so that each comes after its dominators,
// and the bodies of loops before what follows them.
func ReversePostorder(fn *ssa.Function) []*ssa.BasicBlock {
	seen := make([]bool, len(fn.Blocks))
	var order []*ssa.BasicBlock
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b.Index] = true
		for i := len(b.Succs) - 1; i >= 0; i-- {
			if s := b.Succs[i]; !seen[s.Index] {
				visit(s)
			}
		}
		order = append(order, b)
	}
	visit(fn.Blocks[0])
	slices.Reverse(order)
	return order
}

// LoopOf returns the blocks of the loop that a block is the head of: those from which control gets back to it without
// leaving what it dominates. There are none if it is not the head of a loop.
func LoopOf(head *ssa.BasicBlock) []*ssa.BasicBlock {
	var blocks []*ssa.BasicBlock
	for _, p := range head.Preds {
		if head.Dominates(p) && !slices.Contains(blocks, p) {
			blocks = append(blocks, p)
		}
	}
	for i := 0; i < len(blocks); i++ {
		if blocks[i] == head {
			continue
		}
		for _, p := range blocks[i].Preds {
			if !slices.Contains(blocks, p) {
				blocks = append(blocks, p)
			}
		}
	}
	return blocks
}
