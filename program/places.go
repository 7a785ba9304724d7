package program

import (
	"hash/maphash"
	"math/bits"
)

// places finds declarations by name: by open addressing with linear probing, a place is one more than a number in the
// list, or 0. A map would have each name and its number once more; every pass makes or copies one of these, and the
// memory of this one has no pointers that a collection must follow.
type places []int32

var seed = maphash.MakeSeed()

// placesOf returns the places of declarations, whose names all differ.
func placesOf(list []VarDef) places {
	p := make(places, 4<<bits.Len(uint(len(list))/2))
	for i := range list {
		p.put(list, i)
	}
	return p
}

// add notes the last of the declarations.
func (p *places) add(list []VarDef) {
	if 3*len(list) > 2*len(*p) {
		*p = placesOf(list)
		return
	}
	p.put(list, len(list)-1)
}

// put notes where a declaration is.
func (p places) put(list []VarDef, i int) {
	at := p.start(list[i].Name)
	for p[at] != 0 {
		at = (at + 1) & (len(p) - 1)
	}
	p[at] = int32(i) + 1
}

// find returns the number of the declaration with a name. The list may be shorter than it was when places were noted:
// it is a copy then, from before others were declared.
func (p places) find(list []VarDef, name string) (i int, ok bool) {
	if len(p) == 0 {
		return 0, false
	}
	for at := p.start(name); p[at] != 0; at = (at + 1) & (len(p) - 1) {
		if i := int(p[at]) - 1; i < len(list) && list[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// start is where the search for a name begins.
func (p places) start(name string) int { return int(maphash.String(seed, name)) & (len(p) - 1) }
