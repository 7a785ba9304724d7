package lower

import "github.com/lockstep-simt/lockstep/program"

// prune drops what no run can reach or read: blocks, functions, variables,
// constant tables and derived uniforms. Uniforms that are inputs stay, since the
// caller gives them.
func prune(p *program.Program) (*program.Program, error) {
	dropUnreached(p)
	return p, nil
}
