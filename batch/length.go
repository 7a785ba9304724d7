package batch

import (
	"fmt"
	"unsafe"

	"github.com/lockstep-simt/lockstep/simd"
)

// LongText is the error of a run with a string that has more bytes than there is room for.
type LongText struct {
	Name              string // of the slice of its bytes
	Lane, Bytes, Room int
}

func (e *LongText) Error() string {
	return fmt.Sprintf("batch: input %s: lane %d has a string of %d bytes; there is room for %d", e.Name, e.Lane,
		e.Bytes, e.Room)
}

// checkLengths returns an error if a lane brings a slice of a length that it
// cannot have. The columns are of the right types. Lengths of strings in checked columns somebody else looks at.
func (c *Code) checkLengths(inputs []Column, checked func(col int) bool) error {
	for _, s := range c.slices {
		least, most := int64(s.Least()), int64(s.Cap)
		if t, ok := inputs[s.Len].Data.(*Lengths); ok {
			if t.texts.room != s.Cap {
				return fmt.Errorf("batch: input %s: strings have room for %d; the capacity is %d", s.Name, t.texts.room,
					s.Cap)
			}
			if checked(s.Len) {
				continue
			}
			if lane := t.texts.Long(); lane >= 0 {
				return &LongText{s.Name, lane, len(t.texts.list[lane]), s.Cap}
			}
			continue
		}
		lens := as64(inputs[s.Len].Data).([]int64)
		if haveLengths(lens, least, most) {
			continue
		}
		for lane, n := range lens {
			if n < least || n > most {
				return fmt.Errorf("batch: input %s: lane %d has the length %d; the capacity is %d", s.Name, lane, n,
					s.Cap)
			}
		}
	}
	return nil
}

// Kernels look at so many lengths at a time, and at no fewer than make up for calling them.
const (
	lengthsAtOnce = 4096
	fewLengths    = 256
)

// haveLengths reports whether all lengths are from least to most. What functions do with a slice may take little longer
// than a look at its length, so that kernels look where there are many.
func haveLengths(lens []int64, least, most int64) bool {
	if n := len(lens) &^ 63; n >= fewLengths {
		if !haveLengthsByKernels(lens[:n], least, most) {
			return false
		}
		lens = lens[n:]
	}
	signs := int64(0) // negative if one of the differences is
	for _, n := range lens {
		signs |= (n - least) | (most - n)
	}
	return signs >= 0
}

// haveLengthsByKernels is haveLengths for a multiple of 64 lengths.
func haveLengthsByKernels(lens []int64, least, most int64) bool {
	below := comparison{kernel: simd.Lookup("lt.i64"), limit: repeated(least)}
	above := comparison{kernel: simd.Lookup("gt.i64"), limit: repeated(most)}
	for len(lens) > 0 {
		part := lens[:min(len(lens), lengthsAtOnce)]
		if below.isOfAny(part) || above.isOfAny(part) {
			return false
		}
		lens = lens[len(part):]
	}
	return true
}

// comparison is with a number, which kernels read as many times as fill 64 bytes.
type comparison struct {
	kernel simd.Kernel
	limit  [8]int64
	found  [lengthsAtOnce / 64]uint64
}

func repeated(n int64) [8]int64 { return [8]int64{n, n, n, n, n, n, n, n} }

// isOfAny reports whether it is true of any of some lengths.
func (c *comparison) isOfAny(lens []int64) bool {
	c.kernel.Call(&simd.Args{Dst: unsafe.Pointer(&c.found), X: unsafe.Pointer(unsafe.SliceData(lens)), SX: 1,
		Y: unsafe.Pointer(&c.limit)}, len(lens))
	return simd.AnyNonZero(c.found[:len(lens)/64])
}
