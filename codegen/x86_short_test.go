package codegen

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Jumps reach their labels whether they are short or not, are short where that is enough, and what is aligned stays so.
func TestShorten(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	short, long := 0, 0
	for range 300 {
		labels := 1 + r.IntN(12)
		var lines []Line // of no operation: alignment
		for n := range labels {
			lines = append(lines, Line{Op: LabelOp, Args: []Operand{LabelOf(n)}})
		}
		for range 10 + r.IntN(150) {
			switch to := LabelOf(r.IntN(labels)); r.IntN(8) {
			case 0:
				lines = append(lines, Line{Op: "JMP", Args: []Operand{to}})
			case 1, 2:
				lines = append(lines, Line{Op: "JEQ", Args: []Operand{to}})
			case 3:
				lines = append(lines, Line{Op: "CALL", Args: []Operand{to}})
			case 4:
				lines = append(lines, Line{Op: "MOVQ", Args: []Operand{MemoryOf(InData(0, 8), 0), GeneralOf(AX)}})
			case 5:
				lines = append(lines, Line{})
			default:
				lines = append(lines, Line{Op: "MOVQ", Args: []Operand{ImmediateOf(7), GeneralOf(CX)}})
			}
		}
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		x := NewX86()
		for _, l := range lines {
			if l.Op == "" {
				x.Align(32, func(n int) []byte { return bytes.Repeat([]byte{0x90}, n) })
			} else {
				require.NoError(t, x.Line(l))
			}
		}
		x.Shorten()
		data := len(x.Code)
		require.NoError(t, x.Finish([]int{data}))
		s, l := requireReaches(t, x, lines, data)
		short, long = short+s, long+l
	}
	require.Greater(t, short, 1000)
	require.Greater(t, long, 1000)
}

// requireReaches reads the code of lines, and returns how many jumps are short and how many could not be.
func requireReaches(t *testing.T, x *X86, lines []Line, data int) (short, long int) {
	t.Helper()
	at := 0
	far := func(bytes int) int {
		d := int(int32(binary.LittleEndian.Uint32(x.Code[at+bytes-4:])))
		at += bytes
		return at + d
	}
	near := func() int {
		d := int(int8(x.Code[at+1]))
		at += 2
		return at + d
	}
	for _, l := range lines {
		switch l.Op {
		case "":
			for at%32 != 0 {
				require.Equal(t, byte(0x90), x.Code[at])
				at++
			}
			continue
		case LabelOp:
			place, ok := x.Label(l.Args[0].N())
			require.True(t, ok)
			for at < place && x.Code[at] == 0x90 {
				at++
			}
			require.Equal(t, at, place)
			continue
		case "MOVQ":
			if l.Args[0].IsMemory() {
				require.Equal(t, data+8, far(7))
			} else {
				at += 7
			}
			continue
		}
		place, _ := x.Label(l.Args[0].N())
		size := map[byte]int{0xeb: 2, 0x74: 2, 0xe9: 5, 0xe8: 5, 0x0f: 6}[x.Code[at]]
		require.NotZero(t, size)
		if size == 2 {
			require.Equal(t, place, near())
			short++
			continue
		}
		require.Equal(t, place, far(size))
		if l.Op != "CALL" {
			d := place - at
			require.False(t, -64 < d && d < 64, "%s over %d bytes", l.Op, d) // what fills may have become shorter again
			long++
		}
	}
	require.Equal(t, data, at)
	return short, long
}
