package codegen

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What nobody reads is dropped, and then what only that was made of; stores, comparisons that set flags, and what is
// kept across rounds stay.
func TestDropUnread(t *testing.T) {
	c := &Code{}
	reg := func() Reg { return c.NewReg(Vector, 32) }
	given, made, twice, pinned, read := reg(), reg(), reg(), reg(), reg()
	c.Pinned = []Reg{pinned}
	c.Put("VMOVUPD", mem(Address{Base: R8}), def(given))
	c.Put("VPADDQ", use(given), use(given), def(made))
	c.Put("VPADDQ", use(made), use(made), def(twice))
	c.Put("VPXOR", use(given), use(given), def(read))
	c.Put("VPADDQ", use(given), use(given), def(pinned))
	c.Put("VPTEST", use(read), use(read))
	c.Put("VMOVUPD", use(given), mem(Address{Base: R8}))
	c.Put("VFMADD231PD", use(given), use(given), both(reg()))
	c.dropUnread()
	var left []string
	for _, in := range c.Insts {
		left = append(left, in.Op)
	}
	require.Equal(t, []string{"VMOVUPD", "VPXOR", "VPADDQ", "VPTEST", "VMOVUPD", "VFMADD231PD"}, left)
}
