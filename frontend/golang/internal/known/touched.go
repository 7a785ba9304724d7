package known

import (
	"encoding/binary"
	"fmt"

	"github.com/lockstep-simt/lockstep/internal/instance"
)

// CellKey names the static part of a leaf of a region among the cells of an
// instance.
type CellKey struct {
	Region string
	Leaf   int
}

// TouchedKey names the cell of what an instance and its callees read and write of a
// region that the caller has.
type TouchedKey struct{ Region string }

// Touched says which leaves were read and written, and which only where an append found room
// behind a slice: of what lanes bring there is none, unless it was cut before. Begun says which slices began in the
// memory that were nil, or without room in theirs, and Room for how many elements there would have to be room so that
// appends can go on in it.
type Touched struct {
	Read, Written, Grown Bits
	Begun                Begun
	Room                 int64
}

// Begun is a set of slices.
type Begun uint8

const (
	BegunGiven Begun = 1 << iota // an argument that was nil
	BegunMoved                   // an argument that was of other memory, without room
	BegunHeld                    // what memory refers to, and refers to it afterwards
)

var _ instance.Operand = Touched{}

// Bits is a set of leaves, by their numbers.
type Bits []uint64

// Has reports whether i is in the set.
func (b Bits) Has(i int) bool { return i/64 < len(b) && b[i/64]>>(i%64)&1 != 0 }

// Union returns what is in either set.
func (b Bits) Union(c Bits) Bits {
	out := make(Bits, max(len(b), len(c)))
	copy(out, b)
	for i, w := range c {
		out[i] |= w
	}
	return out
}

// RangeBits returns the set of from … to-1.
func RangeBits(from, to int) Bits {
	b := make(Bits, (to+63)/64)
	for i := from; i < to; i++ {
		b[i/64] |= 1 << (i % 64)
	}
	return b
}

// AppendKey appends the canonical form of t.
func (t Touched) AppendKey(key []byte) []byte {
	for _, b := range []Bits{t.Read, t.Written, t.Grown} {
		for len(b) > 0 && b[len(b)-1] == 0 {
			b = b[:len(b)-1]
		}
		key = append(key, byte(len(b)))
		for _, w := range b {
			for s := range 8 {
				key = append(key, byte(w>>(8*s)))
			}
		}
	}
	key = append(key, byte(t.Begun))
	return binary.LittleEndian.AppendUint64(key, uint64(t.Room))
}

// Join returns what either reads, writes, grows, begins and needs.
func (t Touched) Join(with instance.Operand) (instance.Operand, bool) {
	u, ok := with.(Touched)
	if !ok {
		return nil, false
	}
	return Touched{t.Read.Union(u.Read), t.Written.Union(u.Written), t.Grown.Union(u.Grown), t.Begun | u.Begun,
		max(t.Room, u.Room)}, true
}

// String prints t for the log.
func (t Touched) String() string {
	return fmt.Sprintf("reads %x writes %x grows %x begins %x needs %d", t.Read, t.Written, t.Grown, t.Begun, t.Room)
}
