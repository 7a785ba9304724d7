package turns

import (
	"context"
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// Host is a phase that has no code: Go runs it for the lanes that wait there, whenever the code
// is left between two turns. It takes values of these lanes out of the frame, computes others
// of them, and puts those back.
type Host struct {
	// Wait is where the mask of the lanes that wait is in the frame, of the first group, and
	// Then that of the block behind; a negative Then is the place of lanes that are in no mask.
	// Bits tells that a mask is bits of a word, and not elements of the widest type. But if
	// Places is not 0, it is where the places of the lanes of the first group are, numbers of the
	// widest type: then Wait and Then are such numbers.
	Wait, Then int
	Bits       bool
	Places     int
	// Args and Results say where values are. Buffers is how many buffers there are for them.
	Args, Results []HostValue
	Buffers       int
	// New gives a worker what computes the results of n lanes from their arguments, all of
	// which are in these buffers. If stop returns true it may end early.
	New func(buffers []HostBuffer) (run func(n int, stop func() bool))
}

// HostValue is a value of each lane: the buffer for it, and where it is in the frame. There it is
// a row of the first group at At, and of each other group a step further on; or one word
// that all lanes share; or nothing, if At is negative: then it is Bits, or a uniform.
type HostValue struct {
	Buffer  int
	Size    int // bytes
	At      int
	Shared  bool
	Bits    uint64
	Uniform string
}

// HostBuffer has the values of all lanes that may wait at a phase, next to each other. Kernels
// want room for a multiple of 64.
type HostBuffer [64]uint64

// hosting serves the host phases of a worker.
type hosting struct {
	shape   *Shape
	frame   []byte
	stop    func() bool
	runs    []func(n int, stop func() bool)
	buffers []HostBuffer
	// at is where the lanes that wait have their elements of 4 bytes and of 8, in rows.
	at [2][len(HostBuffer{})]int
	// served is how many lanes were served, and exits how often the code was left for some.
	served, exits int64
}

// newHosting returns what serves host phases, or nil if the code has none.
func (s *Shape) newHosting(ctx context.Context, frame []byte, r *Run) *hosting {
	if len(s.Hosts) == 0 {
		return nil
	}
	h := &hosting{shape: s, frame: frame, stop: func() bool { return ctx.Err() != nil }}
	buffers := 0
	for i := range s.Hosts {
		buffers += s.Hosts[i].Buffers
	}
	h.buffers = make([]HostBuffer, buffers)
	free := h.buffers
	for i := range s.Hosts {
		host := &s.Hosts[i]
		own := free[:host.Buffers]
		free = free[host.Buffers:]
		for _, v := range host.Args {
			if v.At < 0 {
				if v.Uniform != "" {
					v.Bits = r.Uniforms[v.Uniform]
				}
				own[v.Buffer].fill(v.Size, v.Bits)
			}
		}
		h.runs = append(h.runs, host.New(own))
	}
	return h
}

// fill puts a value into all elements of a size.
func (b *HostBuffer) fill(size int, value uint64) {
	if size == 4 {
		value = value<<32 | value&(1<<32-1)
	}
	for i := range b {
		b[i] = value
	}
}

// serve runs the host phases for the lanes that wait there. In the middle of a turn nobody
// is let on: what phases write without a mask they may write where no lane waits.
func (h *hosting) serve() {
	if h == nil || binary.LittleEndian.Uint64(h.frame[FrameResume:]) != 0 {
		return
	}
	some := false
	buffers := h.buffers
	for i := range h.shape.Hosts {
		host := &h.shape.Hosts[i]
		own := buffers[:host.Buffers]
		buffers = buffers[host.Buffers:]
		n := h.take(host)
		if n == 0 {
			continue
		}
		some = true
		h.served += int64(n)
		for k := range host.Args {
			h.move(&host.Args[k], own, n, false)
		}
		h.runs[i](n, h.stop)
		for k := range host.Results {
			h.move(&host.Results[k], own, n, true)
		}
	}
	if some {
		h.exits++
	}
}

// take lists the lanes that wait at a phase, which then wait at the block behind, and returns
// how many they are.
func (h *hosting) take(host *Host) (n int) {
	s := h.shape
	add := func(g, lane int) {
		h.at[0][n], h.at[1][n] = g*s.Step+4*lane, g*s.Step+8*lane
		n++
	}
	for g := range s.Groups {
		if host.Places != 0 {
			row := h.frame[host.Places+g*s.Step:]
			for lane := range s.Lanes {
				if s.number(row, lane) == host.Wait {
					add(g, lane)
					s.setNumber(row, lane, host.Then)
				}
			}
			continue
		}
		wait, then := host.Wait+g*s.Step, host.Then+g*s.Step
		if host.Bits {
			word := binary.LittleEndian.Uint64(h.frame[wait:])
			for left := word; left != 0; left &= left - 1 {
				add(g, bits.TrailingZeros64(left))
			}
			binary.LittleEndian.PutUint64(h.frame[wait:], 0)
			if host.Then >= 0 {
				binary.LittleEndian.PutUint64(h.frame[then:], binary.LittleEndian.Uint64(h.frame[then:])|word)
			}
			continue
		}
		for lane := range s.Lanes {
			at := lane * s.Width
			if h.frame[wait+at] == 0 {
				continue
			}
			add(g, lane)
			if host.Then >= 0 {
				copy(h.frame[then+at:], h.frame[wait+at:wait+at+s.Width])
			}
			clear(h.frame[wait+at : wait+at+s.Width])
		}
	}
	return n
}

// move moves a value of n lanes from the frame to its buffer, or back.
func (h *hosting) move(v *HostValue, buffers []HostBuffer, n int, back bool) {
	if v.At < 0 {
		return
	}
	to := &buffers[v.Buffer]
	row := h.frame[v.At:]
	switch {
	case v.Shared:
		to.fill(v.Size, binary.LittleEndian.Uint64(row))
	case v.Size == 4:
		narrow := (*[2 * len(to)]uint32)(unsafe.Pointer(to))
		for i, at := range h.at[0][:n] {
			if back {
				binary.LittleEndian.PutUint32(row[at:], narrow[i])
			} else {
				narrow[i] = binary.LittleEndian.Uint32(row[at:])
			}
		}
	default:
		for i, at := range h.at[1][:n] {
			if back {
				binary.LittleEndian.PutUint64(row[at:], to[i])
			} else {
				to[i] = binary.LittleEndian.Uint64(row[at:])
			}
		}
	}
}
