package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/instance"
)

// word is an operand that is known by its name alone, and a function of that
// name that calls others.
type word struct {
	name  string
	calls []word
}

func (w word) Name() string                                     { return w.name }
func (w word) String() string                                   { return w.name }
func (w word) AppendKey(key []byte) []byte                      { return append(key, w.name...) }
func (w word) Defer(in, _ instance.Bundle) instance.Bundle      { return in }
func (w word) Begin(*instance.Entry) (instance.Body, error)     { return w, nil }
func (w word) Join(o instance.Operand) (instance.Operand, bool) { return w, w.String() == o.String() }
func (w word) Operations() []instance.Operation                 { return make([]instance.Operation, 1+len(w.calls)) }
func (w word) input() instance.Bundle {
	return instance.Bundle{{Tag: "x", Operand: word{name: w.name + " of x"}}}
}

func (w word) Run(c *instance.Context, op int, _ []instance.Operand) ([]instance.Operand, error) {
	if op < len(w.calls) {
		c.Call(w.calls[op], w.calls[op].input())
		return nil, nil
	}
	return nil, c.Return(instance.Bundle{{Tag: "r", Operand: word{name: "result"}}})
}

func TestInstances(t *testing.T) {
	leaf := word{name: "leaf"}
	middle := word{name: "middle", calls: []word{leaf, leaf}}
	root := word{name: "root", calls: []word{middle, leaf}}
	c := instance.New(instance.Options{})
	_, err := c.Run(root, root.input())
	require.NoError(t, err)
	var out bytes.Buffer
	writeInstances(&out, c)
	require.Equal(t, `instance  operations  calls  from          state  operands
root               3      0  -             done   (x: root of x) -> (r: result)
middle             3      1  root          done   (x: middle of x) -> (r: result)
leaf               1      3  root, middle  done   (x: leaf of x) -> (r: result)

3 instances of 3 functions; 2 calls found one that was there, 0 of them unfinished; 0 calls deferred; 9 runs of operations
`, out.String())
}
