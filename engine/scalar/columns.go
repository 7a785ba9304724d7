package scalar

import (
	"fmt"
	"math"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
)

// Column is what a lane has of a column: some elements of a size.
type Column struct {
	Name           string
	Size, Elements int
	// load and store are the instructions for an element.
	load, store string
	// lent is set if the array, of a shape, stays where the caller has it. Its address is then in the worker's
	// frame, at some place, if functions that are called read it.
	lent   bool
	shape  []int
	at     int
	called bool
	// Text is set if the column has the addresses of the elements, which are the bytes of a string.
	Text bool
	// Strings is set if the column has the strings themselves, and is that of their bytes or their lengths. Bytes and
	// Lens are both columns.
	Strings     bool
	Bytes, Lens int
	Checked     bool // a lane faults whose string has more bytes than there is room for
	copied      int  // where the worker's frame has a string's bytes that cannot be read in place
	// ragged is set if lanes have slices of different lengths in it, with room for the longest.
	ragged bool
	// all is what the elements may be.
	all span
}

// narrowColumns are the instructions that load elements of 8 and 16 bits.
var narrowColumns = map[program.GoType]Column{
	program.GoBool:   {Size: 1, load: "MOVBLZX", store: "MOVB", all: span{0, 1}},
	program.GoUint8:  {Size: 1, load: "MOVBLZX", store: "MOVB", all: span{0, math.MaxUint8}},
	program.GoInt8:   {Size: 1, load: "MOVBLSX", store: "MOVB", all: span{math.MinInt8, math.MaxInt8}},
	program.GoUint16: {Size: 2, load: "MOVWLZX", store: "MOVW", all: span{0, math.MaxUint16}},
	program.GoInt16:  {Size: 2, load: "MOVWLSX", store: "MOVW", all: span{math.MinInt16, math.MaxInt16}},
}

// columnOf describes the column of a variable. Bools and narrow integers are as the caller has them.
func columnOf(d program.VarDef) (Column, error) {
	t := d.Type.Leaf()
	move := "MOV" + suffix(t.Dtype)
	c := Column{Size: max(4, t.Dtype.Size()), load: move, store: move, all: spanOf(t.Dtype)}
	elements := program.Elements(t.Shape)
	goType := d.Go
	if t.Dtype == program.Bool {
		goType = program.GoBool
	}
	switch d.Go {
	case program.GoStored, program.GoError, program.GoLen, program.GoString, program.GoTypeOf(t.Dtype), program.GoInt8,
		program.GoUint8, program.GoInt16, program.GoUint16:
	default:
		return c, fmt.Errorf("the column %s is of %s", d.Name, d.Go)
	}
	if narrow, ok := narrowColumns[goType]; ok {
		c = narrow
	}
	c.Name, c.Elements = d.Name, elements
	return c, nil
}

// columns describes the inputs and results.
func (u *unit) columns() error {
	for i, list := range []program.Names{u.prog.VarsIn, u.prog.VarsOut} {
		flat := u.prog.Flat(list)
		for _, d := range flat {
			c, err := columnOf(d)
			if err != nil {
				return err
			}
			if i == 0 {
				c.Text = d.Text
				u.in = append(u.in, c)
			} else {
				u.out = append(u.out, c)
			}
		}
		if i == 0 { // lengths were checked before lanes run; -1 is nil
			for _, slice := range program.Slices(flat) {
				u.in[slice.Len].all = span{slice.Least(), slice.Cap}
				u.takeStrings(slice)
				for _, i := range slice.Elems {
					u.in[i].ragged = true
				}
			}
		}
	}
	return nil
}

