package scalar

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
)

// Column is what a lane has of a column: some elements of a size.
type Column struct {
	Name           string
	Size, Elements int
	move           string // the instruction that loads and stores an element
}

// columnOf describes the column of a variable: bools and narrow integers have 32 bits there.
func columnOf(d program.VarDef) (Column, error) {
	t := d.Type.Leaf()
	c := Column{Name: d.Name, Size: max(4, t.Dtype.Size()), Elements: program.Elements(t.Shape), move: "MOV" + suffix(t.Dtype)}
	switch d.Go {
	case program.GoStored, program.GoError, program.GoLen, program.GoTypeOf(t.Dtype), program.GoInt8, program.GoUint8,
		program.GoInt16, program.GoUint16:
	default:
		return c, fmt.Errorf("the column %s is of %s", d.Name, d.Go)
	}
	if c.Elements > maxWritten && c.Size != sizeOf(t.Dtype) {
		return c, fmt.Errorf("the column %s has %d elements of %d bytes", d.Name, c.Elements, c.Size)
	}
	return c, nil
}

// columns describes the inputs and results.
func (u *unit) columns() error {
	for i, list := range []program.Names{u.prog.VarsIn, u.prog.VarsOut} {
		for _, d := range u.prog.Flat(list) {
			c, err := columnOf(d)
			if err != nil {
				return err
			}
			if i == 0 {
				u.in = append(u.in, c)
			} else {
				u.out = append(u.out, c)
			}
		}
	}
	return nil
}

// row is where the lane's elements of column n are; the second scratch register is in it.
func (e *emitter) row(n int, c *Column) codegen.Address {
	column := mem(inFrame(e.at.Columns + 8*n))
	if c.Elements == 1 {
		e.put("MOVQ", column, reg(scratchB))
		return codegen.Address{Base: scratchB, Index: laneReg, Scale: uint8(c.Size)}
	}
	e.put("IMUL3Q", imm(c.Size*c.Elements), reg(laneReg), reg(scratchB))
	e.put("ADDQ", column, reg(scratchB))
	return codegen.Address{Base: scratchB}
}

// input loads what the lane has of a column.
func (e *emitter) input(in *ins) {
	c, v := &e.u.in[in.n], in.out[0]
	x := &e.f.vars[v]
	row := e.row(in.n, c)
	switch {
	case !x.isArray() && classOf(x.typ) == vector:
		e.loadFrom(v, row)
	case !x.isArray():
		d := e.target(v)
		e.put(c.move, mem(row), reg(d))
		e.give(v, d)
	case c.Size == sizeOf(x.typ):
		e.block(row, x.home(), x.bytes())
	default: // bools, of a byte in the array
		for i := range c.Elements {
			e.put(c.move, mem(row.Plus(i*c.Size)), reg(scratchA))
			e.put("MOVB", reg(scratchA), mem(x.home().Plus(i*sizeOf(x.typ))))
		}
	}
}

// output stores a result of the lane in its column.
func (e *emitter) output(in *ins) {
	c, v := &e.u.out[in.n], in.in[0].v
	x := &e.f.vars[v]
	row := e.row(len(e.u.in)+in.n, c)
	switch {
	case !x.isArray() && classOf(x.typ) == vector:
		e.storeTo(row, of(v), x.typ)
	case !x.isArray():
		e.put(c.move, reg(e.inReg(of(v), x.typ, scratchA)), mem(row))
	case c.Size == sizeOf(x.typ):
		e.block(x.home(), row, x.bytes())
	default:
		for i := range c.Elements {
			e.put("MOVBLZX", mem(x.home().Plus(i*sizeOf(x.typ))), reg(scratchA))
			e.put(c.move, reg(scratchA), mem(row.Plus(i*c.Size)))
		}
	}
}
