package wrap

import (
	"path"

	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// site is a line of the source where lanes may fault with a code.
type site struct {
	file string // without its directory, as the runtime's panics are known by
	line int
	code program.Code
}

func siteOf(pos program.Pos, code program.Code) site {
	return site{path.Base(pos.File), pos.Line, code}
}

// panicKey is what is known of a panic that was recovered.
type panicKey struct {
	site
	msg string
}

func keyOf(f lane.Fault) panicKey { return panicKey{siteOf(f.Pos, f.Code), f.Msg} }

// singleSites returns the lines that have one place, and not several columns, where lanes may
// fault with a code.
func singleSites(p *program.Program) map[site]bool {
	at, single := map[site]program.Pos{}, map[site]bool{}
	note := func(pos program.Pos, code program.Code) {
		pos = pos.In(p.File)
		s := siteOf(pos, code)
		before, ok := at[s]
		at[s], single[s] = pos, !ok || single[s] && before == pos
	}
	for _, b := range p.Graph.Blocks {
		for _, in := range b.Instrs {
			if prim, ok := in.(*program.PrimOp); ok {
				if row := prim.Op.Info().Row; row.Effect == optab.Faults {
					note(prim.Pos, row.Code)
				}
			}
		}
		if f, ok := b.Term.(program.FaultOp); ok {
			note(f.Pos, f.Code)
		}
	}
	return single
}

// mostKnown is how many panics are remembered: their messages may differ in every lane.
const mostKnown = 1000

// known returns the fault of a lane that panicked as another did that the batch has run
// again.
func (fn *Func) known(p lane.Fault) (f lane.Fault, ok bool) {
	fn.mu.Lock()
	defer fn.mu.Unlock()
	f, ok = fn.panics[keyOf(p)]
	f.Lane = p.Lane
	return f, ok
}

// learn notes which fault a panic is, if its line has no other place for it.
func (fn *Func) learn(c *code, p, f lane.Fault) {
	s := siteOf(f.Pos, f.Code)
	if s != siteOf(p.Pos, p.Code) || !c.singleSites()[s] {
		return
	}
	fn.mu.Lock()
	defer fn.mu.Unlock()
	if fn.panics == nil {
		fn.panics = map[panicKey]lane.Fault{}
	}
	if len(fn.panics) < mostKnown {
		fn.panics[keyOf(p)] = f
	}
}
