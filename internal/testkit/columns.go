package testkit

import (
	"math"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// Lanes returns the rows of columns as the oracle's lanes. Columns have equal
// numbers of rows.
func Lanes(cols []batch.Column) []Lane {
	n := 1
	if len(cols) > 0 {
		n, _ = cols[0].Rows()
	}
	lanes := make([]Lane, n)
	for j := range lanes {
		for _, c := range cols {
			lanes[j] = append(lanes[j], row(c, j, c.Shape))
		}
	}
	return lanes
}

// setRow puts the oracle's value into a row of a column.
func setRow(c batch.Column, row int, v interp.Value) {
	n := len(v.Bits)
	for e, x := range v.Bits {
		i := row*n + e
		switch d := c.Data.(type) {
		case []bool:
			d[i] = x != 0
		case []int8:
			d[i] = int8(x)
		case []int16:
			d[i] = int16(x)
		case []int32:
			d[i] = int32(x)
		case []int64:
			d[i] = int64(x)
		case []int:
			d[i] = int(x)
		case []uint:
			d[i] = uint(x)
		case []uint8:
			d[i] = uint8(x)
		case []uint16:
			d[i] = uint16(x)
		case []uint32:
			d[i] = uint32(x)
		case []uint64:
			d[i] = uint64(x)
		case []float32:
			d[i] = math.Float32frombits(uint32(x))
		case []float64:
			d[i] = math.Float64frombits(x)
		}
	}
}

// row takes a row of a column as the oracle's value.
func row(c batch.Column, row int, shape []int) interp.Value {
	n := program.Elements(shape)
	v := interp.Value{Type: program.TensorType{Shape: shape}, Bits: make([]uint64, n)}
	for e := range v.Bits {
		i := row*n + e
		switch d := c.Data.(type) {
		case []bool:
			v.Type.Dtype = program.Bool
			if d[i] {
				v.Bits[e] = 1
			}
		case []int8:
			v.Type.Dtype, v.Bits[e] = program.I32, uint64(uint32(int32(d[i])))
		case []int16:
			v.Type.Dtype, v.Bits[e] = program.I32, uint64(uint32(int32(d[i])))
		case []int32:
			v.Type.Dtype, v.Bits[e] = program.I32, uint64(uint32(d[i]))
		case []int:
			v.Type.Dtype, v.Bits[e] = program.I64, uint64(d[i])
		case []uint:
			v.Type.Dtype, v.Bits[e] = program.U64, uint64(d[i])
		case []int64:
			v.Type.Dtype, v.Bits[e] = program.I64, uint64(d[i])
		case []uint8:
			v.Type.Dtype, v.Bits[e] = program.U32, uint64(uint32(d[i]))
		case []uint16:
			v.Type.Dtype, v.Bits[e] = program.U32, uint64(uint32(d[i]))
		case []uint32:
			v.Type.Dtype, v.Bits[e] = program.U32, uint64(uint32(d[i]))
		case []uint64:
			v.Type.Dtype, v.Bits[e] = program.U64, uint64(d[i])
		case []float32:
			v.Type.Dtype, v.Bits[e] = program.F32, uint64(math.Float32bits(d[i]))
		case []float64:
			v.Type.Dtype, v.Bits[e] = program.F64, math.Float64bits(d[i])
		}
	}
	return v
}
