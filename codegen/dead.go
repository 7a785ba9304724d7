package codegen

import "slices"

// dropUnread drops instructions that only write a register which nobody reads. A comparison, for instance, makes a mask
// for narrow elements and one for wide elements, and often only one of them is used.
func (c *Code) dropUnread() {
	reads := make([]int, len(c.Regs))
	for _, r := range c.Pinned {
		reads[r]++
	}
	for _, in := range c.Insts {
		for _, arg := range in.Args {
			if arg.Role.Reads() {
				reads[arg.Reg]++
			}
		}
	}
	kept := len(c.Insts)
	for i := len(c.Insts) - 1; i >= 0; i-- {
		in := c.Insts[i]
		if to, only := in.onlyWrites(); only && reads[to] == 0 && c.Regs[to].Home == (Home{}) {
			for _, arg := range in.Args {
				if arg.Role.Reads() {
					reads[arg.Reg]--
				}
			}
			continue
		}
		kept--
		c.Insts[kept] = in
	}
	c.Insts = slices.Delete(c.Insts, 0, kept)
}

// onlyWrites reports whether all that an instruction does is to write a register, its last operand.
func (in *Inst) onlyWrites() (to Reg, only bool) {
	last := len(in.Args) - 1
	if in.Kind != Plain || last < 0 || in.Args[last].Role != Def && in.Args[last].Role != DefEarly {
		return NoReg, false
	}
	others := slices.ContainsFunc(in.Args[:last], func(arg Arg) bool { return arg.Role.Writes() })
	return in.Args[last].Reg, !others
}
