package reshape

import (
	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
)

// meldDivergence is where lanes part in a program as it was before anything was melded. Melding changes
// none of it: who parts, parts at the same values.
type meldDivergence struct {
	p    *program.Program
	info *divergence.Info
	was  map[*program.Block]*program.Block // what ends as a block did, which is gone
}

// look finds out, once: before anything is changed.
func (d *meldDivergence) look() {
	if d.info == nil {
		d.info = divergence.Of(d.p)
	}
}

// parts reports whether lanes part at the end of a block.
func (d *meldDivergence) parts(b *program.Block) bool {
	d.look()
	for d.was[b] != nil {
		b = d.was[b]
	}
	return d.info.Branch(b).Class == divergence.Varying
}

// varies reports whether it is known that each lane may have a value of its own of an operand.
func (d *meldDivergence) varies(b *program.Block, instr, operand int) bool {
	d.look()
	return d.was[b] == nil && d.info.Operand(b, instr, operand).Class == divergence.Varying
}
