package codegen

import (
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// a64Examples are lines of every instruction that the assembler of A64 has beside the
// vector instructions of its table, which TestA64Encodings is for.
func a64Examples() (list []Line) {
	g := func(n int) Operand { return GeneralOf(General(n + 1)) }
	n := ImmediateOf
	m := func(a Address) Operand { return MemoryOf(a, 0) }
	v := func(num int) Operand { return VectorOf(num, 16) }
	add := func(op string, args ...Operand) { list = append(list, Line{Op: op, Args: args}) }
	base := func(n int) General { return General(n + 1) }
	for _, op := range []string{"ADD", "SUB", "SUBS", "AND", "ANDS", "ORR", "EOR", "BIC"} {
		add(op, g(3), g(12), g(21))
		add(op, g(25), g(2))
	}
	for _, op := range []string{"MUL", "SMULH", "UMULH"} {
		add(op, g(3), g(12), g(21))
	}
	for _, op := range []string{"ADD", "SUB", "SUBS"} {
		add(op, n(1), g(9))
		add(op, n(4095), g(9), g(20))
	}
	for _, c := range []int{1, 3, 7, 255, 1<<40 - 1} {
		add("AND", n(c), g(9), g(11))
		add("ANDS", n(c), g(11))
		add("TST", n(c), g(24))
	}
	for _, op := range []string{"CMP", "TST"} {
		add(op, g(3), g(22))
	}
	add("CMP", n(0), g(9))
	add("CMP", n(77), g(9))
	for _, shift := range []int{1, 3, 32, 63} {
		add("LSL", n(shift), g(4), g(19))
		add("LSR", n(shift), g(4), g(19))
	}
	add("RBIT", g(3), g(12))
	add("SXTW", g(13), g(15))
	add("CLZ", g(30), g(12))
	add("MOVD", g(5), g(17))
	for _, c := range []int{1000, 0xabcd, 0x12345678, 0x123456789abcdef0} {
		add("MOVD", n(c), g(13))
	}
	add("ADD", m(Address{Base: base(8), Index: base(21), Scale: 8}), g(6))
	add("ADD", m(Address{Base: base(8), Index: base(21), Scale: 4}), g(6))
	for op, size := range map[string]int{
		"FMOVQ": 16, "FMOVD": 8, "FMOVS": 4, "MOVD": 8, "MOVW": 4, "MOVWU": 4, "MOVH": 2, "MOVHU": 2,
		"MOVB": 1, "MOVBU": 1,
	} {
		r := g(7)
		if op[0] == 'F' {
			r = v(29)
		}
		for _, a := range []Address{
			{Base: base(8)}, {Base: base(21), Disp: size}, {Base: base(8), Disp: 4095 * size},
			{Base: base(8), Index: base(21), Scale: uint8(size)}, {Base: base(8), Index: base(3), Scale: 1},
		} {
			if op == "FMOVQ" && a.Index != NoGeneral {
				continue // the assembler does not have it, see TestA64Words
			}
			add(op, m(a), r)
			if !strings.HasSuffix(op, "U") {
				add(op, r, m(a))
			}
		}
	}
	add("VMOV", v(3), v(30))
	add("RET")
	return list
}

// TestA64 compares machine code with that of the Go assembler.
func TestA64(t *testing.T) {
	if runtime.GOOS != "linux" || testing.Short() {
		t.Skip("needs the Go tool, and object files of linux")
	}
	lines := a64Examples()
	var text []string
	for _, l := range lines {
		text = append(text, neon{}.Print(l, Names{}))
	}
	branches := a64Branches()
	var whole strings.Builder
	for _, l := range branches {
		whole.WriteString(neon{}.Print(l, Names{}))
	}
	want := assemble(t, "arm64", append(text, whole.String()))
	for i, l := range lines {
		x := NewA64()
		require.NoError(t, x.Line(l), text[i])
		require.Equal(t, fmt.Sprintf("% x", x.Code), fmt.Sprintf("% x", want[i][:len(x.Code)]), text[i])
		require.Empty(t, strings.Trim(string(want[i][len(x.Code):]), "\x00"), text[i])
	}
	x := NewA64()
	for _, l := range branches {
		require.NoError(t, x.Line(l))
	}
	require.NoError(t, x.Finish(nil))
	got := want[len(lines)][:len(x.Code)]
	require.Equal(t, fmt.Sprintf("% x", got), fmt.Sprintf("% x", x.Code), whole.String())
}

// a64Branches are branches of all kinds, forwards and back.
func a64Branches() (list []Line) {
	r := GeneralOf(10)
	list = append(list, Line{Op: LabelOp, Args: []Operand{LabelOf(0)}})
	for n := range 2 {
		to := LabelOf(n)
		for _, op := range append(slices.Sorted(maps.Keys(a64Conditions)), "JMP") {
			list = append(list, Line{Op: op, Args: []Operand{to}})
		}
		list = append(list, Line{Op: "CBZ", Args: []Operand{r, to}}, Line{Op: "CBNZ", Args: []Operand{r, to}})
	}
	return append(list, Line{Op: LabelOp, Args: []Operand{LabelOf(1)}}, Line{Op: "RET"})
}

// TestA64Words has what the Go assembler does not: references to read-only data near the
// code, and indexed transfers of 16 bytes. LLVM's disassembler was asked what the words are:
// adr x12, #21, for instance, and ldr q29, [x8, x21, lsl #4].
func TestA64Words(t *testing.T) {
	at := MemoryOf(InData(0, 5), 0)
	near := MemoryOf(InData(0, 16), 0)
	x12 := GeneralOf(13)
	v7, v29 := VectorOf(7, 16), VectorOf(29, 16)
	indexed := func(index, scale int) Operand {
		return MemoryOf(Address{Base: R8, Index: General(index + 1), Scale: uint8(scale)}, 0)
	}
	for _, c := range []struct {
		line Line
		data int
		want uint32
	}{
		{Line{Op: "ADR", Args: []Operand{at, x12}}, 16, 0x300000ac},
		{Line{Op: "ADR", Args: []Operand{at, x12}}, -16, 0x30ffffac},
		{Line{Op: "FMOVQ", Args: []Operand{near, v7}}, 0, 0x9c000087},
		{Line{Op: "FMOVQ", Args: []Operand{near, v7}}, -32, 0x9cffff87},
		{Line{Op: "FMOVD", Args: []Operand{near, v7}}, 4096, 0x5c008087},
		{Line{Op: "MOVD", Args: []Operand{near, x12}}, 0, 0x5800008c},
		{Line{Op: "MOVD", Args: []Operand{ImmediateOf(0), x12}}, 0, 0xd280000c},
		{Line{Op: "FMOVQ", Args: []Operand{indexed(21, 16), v29}}, 0, 0x3cf5791d},
		{Line{Op: "FMOVQ", Args: []Operand{v29, indexed(21, 16)}}, 0, 0x3cb5791d},
		{Line{Op: "FMOVQ", Args: []Operand{indexed(3, 1), v29}}, 0, 0x3ce3691d},
		{Line{Op: "FMOVQ", Args: []Operand{v29, indexed(3, 1)}}, 0, 0x3ca3691d},
	} {
		x := NewA64()
		require.NoError(t, x.Line(c.line))
		require.NoError(t, x.Finish([]int{c.data}))
		require.Equal(t, fmt.Sprintf("%08x", c.want), fmt.Sprintf("%08x", binary.LittleEndian.Uint32(x.Code)))
	}
	x := NewA64()
	require.NoError(t, x.Line(Line{Op: "FMOVQ", Args: []Operand{near, v7}}))
	require.ErrorContains(t, x.Finish([]int{1 << 20}), "too far")
	require.ErrorContains(t, x.Finish(nil), "no label")
	require.ErrorContains(t, x.Line(Line{Op: "BSRQ", Args: []Operand{x12, x12}}), "no encoding")
}

// TestA64General compares the words of general instructions of x86 with what LLVM's
// disassembler reads in them, which is kept in testdata.
func TestA64General(t *testing.T) {
	g := func(n int) Operand { return GeneralOf(General(n + 1)) }
	n := ImmediateOf
	m := func(a Address) Operand { return MemoryOf(a, 0) }
	v := VectorOf(7, 16)
	near, far := m(Address{Base: R8, Disp: 24}), m(Address{Base: R8, Index: R9, Scale: 8, Disp: 70000})
	before := m(Address{Base: CX, Disp: -1})
	lines := []Line{
		{Op: "MOVQ", Args: []Operand{near, g(0)}}, {Op: "MOVQ", Args: []Operand{g(9), far}},
		{Op: "MOVL", Args: []Operand{near, g(0)}}, {Op: "MOVL", Args: []Operand{g(9), near}},
		{Op: "MOVQ", Args: []Operand{g(9), g(0)}}, {Op: "MOVQ", Args: []Operand{n(3), g(0)}},
		{Op: "MOVQ", Args: []Operand{n(3), near}},
		{Op: "LEAQ", Args: []Operand{before, g(3)}}, {Op: "LEAQ", Args: []Operand{far, g(3)}},
		{Op: "SHLQ", Args: []Operand{n(4), g(1)}},
		{Op: "TZCNTQ", Args: []Operand{g(1), g(3)}}, {Op: "TESTQ", Args: []Operand{g(1), g(1)}},
		{Op: "SHRQ", Args: []Operand{n(1), g(1)}}, {Op: "ORL", Args: []Operand{g(1), near}},
		{Op: "ORL", Args: []Operand{g(1), far}},
		{Op: "ADDQ", Args: []Operand{g(1), g(9)}}, {Op: "ADDQ", Args: []Operand{n(5000), g(9)}},
		{Op: "ADDQ", Args: []Operand{near, g(9)}},
		{Op: "SUBQ", Args: []Operand{n(1), g(11)}}, {Op: "ANDQ", Args: []Operand{n(7), g(0)}},
		{Op: "ANDQ", Args: []Operand{n(6), g(0)}},
		{Op: "CMPQ", Args: []Operand{g(9), near}}, {Op: "CMPQ", Args: []Operand{near, g(9)}},
		{Op: "CMPQ", Args: []Operand{g(9), n(0)}},
		{Op: loadEach8, Args: []Operand{near, v}}, {Op: loadEach4, Args: []Operand{m(Address{Base: R8}), v}},
		{Op: "VZEROUPPER"},
	}
	x := NewA64()
	for _, l := range lines {
		require.NoError(t, x.Line(l))
	}
	for _, op := range slices.Sorted(maps.Keys(x86ToA64)) {
		require.NoError(t, x.Line(Line{Op: op, Args: []Operand{LabelOf(0)}}))
	}
	setLabel(&x.labels, 0, len(x.Code))
	require.NoError(t, x.Finish(nil))
	var words []uint32
	for code := x.Code; len(code) > 0; code = code[4:] {
		words = append(words, binary.LittleEndian.Uint32(code))
	}
	golden := filepath.Join("testdata", "a64_general.txt")
	if tool, err := exec.LookPath("llvm-mc"); err == nil && *updateA64 {
		require.NoError(t, os.WriteFile(golden, disassembleA64(t, tool, words), 0o666))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	var have []uint32
	for line := range strings.Lines(string(want)) {
		word, err := strconv.ParseUint(line[:8], 16, 32)
		require.NoError(t, err)
		have = append(have, uint32(word))
	}
	require.Equal(t, have, words, "after a change: go test -update-a64, with llvm-mc, and read the difference")
}
