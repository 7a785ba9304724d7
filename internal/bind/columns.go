package bind

import (
	"context"
	"fmt"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
)

// Columns gives a run of machine code its columns and uniforms, from those of a run of the
// machine. Machine code reads numbers of 32 and 64 bits, a row for each lane: columns of
// bools and narrow integers, and of one row for all lanes, are copied.
func Columns(ctx context.Context, run *turns.Run, machine *batch.Code, cols, out []batch.Column, opts ...batch.Option) error {
	scalars, tables, err := machine.Uniforms(ctx, opts...)
	if err != nil {
		return err
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
	for _, c := range cols {
		rows, err := c.Rows()
		if err != nil {
			return err
		}
		data := widened(c.Data)
		if rows == 1 && run.Lanes > 1 {
			data = repeated(data, run.Lanes)
		}
		run.In = append(run.In, data)
	}
	for _, c := range out {
		if data := c.Data; isNarrow(data) {
			run.Out = append(run.Out, make([]int32, run.Lanes*program.Elements(c.Shape)))
		} else {
			run.Out = append(run.Out, data)
		}
	}
	return nil
}

// Return gives columns the results of a run, as far as it had copies of them.
func Return(run *turns.Run, out []batch.Column) {
	for i, c := range out {
		narrow(run.Out[i], c.Data)
	}
}

func isNarrow(data any) bool {
	switch data.(type) {
	case []bool, []int8, []int16, []uint8, []uint16:
		return true
	}
	return false
}

// widened is a column of numbers that machine code reads.
func widened(data any) any {
	switch d := data.(type) {
	case []bool:
		wide := make([]int32, len(d))
		for i, b := range d {
			if b {
				wide[i] = 1
			}
		}
		return wide
	case []int8:
		return converted[int32](d)
	case []int16:
		return converted[int32](d)
	case []uint8:
		return converted[int32](d)
	case []uint16:
		return converted[int32](d)
	}
	return data
}

type number interface {
	~int8 | ~int16 | ~int32 | ~uint8 | ~uint16
}

func converted[To, From number](from []From) []To {
	to := make([]To, len(from))
	for i, x := range from {
		to[i] = To(x)
	}
	return to
}

// narrow gives a column of narrow numbers the results of machine code, if those are in
// another.
func narrow(from, to any) {
	wide, ok := from.([]int32)
	if !ok {
		return
	}
	switch to := to.(type) {
	case []bool:
		for i, x := range wide {
			to[i] = x != 0
		}
	case []int8:
		copy(to, converted[int8](wide))
	case []int16:
		copy(to, converted[int16](wide))
	case []uint8:
		copy(to, converted[uint8](wide))
	case []uint16:
		copy(to, converted[uint16](wide))
	}
}

// repeated is a column in which each of n lanes has the same row.
func repeated(data any, n int) any {
	switch d := data.(type) {
	case []int32:
		return repeat(d, n)
	case []int64:
		return repeat(d, n)
	case []int:
		return repeat(d, n)
	case []uint32:
		return repeat(d, n)
	case []uint64:
		return repeat(d, n)
	case []uint:
		return repeat(d, n)
	case []float32:
		return repeat(d, n)
	case []float64:
		return repeat(d, n)
	}
	panic(fmt.Sprintf("bug: bind: a column is a %T", data))
}

func repeat[T any](row []T, n int) []T {
	all := make([]T, 0, n*len(row))
	for range n {
		all = append(all, row...)
	}
	return all
}
