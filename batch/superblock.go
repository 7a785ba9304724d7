package batch

import (
	"errors"
	"slices"
	"sync"

	"github.com/lockstep-simt/lockstep/batch/plan"
)

// superblock is a superblock of the plan made ready to run: its micro-ops have kernels. It is
// immutable.
type superblock struct {
	block
	plan  *plan.Superblock
	exits []*exit
	ends  []int // the targets of the terminator
	calls []int // return blocks that are saved at the end
}

// exit is where lanes leave a superblock. What is done for lanes that do is data until the
// first of them does.
type exit struct {
	index      int
	not        bool
	to, onward int
	flush      func() *flush
}

// flush is what has to be done for lanes that leave, for the machine to have all of their
// state where blocks expect it.
type flush struct {
	commits  []commit
	clusters []clusterCommit
	calls    []int
}

// Resolve gives the micro-ops of a superblock, none of whose blocks is alone, their kernels.
// The error says why the machine does not run it: then its blocks are run one by one.
func (c *Code) Resolve(s *plan.Superblock) (form any, err error) {
	bc := &blockCompiler{code: c, late: true, leaves: s.Exits}
	out := &superblock{plan: s, calls: s.Calls, ends: s.Ends}
	for i, e := range s.Exits {
		out.exits = append(out.exits, &exit{index: i, not: e.Not, to: e.To, onward: e.Onward})
	}
	bc.exits = out.exits
	out.block = bc.compile(&s.Block)
	if bc.refused {
		return nil, errors.New("it needs a constant in a form that its blocks do not need")
	}
	out.clusters, out.commits = c.clusterCommits(out.commits)
	for i := range out.steps {
		if st := &out.steps[i]; st.kind == leaveStep {
			st.idx = nil
		}
	}
	return out, nil
}

// leaving gives an exit what its lanes need, and returns what that reads.
func (bc *blockCompiler) leaving(e *exit, src plan.Exit) (reads []ref) {
	copies := map[int]ref{} // of what becomes the tops of variables
	expand := func() ([]commit, []int) {
		changes, calls := bc.code.plan.Deltas.Expand(src.Delta)
		list := commitsOf(changes)
		for i := range list {
			if r, ok := copies[list[i].v]; ok {
				list[i].src = r
			}
		}
		return list, calls
	}
	list, _ := expand()
	for _, c := range inOrder(list, &bc.b.values, func(c *commit) {
		c.src = bc.copied(c.src)
		copies[c.v] = c.src
	}) {
		reads = append(reads, c.src)
		reads = append(reads, c.saves...)
	}
	code, values := bc.code, bc.b.values
	e.flush = sync.OnceValue(func() *flush {
		list, calls := expand()
		f := &flush{calls: calls}
		f.clusters, f.commits = code.clusterCommits(inOrder(list, &values, nil))
		return f
	})
	return reads
}

// inOrder puts commits in an order in which no top is read after it has changed. Where they
// change places, aside is called with one that is read from elsewhere afterwards: from a value
// that it may add.
func inOrder(list []commit, values *[]value, aside func(c *commit)) (ordered []commit) {
	reads := func(c *commit, v int) bool {
		if !c.update || c.v == v {
			return false
		}
		val := &(*values)[c.src.id]
		return val.kind == topValue && val.v == v
	}
	pending := slices.Clone(list)
	for len(pending) > 0 {
		i := slices.IndexFunc(pending, func(c commit) bool {
			return !c.update || !slices.ContainsFunc(pending, func(other commit) bool { return reads(&other, c.v) })
		})
		if i < 0 { // each waits for another: one that reads the first is put aside
			j := slices.IndexFunc(pending, func(c commit) bool { return reads(&c, pending[0].v) })
			aside(&pending[j])
			continue
		}
		ordered = append(ordered, pending[i])
		pending = slices.Delete(pending, i, i+1)
	}
	return ordered
}
