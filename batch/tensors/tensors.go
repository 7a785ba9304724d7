package tensors

import (
	"context"
	"fmt"

	"gorgonia.org/tensor"

	// tensor v0.9.24 refuses to start under a Go release that this module does
	// not know; requiring its newest version keeps the check satisfied.
	_ "go4.org/unsafe/assume-no-moving-gc"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
)

// Run runs code over tensors, one for each leaf of the program's VarsIn, of
// shape [batch, event…]. Leading axes are equal or 1; one of 1 holds for all
// lanes. The results are tensors over the result columns, without a copy.
//
// Inputs share their backing slices with the run and must not change until it
// returns. A tensor that is a view, or not in row-major order, is copied.
func Run(ctx context.Context, code *batch.Code, inputs []*tensor.Dense, opts ...batch.Option) ([]*tensor.Dense,
	*batch.Result, error) {
	params := code.Params()
	if len(inputs) != len(params) {
		return nil, nil, fmt.Errorf("tensors: %d inputs for %d parameters", len(inputs), len(params))
	}
	cols := make([]batch.Column, len(inputs))
	for i, t := range inputs {
		var err error
		if cols[i], err = Column(t); err != nil {
			return nil, nil, fmt.Errorf("tensors: argument %s: %w", params[i].Name, err)
		}
	}
	res, err := code.Run(ctx, cols, opts...)
	if res == nil {
		return nil, nil, err
	}
	out := make([]*tensor.Dense, len(res.Cols))
	for i, c := range res.Cols {
		out[i] = Dense(c)
	}
	return out, res, err
}

// Column returns the column of a tensor [batch, event…], sharing its data if
// it is contiguous and in row-major order. A tensor without axes is one lane.
func Column(t *tensor.Dense) (batch.Column, error) {
	if t.RequiresIterator() || t.DataOrder().IsColMajor() {
		c, ok := t.Materialize().(*tensor.Dense)
		if !ok || c.RequiresIterator() || c.DataOrder().IsColMajor() {
			return batch.Column{}, fmt.Errorf("a tensor of shape %v in column-major order is not accepted; make "+
				"it row-major", t.Shape())
		}
		t = c
	}
	data := t.Data()
	if t.IsScalar() {
		data = batch.SliceOf(data)
	}
	if batch.GoType(data) == program.GoStored {
		return batch.Column{}, fmt.Errorf("a tensor of %v is not accepted; numbers and bools are", t.Dtype())
	}
	var shape []int
	if s := t.Shape(); len(s) > 1 {
		shape = append(shape, s[1:]...)
	}
	return batch.Column{Data: data, Shape: shape}, nil
}

// Dense returns the tensor [batch, event…] over a column, sharing its data.
func Dense(c batch.Column) *tensor.Dense {
	rows, err := c.Rows()
	if err != nil {
		panic("tensors: " + err.Error())
	}
	return tensor.New(tensor.WithShape(append([]int{rows}, c.Shape...)...), tensor.WithBacking(c.Data))
}
