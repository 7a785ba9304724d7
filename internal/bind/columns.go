package bind

import (
	"context"
	"fmt"
	"slices"
	"unsafe"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// Bound are the columns of a run of machine code that are copies of the columns of a run of
// the machine.
type Bound struct {
	run  *turns.Run
	out  []batch.Column
	lent []*[]uint64
}

// Columns gives a run of machine code its columns and uniforms, from those of a run of the
// machine. Machine code reads a row for each lane, and bools and narrow integers as it says: those
// of 32 bits, and columns of one row for all lanes, are copied, to memory that is kept for other
// runs: what it returns has to be released when the run has ended.
func Columns(ctx context.Context, code Code, run *turns.Run, machine *batch.Code, cols, out []batch.Column,
	opts ...batch.Option) (Bound, error) {
	b := Bound{run: run, out: out}
	scalars, tables, err := machine.Uniforms(ctx, opts...)
	if err != nil {
		return b, err
	}
	run.Uniforms = scalars
	if len(tables) > 0 {
		run.Tables = make(map[string]turns.Table, len(tables))
	}
	for name, t := range tables {
		run.Tables[name] = turns.Table{Data: t.Data, Shape: t.Shape}
	}
	all := make([]any, 0, len(cols)+len(out))
	run.In, run.Out = all[:0:len(cols)], all[len(cols):len(cols)]
	in, results := code.Columns()
	for i, c := range cols {
		rows, err := c.Rows()
		if err != nil {
			return b, err
		}
		data := c.Data
		texts, ok := data.(*batch.Texts)
		if lens, is := data.(*batch.Lengths); is && !(i < len(in) && in[i].Strings) {
			data = lens.Numbers()
		}
		switch apart := i < len(in) && in[i].Apart; {
		case i < len(in) && in[i].Strings:
			data = stringsOf(cols[in[i].Bytes], cols[in[i].Lens])
		case apart && ok:
			data = texts.Where()
		case apart:
			data = b.addresses(data.([]uint8), in[i].Elements)
		case ok && i < len(in) && in[i].Size >= leastWide:
			data = b.numbers(texts)
		case ok:
			data = b.bytes(texts)
		}
		if i < len(in) && in[i].Size >= leastWide {
			data = b.widened(data)
		}
		if list, ok := data.([]string); rows == 1 && run.Lanes > 1 && (!ok || len(list) == 1) {
			data = b.repeated(data, run.Lanes)
		}
		run.In = append(run.In, data)
	}
	for i, c := range out {
		if data := c.Data; isNarrow(data) && i < len(results) && results[i].Size >= leastWide {
			run.Out = append(run.Out, lend[int32](&b, run.Lanes*program.Elements(c.Shape)))
		} else {
			run.Out = append(run.Out, data)
		}
	}
	return b, nil
}

// Return gives columns the results of a run, as far as it had copies of them, but for the
// rows of some lanes, in order, that have none.
func (b *Bound) Return(without []int) {
	for i, c := range b.out {
		wide, ok := b.run.Out[i].([]int32)
		if !ok || !isNarrow(c.Data) {
			continue
		}
		per, from := program.Elements(c.Shape), 0
		for _, lane := range without {
			narrow(wide[from*per:lane*per], c.Slice(from, lane).Data)
			from = lane + 1
		}
		if from < b.run.Lanes {
			narrow(wide[from*per:b.run.Lanes*per], c.Slice(from, b.run.Lanes).Data)
		}
	}
}

// Release ends the use of the copies.
func (b *Bound) Release() {
	for _, buffer := range b.lent {
		spare.Put(buffer)
	}
	b.lent = nil
}

// leastWide is how many bytes a number of machine code has that is not narrow.
const leastWide = 4

func isNarrow(data any) bool {
	switch data.(type) {
	case []bool, []int8, []int16, []uint8, []uint16:
		return true
	}
	return false
}

// widened is a column of numbers that machine code reads.
func (b *Bound) widened(data any) any {
	switch d := data.(type) {
	case []bool:
		wide := lend[int32](b, len(d))
		simd.WidenBools(wide, d)
		return wide
	case []uint8:
		return widen(b, d)
	case []int8:
		return widen(b, d)
	case []int16:
		return widen(b, d)
	case []uint16:
		return widen(b, d)
	}
	return data
}

// bytes are rows of the bytes of strings. Short strings are copied with what is behind them: processors cannot predict
// their lengths, and a wrong prediction takes longer than some bytes more.
func (b *Bound) bytes(texts *batch.Texts) []uint8 {
	rows := lend[uint8](b, texts.Size())
	if !simd.TakeRows(rows, texts.Where(), texts.Room()) {
		texts.Bytes(rows)
	}
	return rows
}

// numbers are bytes as numbers of 32 bits.
func (b *Bound) numbers(texts *batch.Texts) []int32 {
	rows := lend[int32](b, texts.Size())
	if !simd.TakeRows(rows, texts.Where(), texts.Room()) {
		simd.Widen(rows, b.bytes(texts))
	}
	return rows
}

// stringsOf returns the strings that a column of bytes and one of lengths make. Either may have one row for all lanes.
func stringsOf(bytes, lens batch.Column) []string {
	if texts, ok := bytes.Data.(*batch.Texts); ok {
		return texts.List()
	}
	rows, sizes := bytes.Data.([]uint8), batch.Settled([]batch.Column{lens})[0].Data
	each := bytes.Shape[0]
	at := func(of any, i int) int {
		switch of := of.(type) {
		case []int64:
			return int(of[min(i, len(of)-1)])
		case []int:
			return of[min(i, len(of)-1)]
		}
		panic(fmt.Sprintf("bug: bind: lengths are a %T", of))
	}
	n, _ := lens.Rows()
	list := make([]string, max(n, len(rows)/each))
	for i := range list {
		list[i] = unsafe.String(unsafe.SliceData(rows[min(i*each, len(rows)-each):]), at(sizes, i))
	}
	return list
}

// addresses are those of rows of so many bytes.
func (b *Bound) addresses(rows []uint8, each int) []uintptr {
	list := lend[uintptr](b, len(rows)/each)
	first := uintptr(unsafe.Pointer(unsafe.SliceData(rows)))
	for i := range list {
		list[i] = first + uintptr(i*each)
	}
	return list
}

func widen[T int8 | uint8 | int16 | uint16](b *Bound, from []T) []int32 {
	to := lend[int32](b, len(from))
	simd.Widen(to, from)
	return to
}

// narrow gives a column of narrow numbers the results of machine code.
func narrow(wide []int32, to any) {
	switch to := to.(type) {
	case []bool:
		simd.NarrowBools(to, wide)
	case []int8:
		simd.Narrow(to, wide)
	case []uint8:
		simd.Narrow(to, wide)
	case []int16:
		simd.Narrow(to, wide)
	case []uint16:
		simd.Narrow(to, wide)
	}
}

// repeated is a column in which each of n lanes has the same row.
func (b *Bound) repeated(data any, n int) any {
	switch d := data.(type) {
	case []bool:
		return repeat(b, d, n)
	case []int8:
		return repeat(b, d, n)
	case []uint8:
		return repeat(b, d, n)
	case []int16:
		return repeat(b, d, n)
	case []uint16:
		return repeat(b, d, n)
	case []int32:
		return repeat(b, d, n)
	case []int64:
		return repeat(b, d, n)
	case []int:
		return repeat(b, d, n)
	case []uint32:
		return repeat(b, d, n)
	case []uint64:
		return repeat(b, d, n)
	case []uintptr:
		return repeat(b, d, n)
	case []string:
		return slices.Repeat(d, n)
	case []uint:
		return repeat(b, d, n)
	case []float32:
		return repeat(b, d, n)
	case []float64:
		return repeat(b, d, n)
	}
	panic(fmt.Sprintf("bug: bind: a column is a %T", data))
}

func repeat[T element](b *Bound, row []T, n int) []T {
	all := lend[T](b, n*len(row))
	for done := copy(all, row); done < len(all); { // twice as much each time
		done += copy(all[done:], all[:done])
	}
	return all
}
