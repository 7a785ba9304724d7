package codegen

import (
	"cmp"
	"encoding/binary"
	"sort"

	"github.com/lockstep-simt/lockstep/internal/sorting"
)

// Jumps are added with distances of four bytes, since most go to labels that have no place yet. Shorten gives those
// to near places distances of one, as assemblers do (T. Szymanski, "Assembling code for machines with span-dependent
// instructions", 1978): all begin short, and those that do not reach become long until all reach.

// x86Pad is a place that will be a multiple of so many bytes.
type x86Pad struct {
	at, align int
	loop      bool // code comes by there, and may do so often
}

// Align notes that what comes next, a label first, begins at a multiple of so many bytes. Nothing comes by there:
// Shorten fills up with traps.
func (x *X86) Align(n int) { x.pads = append(x.pads, x86Pad{at: len(x.Code), align: n}) }

// AlignLoop is Align where code comes by: it is filled up with no-ops.
func (x *X86) AlignLoop(n int) {
	x.pads = append(x.pads, x86Pad{at: len(x.Code), align: n, loop: true})
}

// nops are instructions that do nothing, by length (Intel, Software Developer's Manual,
// volume 2, NOP).
var nops = [...][]byte{
	{}, {0x90}, {0x66, 0x90}, {0x0f, 0x1f, 0}, {0x0f, 0x1f, 0x40, 0}, {0x0f, 0x1f, 0x44, 0, 0},
	{0x66, 0x0f, 0x1f, 0x44, 0, 0},
	{0x0f, 0x1f, 0x80, 0, 0, 0, 0}, {0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0}, {0x66, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0},
}

// x86Piece is a jump or a pad: code that may take fewer or more bytes than now.
type x86Piece struct {
	from, to int // where it is now
	jump     *x86Jump
	pad      *x86Pad
	bytes    int // that it takes
	long     bool
	moved    int // by how much what is behind it moves
}

// Shorten makes jumps as short as they can be and aligns what should be. What is added later stays where it is added.
func (x *X86) Shorten() {
	pieces, calls := x.pieces()
	for again := true; again; {
		x.place(pieces)
		again = false
		for i := range pieces {
			if p := &pieces[i]; p.jump != nil && !p.long && !x.reaches(pieces, p) {
				p.long, p.bytes, again = true, p.to-p.from, true
			}
		}
	}
	x.rewrite(pieces, calls)
}

// pieces are what may change its length, in order, jumps as short as they can be at best; calls do not change theirs.
func (x *X86) pieces() (list []x86Piece, calls []x86Jump) {
	for i := range x.jumps {
		j := &x.jumps[i]
		p := x86Piece{to: j.end, jump: j, bytes: 2}
		switch {
		case x.Code[j.at-1] == 0xe9:
			p.from = j.at - 1
		case x.Code[j.at-1]&0xf0 == 0x80 && x.Code[j.at-2] == 0x0f:
			p.from = j.at - 2
		default:
			calls = append(calls, *j)
			continue
		}
		list = append(list, p)
	}
	for i := range x.pads {
		p := &x.pads[i]
		list = append(list, x86Piece{from: p.at, to: p.at, pad: p})
	}
	sorting.By(list, func(a, b x86Piece) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	return list, calls
}

// place finds out how far everything moves if pieces have the lengths that they have now.
func (x *X86) place(pieces []x86Piece) {
	moved := 0
	for i := range pieces {
		p := &pieces[i]
		if p.pad != nil {
			p.bytes = -(p.from + moved) & (p.pad.align - 1)
		}
		moved += p.bytes - (p.to - p.from)
		p.moved = moved
	}
}

// movedTo is where a place will be.
func movedTo(pieces []x86Piece, at int) int {
	i := sort.Search(len(pieces), func(i int) bool { return pieces[i].to > at })
	if i == 0 {
		return at
	}
	return at + pieces[i-1].moved
}

// reaches reports whether a short jump gets to where it goes.
func (x *X86) reaches(pieces []x86Piece, p *x86Piece) bool {
	to, _ := x.Label(p.jump.label)
	d := movedTo(pieces, to) - (p.to + p.moved)
	return d == int(int8(d))
}

// rewrite writes the code once more, with pieces of their lengths.
func (x *X86) rewrite(pieces []x86Piece, calls []x86Jump) {
	for _, list := range [][]x86Jump{calls, x.data} {
		for i := range list {
			at := movedTo(pieces, list[i].at)
			list[i].at, list[i].end = at, at+list[i].end-list[i].at
		}
	}
	code := make([]byte, 0, len(x.Code))
	done := 0
	for i := range pieces {
		p := &pieces[i]
		code = append(code, x.Code[done:p.from]...)
		done = p.to
		if p.pad != nil {
			code = p.fill(code)
			continue
		}
		j, distance := *p.jump, 1
		switch op := x.Code[j.at-1]; {
		case p.long:
			code, distance = append(code, x.Code[p.from:p.to]...), 4
		case op == 0xe9:
			code = append(code, 0xeb, 0)
		default:
			code = append(code, 0x70|op&15, 0)
		}
		j.at, j.end, j.short = len(code)-distance, len(code), !p.long
		calls = append(calls, j)
	}
	code = append(code, x.Code[done:]...)
	for n, at := range x.labels {
		if at > 0 {
			x.labels[n] = movedTo(pieces, at-1) + 1
		}
	}
	x.Code, x.jumps, x.pads = code, calls, nil
}

// fill adds what is in a pad.
func (p *x86Piece) fill(code []byte) []byte {
	for n := p.bytes; n > 0; {
		one := []byte{0xcc}
		if p.pad.loop {
			one = nops[min(n, len(nops)-1)]
		}
		code = append(code, one...)
		n -= len(one)
	}
	return code
}

// putDistance writes a distance that a jump has.
func (x *X86) putDistance(j x86Jump, to int) {
	if j.short {
		x.Code[j.at] = byte(to - j.end)
		return
	}
	binary.LittleEndian.PutUint32(x.Code[j.at:], uint32(to-j.end))
}
