package edit

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/internal/places"
	"github.com/lockstep-simt/lockstep/program"
)

// addresses finds variables by the addresses of their names. An instruction
// mostly has its variables' names from their declarations, so that this finds
// most of them without looking at a name; a large function mentions hundreds of
// thousands of variables in every pass, and looking all of them up in a map took
// a quarter of the time. What it does not find may be a variable all the same.
type addresses struct {
	defs   []program.VarDef // keep the texts of names where they are
	places places.Table
}

func newAddresses(defs []program.VarDef) addresses {
	a := addresses{defs, places.New(len(defs))}
	for i := range defs {
		a.places.Add(hashOf(textOf(defs[i].Name)), i)
	}
	return a
}

func textOf(name string) uintptr { return uintptr(unsafe.Pointer(unsafe.StringData(name))) }

// hashOf returns the hash of an address.
func hashOf(text uintptr) uint64 { return uint64(text) * 0x9e3779b97f4a7c15 >> 32 }

// find returns the number of the variable whose name is at the same address.
func (a *addresses) find(name string) (v int, ok bool) {
	text := textOf(name)
	t := a.places
	for at := t.Start(hashOf(text)); t.Has(at); at = t.Next(at) {
		v := t.At(at)
		if is := a.defs[v].Name; textOf(is) == text && len(is) == len(name) {
			return v, true
		}
	}
	return 0, false
}
