package codegen

import (
	"cmp"
	"slices"
	"sort"
)

// A jump to a place that is near takes two bytes, one to any place five or six. Which are near is known when all of the
// code is there: then the others' bytes are taken out. All are thought near first; those that do not reach are made long
// again, which moves others apart, until all reach (T. Szymanski, "Assembling code for machines with span-dependent
// instructions", 1978).

// x86Pad is what fills the code up to a multiple of its size.
type x86Pad struct {
	at, end int
	size    int
	fill    func(n int) []byte
}

// Align fills the code up to a multiple of a size with as many bytes as are missing.
func (x *X86) Align(size int, fill func(n int) []byte) {
	at := len(x.Code)
	x.Code = append(x.Code, fill(-at&(size-1))...)
	x.pads = append(x.pads, x86Pad{at, len(x.Code), size, fill})
}

// flexible is a part of the code that may become shorter, or that fills it up.
type flexible struct {
	at, end int // as it was written
	jump    int // its number, or -1
	pad     int
	short   bool
	grown   int // by how much the code up to its end is longer than it was written
}

// Shorten makes jumps short that reach so. What was added without [X86.Line] and [X86.Align] must not depend on its place,
// nor lead to others.
func (x *X86) Shorten() {
	var list []flexible
	for i, j := range x.jumps {
		if at := x.opcodeAt(j); at >= 0 {
			list = append(list, flexible{at: at, end: j.end, jump: i, short: true})
		}
	}
	for i, p := range x.pads {
		list = append(list, flexible{at: p.at, end: p.end, jump: -1, pad: i})
	}
	slices.SortStableFunc(list, func(a, b flexible) int { return cmp.Compare(a.end, b.end) })
	for again := true; again; {
		again = false
		x.place(list)
		for i := range list {
			s := &list[i]
			if !s.short {
				continue
			}
			if to, ok := x.Label(x.jumps[s.jump].label); ok {
				if d := moved(list, to) - (s.end + s.grown); d == int(int8(d)) {
					continue
				}
			}
			s.short, again = false, true
		}
	}
	x.move(list)
}

// shortJump and longJump are how many bytes a jump to a near place has, and one to any place.
const shortJump, longJump = 2, 5

// opcodeAt is where a jump begins; -1 if it is a call, which has no short form.
func (x *X86) opcodeAt(j x86Jump) int {
	const jmp, jcc = 0xe9, 0x80
	switch opcode := x.Code[j.at-1]; {
	case opcode == jmp:
		return j.at - 1
	case opcode&0xf0 == jcc:
		return j.at - 2
	}
	return -1
}

// place finds by how much the code grows, or shrinks.
func (x *X86) place(list []flexible) {
	grown := 0
	for i := range list {
		s := &list[i]
		if s.jump < 0 {
			grown = -(s.at+grown)&(x.pads[s.pad].size-1) - (s.end - s.at) + grown
		} else if s.short {
			grown += shortJump - (s.end - s.at)
		}
		s.grown = grown
	}
}

// moved is where the instruction at a place is then: behind what fills the code up to it.
func moved(list []flexible, at int) int {
	return at + grown(list, sort.Search(len(list), func(i int) bool { return list[i].end > at }))
}

// movedEnd is where an instruction ends then that ends at a place: before what fills the code up from it.
func movedEnd(list []flexible, at int) int {
	i := sort.Search(len(list), func(i int) bool { return list[i].end > at })
	for i > 0 && list[i-1].at == at {
		i--
	}
	return at + grown(list, i)
}

// grown is by how much the code is longer behind the first n parts.
func grown(list []flexible, n int) int {
	if n == 0 {
		return 0
	}
	return list[n-1].grown
}

// move writes the code again.
func (x *X86) move(list []flexible) {
	code, done := make([]byte, 0, len(x.Code)), 0
	gone := make([]bool, len(x.jumps))
	for _, s := range list {
		code = append(code, x.Code[done:s.at]...)
		switch done = s.end; {
		case s.jump < 0:
			p := &x.pads[s.pad]
			code = append(code, p.fill(-len(code)&(p.size-1))...)
		case s.short:
			to, _ := x.Label(x.jumps[s.jump].label)
			opcode := byte(0xeb)
			if s.end-s.at > longJump { // a conditional one
				opcode = x.Code[s.at+1] - 0x10
			}
			code = append(code, opcode, byte(moved(list, to)-(s.end+s.grown)))
			gone[s.jump] = true
		default:
			code = append(code, x.Code[s.at:s.end]...)
		}
	}
	x.Code = append(code, x.Code[done:]...)
	for i, at := range x.labels {
		if at > 0 {
			x.labels[i] = moved(list, at-1) + 1
		}
	}
	var jumps []x86Jump
	for i, j := range x.jumps {
		if !gone[i] {
			d := movedEnd(list, j.end) - j.end
			j.at, j.end = j.at+d, j.end+d
			jumps = append(jumps, j)
		}
	}
	x.jumps, x.pads = jumps, nil
	for i := range x.data {
		j := &x.data[i]
		d := movedEnd(list, j.end) - j.end
		j.at, j.end = j.at+d, j.end+d
	}
}
