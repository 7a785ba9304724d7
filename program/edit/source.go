package edit

import (
	"errors"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// AsSource returns a lowered program that has no calls left in the source dialect: its blocks say the same there.
// The error says what is in the way. p is not changed. The result is right if p is: test kits verify it, and users'
// programs do without the verifier.
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
		again = again || slices.Contains(b.Term.Targets(), entry)
	}
	if again { // nothing may jump to the first block of a source program
		before := &program.Block{Name: NewBlockNamer(q).Fresh("begin"), Term: program.GotoOp{Target: entry}}
		q.Graph.Blocks = slices.Insert(q.Graph.Blocks, 0, before)
	}
	return q, nil
}
