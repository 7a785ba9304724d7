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
type addresses struct {
	defs   []program.VarDef // keep the texts of names where they are
	places []int32          // one more than a number, or 0
}

func newAddresses(defs []program.VarDef) addresses {
	a := addresses{defs, make([]int32, 1<<bits.Len(uint(2*len(defs))))}
	for i := range defs {
		at := a.start(defs[i].Name)
		for a.places[at] != 0 {
			at = a.next(at)
		}
		a.places[at] = int32(i) + 1
	}
	return a
}

func textOf(name string) uintptr { return uintptr(unsafe.Pointer(unsafe.StringData(name))) }

// start is where the search for a name begins, and next where it goes on.
func (a *addresses) start(name string) int {
	return int(uint64(textOf(name))*0x9e3779b97f4a7c15>>32) & (len(a.places) - 1)
}

func (a *addresses) next(at int) int { return (at + 1) & (len(a.places) - 1) }

// find returns the number of the variable whose name is at the same address.
func (a *addresses) find(name string) (v int, ok bool) {
	text := textOf(name)
	for at := a.start(name); a.places[at] != 0; at = a.next(at) {
		v := int(a.places[at]) - 1
		if is := a.defs[v].Name; textOf(is) == text && len(is) == len(name) {
			return v, true
		}
	}
	return 0, false
}
