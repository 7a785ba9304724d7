package edit

import (
	"math/bits"
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
)

// addresses finds variables by the addresses of their names. An instruction
// mostly has its variables' names from their declarations, so that this finds
// most of them without looking at a name; a large function mentions hundreds of
// thousands of variables in every pass, and looking all of them up in a map took
// a quarter of the time. What it does not find may be a variable all the same.
type addresses []address

// address is where the text of a variable's name is. The declarations keep it
// there.
type address struct {
	text        uintptr
	length, num int32
}

func newAddresses(defs []program.VarDef) addresses {
	a := make(addresses, 1<<bits.Len(uint(2*len(defs))))
	for i, d := range defs {
		at := a.place(d.Name)
		for a[at].text != 0 {
			at = (at + 1) & (len(a) - 1)
		}
		a[at] = address{textOf(d.Name), int32(len(d.Name)), int32(i)}
	}
	return a
}

func textOf(name string) uintptr { return uintptr(unsafe.Pointer(unsafe.StringData(name))) }

// place is where the search for a name begins.
func (a addresses) place(name string) int {
	return int(uint64(textOf(name))*0x9e3779b97f4a7c15>>32) & (len(a) - 1)
}

// find returns the number of the variable whose name is at the same address.
func (a addresses) find(name string) (v int, ok bool) {
	text := textOf(name)
	for at := a.place(name); a[at].text != 0; at = (at + 1) & (len(a) - 1) {
		if a[at].text == text && int(a[at].length) == len(name) {
			return int(a[at].num), true
		}
	}
	return 0, false
}
