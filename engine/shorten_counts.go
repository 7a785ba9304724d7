package engine

import (
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Counts of bits are of type i64. Among short numbers they are computed with operations on 32 bits: bits are added up
// in pairs, fours and eights, and a product adds the four bytes (H. S. Warren, "Hacker's Delight", 2nd edition, 2012,
// sections 5-1 to 5-4).

// isCount reports whether an operation counts bits of 32.
func isCount(op program.Opcode) bool {
	switch op {
	case program.OpcodeFor("popcount", optab.U32), program.OpcodeFor("ctz", optab.U32),
		program.OpcodeFor("clz", optab.U32):
		return true
	}
	return false
}

// counter writes what such operations are made of.
type counter struct {
	prog   *program.Program
	list   []program.Instr
	at     program.Pos
	sum, x string // variables
}

// put adds an operation.
func (c *counter) put(to string, op program.Opcode, in ...program.Operand) {
	c.list = append(c.list, &program.PrimOp{Op: op, In: in, Out: []program.Output{{Name: to}}, Pos: c.at})
}

// add adds an operation on 32 bits, of a variable and another operand.
func (c *counter) add(to, row, x string, y program.Operand) {
	c.put(to, program.OpcodeFor(row, optab.U32), program.Ref(x), y)
}

// count adds the instructions of an operation.
func (c *counter) count(op *program.PrimOp) {
	if c.sum == "" {
		c.sum = addVariable(c.prog, "bits", optab.U32, program.Temporary)
		c.x = addVariable(c.prog, "bits.some", optab.U32, program.Temporary)
	}
	c.at = op.Pos
	number := func(n uint64) program.Operand { return program.Lit(optab.U32, n) }
	by := func(n uint64) program.Operand { return program.Lit(optab.U64, n) }
	c.put(c.sum, program.OpCopy, op.In...)
	row := strings.TrimSuffix(op.Op.String(), ".u32")
	switch row {
	case "ctz": // the bits below the last
		c.add(c.x, "sub", c.sum, number(1))
		c.add(c.sum, "andnot", c.x, program.Ref(c.sum))
	case "clz": // all but those above the first
		for n := uint64(1); n < 32; n *= 2 {
			c.add(c.x, "shr", c.sum, by(n))
			c.add(c.sum, "or", c.sum, program.Ref(c.x))
		}
	}
	c.add(c.x, "shr", c.sum, by(1))
	c.add(c.x, "and", c.x, number(0x55555555))
	c.add(c.sum, "sub", c.sum, program.Ref(c.x))
	c.add(c.x, "and", c.sum, number(0x33333333))
	c.add(c.sum, "shr", c.sum, by(2))
	c.add(c.sum, "and", c.sum, number(0x33333333))
	c.add(c.sum, "add", c.sum, program.Ref(c.x))
	c.add(c.x, "shr", c.sum, by(4))
	c.add(c.sum, "add", c.sum, program.Ref(c.x))
	c.add(c.sum, "and", c.sum, number(0x0f0f0f0f))
	c.add(c.sum, "mul", c.sum, number(0x01010101))
	c.add(c.sum, "shr", c.sum, by(24))
	if row == "clz" {
		c.put(c.sum, program.OpcodeFor("sub", optab.U32), number(32), program.Ref(c.sum))
	}
	c.put(op.Out[0].Name, program.OpcodeFor("convert_i32", optab.U32), program.Ref(c.sum))
}
