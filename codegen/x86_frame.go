package codegen

import (
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Frames of a stack are lines of a lane's own: what is saved of one lane is one store, after
// the values of all lanes were transposed in registers. AVX2 does so in halves of a line, each of
// as many elements as there are lanes.

// frameForms are the forms that store and load frames.
func frameForms(m map[string]selectFunc, set arraySet) {
	m[StoreFrame+".u64"] = func(s *Selector, in Instr) { arrayAccess{s, optab.U64, set}.storeFrame(in) }
	m[LoadFrame+".u64"] = func(s *Selector, in Instr) { s.Set(in.Dst, arrayAccess{s, optab.U64, set}.loadFrame(in)) }
}

// frameLoad is the elements, or those of a part, that were loaded of a frame.
type frameLoad struct {
	array, part int
	depth       Reg
	elements    []Reg
}

// storeFrame adds the store of a frame for each lane.
func (a arrayAccess) storeFrame(in Instr) {
	a.Selector.frames = nil
	array, depth := a.Func.Arrays[in.Array], a.Of(in.Args[0])
	places := a.framePlaces(depth)
	const few = 3
	if n := bits.OnesCount64(in.Const); n < few {
		which := in.Const
		for _, v := range in.Args[1:] {
			k := bits.TrailingZeros64(which)
			a.storeElement(array, k, a.Of(v), places)
			which &^= 1 << k
		}
		return
	}
	values := make([]Reg, FrameElements)
	next := in.Args[1:]
	for k := range values {
		if values[k] = a.Of(next[0]); in.Const>>k&1 != 0 && len(next) > 1 {
			next = next[1:]
		}
	}
	for k := 0; in.Const>>k != 0; k += a.Lanes {
		a.transpose(values[k:k+a.Lanes], func(lane int, line Reg) {
			a.lane(places, lane)
			a.Put("VMOVUPD", use(line), mem(a.frameAt(array, lane).Plus(8*k)))
		})
	}
}

// storeElement adds the store of one element of each lane's frame.
func (a arrayAccess) storeElement(array Array, k int, v Reg, places Address) {
	parts := []Reg{v}
	for i := 1; i < a.rowBytes()/16; i++ {
		d := a.NewReg(Vector, 16)
		a.Put(a.set.extract(), imm(i), use(v), def(d))
		parts = append(parts, d)
	}
	for lane := range a.Lanes {
		a.lane(places, lane)
		half := lower(parts[lane/2], 16)
		a.Put([]string{"VMOVQ", "VMOVHPD"}[lane%2], half, mem(a.frameAt(array, lane).Plus(8*k)))
	}
}

// loadFrame adds the load of a frame for each lane, or of the part that is needed, and returns
// one of its elements, for all lanes.
func (a arrayAccess) loadFrame(in Instr) Reg {
	depth, part := a.Of(in.Args[0]), int(in.Const)/a.Lanes
	i := slices.IndexFunc(a.frames, func(f frameLoad) bool {
		return f.array == in.Array && f.part == part && f.depth == depth
	})
	if i < 0 {
		array, places := a.Func.Arrays[in.Array], a.framePlaces(depth)
		lines := make([]Reg, a.Lanes)
		for lane := range lines {
			lines[lane] = a.NewReg(Vector, a.rowBytes())
			a.lane(places, lane)
			a.Put("VMOVUPD", mem(a.frameAt(array, lane).Plus(part*a.rowBytes()-64)), def(lines[lane]))
		}
		f := frameLoad{in.Array, part, depth, make([]Reg, a.Lanes)}
		a.transpose(lines, func(k int, v Reg) { f.elements[k] = v })
		i = len(a.frames)
		a.Selector.frames = append(a.frames, f)
	}
	return a.Selector.frames[i].elements[int(in.Const)%a.Lanes]
}

// framePlaces puts the places of lanes' frames, in bytes behind the first, into a scratch row.
func (a arrayAccess) framePlaces(depth Reg) Address {
	return a.rowOnce("frames", depth, func() Reg { return a.opImm("VPSLLQ", 6, depth) })
}

// frameAt is a lane's frame whose place is in R13.
func (a arrayAccess) frameAt(array Array, lane int) Address {
	to := array.Addr.Plus(64 * (lane * FrameRows(array.Len) / FrameLanes))
	to.Index, to.Scale = R13, 1
	return to
}

// transpose adds code that makes of as many registers as there are lanes others: element i of the
// one is its element of the i-th. take gets each as soon as it is there.
func (a arrayAccess) transpose(in []Reg, take func(k int, v Reg)) {
	for odd, op := range []string{"VUNPCKLPD", "VUNPCKHPD"} {
		var pairs []Reg
		for p := 0; p < a.Lanes; p += 2 {
			pairs = append(pairs, a.two(op, -1, in[p], in[p+1]))
		}
		if a.Lanes == 4 {
			for half, n := range []int{0x20, 0x31} {
				take(2*half+odd, a.two("VPERM2F128", n, pairs[0], pairs[1]))
			}
			continue
		}
		for half, n := range []int{0x44, 0xee} {
			low, high := a.two("VSHUFF64X2", n, pairs[0], pairs[1]), a.two("VSHUFF64X2", n, pairs[2], pairs[3])
			for q, n := range []int{0x88, 0xdd} {
				take(2*(2*half+q)+odd, a.two("VSHUFF64X2", n, low, high))
			}
		}
	}
}

// two adds an instruction that takes elements of two registers, by a number unless that is negative.
func (a arrayAccess) two(op string, n int, x, y Reg) Reg {
	d := a.NewReg(Vector, a.rowBytes())
	args := []Arg{use(y), use(x), def(d)}
	if n >= 0 {
		args = append([]Arg{imm(n)}, args...)
	}
	a.Put(op, args...)
	return d
}