// row is where the lane's elements of column n are; the second scratch register is in it.
func (e *emitter) row(n int, c *Column) codegen.Address {
	column := mem(inFrame(e.at.Columns + 8*n))
	switch {
	case c.Strings && c.Text:
		return e.string(n, c)
	case c.Strings:
		return e.lengthOf(n)
	case c.Text:
		e.put("MOVQ", column, reg(scratchB))
		e.put("MOVQ", mem(codegen.Address{Base: scratchB, Index: laneReg, Scale: 8}), reg(scratchB))
		return codegen.Address{Base: scratchB}
	}
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
	c := &e.u.in[in.n]
	row := e.row(in.n, c)
	v := in.out[0]
	if c.lent {
		e.fetchAhead(c, row)
		if c.called {
			e.put("MOVQ", reg(row.Base), mem(inFrame(c.at)))
		}
		e.give(v, row.Base)
		return
	}
	x := &e.f.vars[v]
	switch {
	case !x.isArray() && classOf(x.typ) == vector:
		e.loadFrom(v, row)
	case !x.isArray():
		d := e.target(v)
		e.put(c.load, mem(row), reg(d))
		if c.Strings {
			e.hasRoom(reg(d), c)
		}
		if e.give(v, d); c.Strings {
			e.header = header{c.Bytes, len(e.lines)}
		}
	case c.Size == x.element():
		e.block(row, x.home(), x.bytes())
	default:
		e.each(c, row, x.home(), func(from, to codegen.Address) {
			e.put(widening[c.load], xmem(from), xmm(scratchY))
			e.put("VMOVUPD", xmm(scratchY), xmem(to))
		}, func(from, to codegen.Address) {
			e.put(c.load, mem(from), reg(scratchA))
			e.put("MOVL", reg(scratchA), mem(to))
		})
	}
}

// fetchAhead asks for the first elements of a lane to come. Where rows are not read to their end, the processor does
// not see by itself that the next one follows, and each lane would wait for memory. What is behind them many lanes do
// not have, and for those that do it sees that more follows.
func (e *emitter) fetchAhead(c *Column, row codegen.Address) {
	const (
		line  = 64
		ahead = 32 * line // is far enough for short rows, and the next one for long rows
	)
	bytes := c.Size * c.Elements
	if !c.ragged || c.Text || bytes < 4*line {
		return
	}
	e.put("PREFETCHT0", mem(row.Plus(bytes*((ahead+bytes-1)/bytes))))
}

// widening are the instructions that load four elements as 32 bits each.
var widening = map[string]string{
	"MOVBLZX": "VPMOVZXBD", "MOVBLSX": "VPMOVSXBD", "MOVWLZX": "VPMOVZXWD", "MOVWLSX": "VPMOVSXWD",
}

// each adds code for all elements of an array whose elements have 4 bytes in the frame: four for four and one for one
// of those that are left. Of a row, scratch register B has the address.
func (e *emitter) each(c *Column, row, array codegen.Address, four, one func(inRow, inArray codegen.Address)) {
	const unrolled = 32
	whole := c.Elements &^ 3
	if whole > unrolled {
		again := e.label("elements")
		e.put("XORL", reg(scratchA), reg(scratchA))
		e.here(again)
		inRow, inArray := row, array
		inRow.Index, inRow.Scale = scratchA, uint8(c.Size)
		inArray.Index, inArray.Scale = scratchA, 4
		four(inRow, inArray)
		e.put("ADDQ", imm(4), reg(scratchA))
		e.put("CMPQ", reg(scratchA), imm(whole))
		e.put("JLT", e.to(again))
	}
	for i := 0; i < whole && whole <= unrolled; i += 4 {
		four(row.Plus(i*c.Size), array.Plus(4*i))
	}
	for i := whole; i < c.Elements; i++ {
		one(row.Plus(i*c.Size), array.Plus(4*i))
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
		e.put(c.store, reg(e.inReg(of(v), x.typ, scratchA)), mem(row))
	case c.Size == x.element():
		e.block(x.home(), row, x.bytes())
	default:
		low, store := e.constant(0x0c080400, 0), "VMOVSS" // the lowest byte of each element
		if c.Size == 2 {
			low, store = e.constant(0x0d0c090805040100, 0), "VMOVSD"
		}
		e.put("VMOVUPD", xmem(inData(low)), xmm(scratchX))
		e.each(c, row, x.home(), func(to, from codegen.Address) {
			e.put("VMOVUPD", xmem(from), xmm(scratchY))
			e.put("VPSHUFB", xmm(scratchX), xmm(scratchY), xmm(scratchY))
			e.put(store, xmm(scratchY), xmem(to))
		}, func(to, from codegen.Address) {
			e.put("MOVL", mem(from), reg(scratchA))
			e.put(c.store, reg(scratchA), mem(to))
		})
	}
}
