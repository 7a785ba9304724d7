package codegen

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// stretch is code to jump about in: jumps, and moves, each of another number. Some moves have a label before them.
type stretch struct {
	x      *X86
	moves  int
	labels []int    // the move that each is before
	ops    []string // jumps
	goes   []int    // the label of each
}

func (s *stretch) move() {
	s.x.Code = append(s.x.Code, 0xb8) // MOVL $n, AX
	s.x.Code = binary.LittleEndian.AppendUint32(s.x.Code, uint32(s.moves))
	s.moves++
}

func (s *stretch) label(t *testing.T) {
	require.NoError(t, s.x.Line(Line{Op: LabelOp, Args: []Operand{LabelOf(len(s.labels))}}))
	s.labels = append(s.labels, s.moves)
}

func (s *stretch) jump(t *testing.T, op string, label int) {
	require.NoError(t, s.x.Line(Line{Op: op, Args: []Operand{LabelOf(label)}}))
	s.ops, s.goes = append(s.ops, op), append(s.goes, label)
}

// went is where a jump goes in machine code.
type went struct {
	move     int
	distance int // from its end
	bytes    int // that it takes
}

// read goes through the code, and returns where its jumps go.
func (s *stretch) read(t *testing.T) (jumps []went) {
	code, moves := s.x.Code, map[int]int{}
	var ends []int
	jump := func(at, bytes, distance int) int {
		jumps, ends = append(jumps, went{distance: distance, bytes: bytes}), append(ends, at+bytes)
		return at + bytes
	}
	far := func(at int) int { return int(int32(binary.LittleEndian.Uint32(code[at:]))) }
	for at := 0; at < len(code); {
		switch op := code[at]; {
		case op == 0xb8:
			moves[at] = far(at + 1)
			at += 5
		case op == 0xe9 || op == 0xe8:
			at = jump(at, 5, far(at+1))
		case op == 0xeb || op&0xf0 == 0x70:
			at = jump(at, 2, int(int8(code[at+1])))
		case op == 0x0f && code[at+1]&0xf0 == 0x80:
			at = jump(at, 6, far(at+2))
		default: // traps or no-ops before a move, with no byte as it begins with
			for ; code[at] != 0xb8; at++ {
			}
		}
	}
	for i := range jumps {
		to := ends[i] + jumps[i].distance
		n, is := moves[to]
		require.True(t, is, "a jump goes to %#x", to)
		jumps[i].move = n
	}
	return jumps
}

// Jumps go where they went before, and are long only where they would not reach otherwise.
func TestShorten(t *testing.T) {
	for seed := range uint64(300) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			s := &stretch{x: NewX86()}
			labels, aligned := 1+r.IntN(40), seed%2 == 0
			for len(s.labels) < labels {
				for range r.IntN(1 + r.IntN(20)) {
					if r.IntN(4) > 0 {
						s.move()
						continue
					}
					s.jump(t, []string{"JMP", "JLT", "JPS", "JEQ", "CALL"}[r.IntN(5)], r.IntN(labels))
				}
				switch n := r.IntN(6); {
				case n == 0 && aligned:
					s.x.AlignLoop(32)
				case n == 1 && aligned:
					s.x.Align(64)
				}
				s.label(t)
				s.move()
			}
			s.x.Shorten()
			require.NoError(t, s.x.Finish(nil))
			jumps := s.read(t)
			require.Len(t, jumps, len(s.goes))
			for i, label := range s.goes {
				j := jumps[i]
				require.Equal(t, s.labels[label], j.move, "jump %d", i)
				if s.ops[i] == "CALL" || j.bytes == 2 || aligned {
					continue
				}
				if j.distance < 0 {
					j.distance += j.bytes - 2
				}
				require.NotEqual(t, int(int8(j.distance)), j.distance, "jump %d would reach if it were short", i)
			}
		})
	}
}
