package edit

import (
	"errors"

	"github.com/lockstep-simt/lockstep/program"
)

// AsSource returns a lowered program that has no calls left in the source dialect: its blocks say the same there.
// The error says what is in the way. p is not changed.
func AsSource(p *program.Program) (*program.Program, error) {
	q := p.Clone()
	q.Dialect, q.Functions, q.VarAlloc = program.Source, nil, nil
	entry := q.Graph.Blocks[0].Name
	again := false
	for _, b := range q.Graph.Blocks {
		switch b.Term.(type) {
		case program.PushGotoOp, program.IndirectGotoOp:
			return nil, errors.New("calls are left in the lowered program")
		}
		for _, target := range b.Term.Targets() {
			again = again || target == entry
		}
	}
	if again { // nothing may jump to the first block of a source program
		taken := map[string]bool{}
		for _, b := range q.Graph.Blocks {
			taken[b.Name] = true
		}
		first := "begin"
		for taken[first] {
			first += "_"
		}
		before := &program.Block{Name: first, Term: program.GotoOp{Target: entry}}
		q.Graph.Blocks = append([]*program.Block{before}, q.Graph.Blocks...)
	}
	if err := program.Verify(q); err != nil {
		return nil, err
	}
	return q, nil
}
