package lockstep

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

const counter = `package f

import "errors"

var ErrLate = errors.New("late")

type state struct{ n int; err error }

type Counter struct { S state; Err error }

func (c *Counter) Add(x int) {
	if c.Err != nil || c.S.err != nil {
		return
	}
	if c.S.n += x; x > 9 {
		c.Err = ErrLate
	}
}
`

// An error in what lanes bring is nil: there is no column for it, and what holds one is refused.
func TestStructErrors(t *testing.T) {
	type state struct {
		n   int
		err error
	}
	type Counter struct {
		S   state
		Err error
	}
	fn := MustCompile(counter, "Counter.Add")
	columns := Inputs{"c": []Counter{{S: state{n: 1}}, {S: state{n: 2}}}, "x": []int{3, 10}}
	r, err := fn.Run(context.Background(), columns)
	require.NoError(t, err)
	require.Equal(t, []int64{4, 12}, r.Column("c.out.S.n"))
	require.EqualError(t, r.Errors("c.out.Err")[1], "late")
	require.NoError(t, r.Errors("c.out.Err")[0])

	type row struct {
		C Counter
		X int
	}
	rows := []row{{C: Counter{}, X: 1}, {C: Counter{S: state{err: errors.New("before")}}}}
	_, err = fn.Rows(rows)
	require.ErrorContains(t, err, "lane 1 has an error in field err, which lanes cannot bring")
	rows[1].C.S.err = nil
	_, err = fn.Rows(rows)
	require.NoError(t, err)

	columns["c"] = []*Counter{{}, {Err: errors.New("before")}}
	_, err = fn.Run(context.Background(), columns)
	require.ErrorContains(t, err, "column c: lane 1 has an error in field Err")
}
