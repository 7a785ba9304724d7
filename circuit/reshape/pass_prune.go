package reshape

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// prune drops what no run can reach or read.
func prune(p *program.Program) (*program.Program, error) {
	edit.DropUnreached(p)
	return p, nil
}
