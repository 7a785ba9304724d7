package codegen

import (
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// TestX86 compares machine code with that of the Go assembler, byte for byte: of every
// line of every kernel that is a row of the op table, for both targets, of every row of
// the encoder's table over registers and memory of all kinds, and of general instructions.
func TestX86(t *testing.T) {
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("needs the assembler of linux/amd64, and its object files")
	}
	lines := map[string]Line{}
	add := func(l Line) {
		for i := range l.Args { // read-only data has no address yet
			if a := &l.Args[i].At; a.IsData() {
				*a = Address{Base: R13, Disp: a.Disp}
			}
		}
		if l.Kind == Join || l.Kind == Skip || l.Op == LabelOp || l.Op[0] == 'J' && !l.Args[0].isGeneral() {
			return
		}
		lines[amd64{}.Print(l, Names{})] = l
	}
	for _, target := range []Target{AVX512, AVX2} {
		for _, l := range kernelLines(t, target) {
			add(l)
			if target == AVX2 && !slices.Contains(elsewhere, l.Op) {
				x := NewX86()
				x.VEX = true
				require.NoError(t, x.Line(l), "without AVX-512")
			}
		}
	}
	kernels := len(lines)
	for _, rows := range [][]x86Row{x86Rows, x86ScalarRows} {
		for i := range rows {
			for _, l := range rows[i].examples() {
				add(l)
			}
		}
	}
	require.Greater(t, kernels, 900)
	for _, l := range slices.Concat(generalExamples(), scalarExamples()) {
		add(l)
	}
	text := slices.Sorted(maps.Keys(lines))
	want := assemble(t, "amd64", text)
	x := NewX86()
	missing := map[string]bool{}
	at := 0
	for _, s := range text {
		before := len(x.Code)
		if err := x.Line(lines[s]); err != nil {
			missing[lines[s].Op] = true
			require.Contains(t, elsewhere, lines[s].Op, "%v", err)
			want = slices.Delete(want, at, at+1)
			continue
		}
		require.Equal(t, fmt.Sprintf("% x", want[at]), fmt.Sprintf("% x", x.Code[before:]), "%s", s)
		at++
	}
	t.Logf("%d lines, %d of them of kernels; without encoding: %v", at, kernels, slices.Sorted(maps.Keys(missing)))
}

// elsewhere are the instructions of kernels that machine code does not use: of a kernel's
// way out.
var elsewhere = []string{"BZHIQ", "ORB", "ORW", "MOVB", "MOVW"}

// kernelLines are the lines of the kernels of all rows of the op table.
func kernelLines(t *testing.T, target Target) []Line {
	var lines []Line
	for _, op := range optab.Table {
		for _, typ := range op.TypeList() {
			if op.Form != optab.Elementwise {
				continue
			}
			f := expand(Row(&op, typ), target)
			if f.Width() == 0 {
				continue
			}
			loop := &Loop{Func: f, Lanes: target.RegBytes() / f.Width(), Width: f.Width(), Unroll: 1}
			s := &Selector{Code: &Code{}, Loop: loop, Target: target, Pool: newPool("x"), consts: map[constantKey]Reg{}}
			if s.body() != nil {
				continue
			}
			a, err := allocate(target, s.Code)
			require.NoError(t, err)
			lines = append(append(lines, a.Before...), a.Body...)
		}
	}
	return lines
}

// examples are lines of a row over all kinds of operands that it takes.
func (row *x86Row) examples() []Line {
	var list []Line
	reg := func(form Form, bytes, num int) Operand {
		return Operand{Form: form, Bytes: uint8(bytes), Num: uint8(num)}
	}
	for vl, bytes := range map[vectorLengths]int{vl128: 16, vl256: 32, vl512: 64} {
		if (row.vex|row.evex)&vl == 0 || row.general != noGeneral || row.masks || narrows[row.name] ||
			strings.HasPrefix(row.name, "KMOV") {
			continue
		}
		for _, nums := range [][3]int{{1, 2, 3}, {9, 10, 11}, {17, 18, 19}, {25, 9, 31}} {
			if row.evex&vl == 0 && nums[0] > 15 {
				continue
			}
			args := []Operand{reg(VectorRegister, bytes, nums[0]^5), reg(VectorRegister, bytes, nums[0]),
				reg(VectorRegister, bytes, nums[1]), reg(VectorRegister, bytes, nums[2])}
			if row.toMask && vl == vl512 {
				args[3] = reg(MaskRegister, 8, 1+nums[2]%7)
			}
			if row.toMask && vl != vl512 && (row.vex == 0 || nums[0] > 15) || row.tuple == 16 && row.opcode >= 0xd0 {
				continue // the latter are shifts by the first element of a short vector
			}
			args = slices.Clone(args[4-row.form.operands():])
			if row.imm {
				args = slices.Insert(args, 0, ImmediateOf(5))
			}
			if !row.memory && !strings.HasPrefix(row.name, "VMASKMOV") {
				list = append(list, Line{Op: row.name, Args: args})
			}
			for _, m := range []Address{{Base: AX}, {Base: R13, Disp: 64}, {Base: R12, Index: R9, Scale: 8, Disp: 72},
				{Base: BP, Disp: 4096}} {
				with := slices.Clone(args)
				at := len(args) - row.form.operands() + row.form.rm()
				with[at] = MemoryOf(m, bytes)
				list = append(list, Line{Op: row.name, Args: with})
			}
		}
	}
	return list
}

// narrows are the instructions whose operands differ in length.
var narrows = map[string]bool{
	"VPMOVQD": true, "VPMOVUSQD": true, "VPMOVZXDQ": true, "VPMOVSXDQ": true, "VCVTPS2PD": true, "VCVTPD2PS": true,
	"VCVTDQ2PD":  true,
	"VCVTUDQ2PD": true, "VCVTTPS2QQ": true, "VCVTTPS2UQQ": true, "VCVTTPD2DQ": true, "VCVTTPD2UDQ": true,
	"VCVTQQ2PS": true, "VCVTUQQ2PS": true,
	"VEXTRACTI128": true, "VEXTRACTF128": true, "VINSERTI128": true, "VINSERTF128": true, "VBROADCASTSD": true,
	"VBROADCASTSS": true,
	"VPBROADCASTQ": true, "VPBROADCASTD": true, "VPBROADCASTB": true, "VPMOVQW": true, "VPMOVQB": true, "VPMOVDB": true,
	"VPMOVDW":   true,
	"VPMOVSXBQ": true, "VPMOVSXWQ": true, "VPMOVZXBQ": true, "VPMOVZXWQ": true, "VPMOVZXBD": true, "VPMOVSXBD": true,
	"VPMOVZXWD": true,
	"VPMOVSXWD": true, "VPMOVM2Q": true, "VPMOVQ2M": true, "VMOVQ": true, "VMOVD": true, "VMOVMSKPD": true,
	"VMOVMSKPS":  true,
	"VGATHERQPD": true, "VGATHERQPS": true, "VGATHERDPS": true, "VPGATHERQQ": true, "VPGATHERDD": true,
	"VSCATTERQPD": true,
	"VPSCATTERQQ": true, "VPSCATTERQD": true, "VPSCATTERDD": true, "VSCATTERDPS": true, "VMOVDDUP": true,
	"VPMOVMSKB":  true,
	"VGATHERDPD": true, "VPGATHERDQ": true, "VPGATHERQD": true, "VCVTPD2PSY": true, "VCVTTPD2DQY": true,
	"VEXTRACTF32X4": true, "VEXTRACTF64X4": true, "VINSERTF32X4": true, "VINSERTF64X4": true, "VMOVHPD": true,
}

// generalExamples are lines of what the table does not have, or with write masks.
func generalExamples() []Line {
	g := GeneralOf
	n := ImmediateOf
	m := func(a Address) Operand { return MemoryOf(a, 0) }
	k := func(num int) Operand { return Operand{Form: MaskRegister, Num: uint8(num)} }
	z := func(num int) Operand { return VectorOf(num, 64) }
	y := func(num int) Operand { return VectorOf(num, 32) }
	x := func(num int) Operand { return VectorOf(num, 16) }
	memory := m(Address{Base: R10, Index: R11, Scale: 4, Disp: 300})
	var list []Line
	for _, op := range []string{"ADDQ", "SUBQ", "ANDQ", "ORQ", "XORQ", "CMPQ", "ADDL", "XORL", "CMPL"} {
		for _, pair := range [][2]General{{AX, BX}, {R8, CX}, {DX, R15}, {R12, R13}} {
			list = append(list, Line{Op: op, Args: []Operand{g(pair[0]), g(pair[1])}})
		}
		if op[:3] == "CMP" {
			list = append(list, Line{Op: op, Args: []Operand{g(R9), n(9)}},
				Line{Op: op, Args: []Operand{g(R9), n(900)}}, Line{Op: op, Args: []Operand{g(SI), memory}})
			continue
		}
		list = append(list, Line{Op: op, Args: []Operand{n(9), g(R9)}}, Line{Op: op, Args: []Operand{n(900), g(R9)}},
			Line{Op: op, Args: []Operand{memory, g(SI)}}, Line{Op: op, Args: []Operand{g(SI), memory}})
	}
	for _, op := range []string{"MOVQ", "MOVL"} {
		list = append(list, Line{Op: op, Args: []Operand{g(AX), g(R9)}}, Line{Op: op, Args: []Operand{memory, g(R9)}},
			Line{Op: op, Args: []Operand{g(DX), memory}}, Line{Op: op, Args: []Operand{n(77), memory}})
	}
	list = append(list, Line{Op: "TESTQ", Args: []Operand{g(AX), g(R9)}},
		Line{Op: "LEAQ", Args: []Operand{memory, g(R9)}},
		Line{Op: "POPCNTL", Args: []Operand{g(AX), g(R9)}}, Line{Op: "TZCNTL",
			Args: []Operand{g(CX), g(BX)}}, Line{Op: "TZCNTQ", Args: []Operand{g(R12),
			g(R9)}}, Line{Op: "SHLQ", Args: []Operand{n(3), g(R9)}}, Line{Op: "VZEROUPPER"})
	for _, size := range []string{"B", "W", "Q"} {
		list = append(list, Line{Op: "KMOV" + size, Args: []Operand{k(3), g(R9)}},
			Line{Op: "KMOV" + size, Args: []Operand{g(AX), k(5)}},
			Line{Op: "KMOV" + size, Args: []Operand{k(3), memory}}, Line{Op: "KMOV" + size,
				Args: []Operand{memory, k(3)}},
			Line{Op: "KMOV" + size, Args: []Operand{k(3), k(4)}})
	}
	index := func(o Operand) Operand { o.Form, o.At = Elements, Address{Base: R11, Scale: 8}; return o }
	for _, nums := range [][3]int{{1, 2, 3}, {9, 10, 11}, {15, 3, 8}} {
		for _, op := range []string{"VGATHERQPD", "VGATHERDPS", "VPGATHERQQ", "VPGATHERDD"} {
			list = append(list, Line{Op: op, Args: []Operand{y(nums[0]), index(y(nums[1])), y(nums[2])}},
				Line{Op: op, Args: []Operand{x(nums[0]), index(x(nums[1])), x(nums[2])}})
		}
		list = append(list,
			Line{Op: "VGATHERDPD", Args: []Operand{y(nums[0]), index(x(nums[1])), y(nums[2])}}, Line{Op: "VPGATHERDQ",
				Args: []Operand{y(nums[0]), index(x(nums[1])), y(nums[2])}},
			Line{Op: "VGATHERQPS", Args: []Operand{x(nums[0]), index(y(nums[1])), x(nums[2])}}, Line{Op: "VPGATHERQD",
				Args: []Operand{x(nums[0]), index(y(nums[1])), x(nums[2])}},
			Line{Op: "VCVTPD2PSY", Args: []Operand{y(nums[0]), x(nums[1])}}, Line{Op: "VCVTTPD2DQY",
				Args: []Operand{y(nums[0]), x(nums[1])}},
			Line{Op: "VMOVMSKPD", Args: []Operand{y(nums[0]), g(CX)}}, Line{Op: "VMOVMSKPS",
				Args: []Operand{y(nums[0]), g(R9)}},
			Line{Op: "VPMOVMSKB", Args: []Operand{y(nums[0]), g(R15)}}, Line{Op: "VPMOVMSKB",
				Args: []Operand{x(nums[0]), g(R9)}},
			Line{Op: "VEXTRACTI128", Args: []Operand{n(1), y(nums[0]), x(nums[1])}}, Line{Op: "VPMOVSXDQ",
				Args: []Operand{x(nums[0]), y(nums[1])}},
			Line{Op: "VPMOVZXBD", Args: []Operand{memory, y(nums[1])}}, Line{Op: "VMOVQ",
				Args: []Operand{g(R9), x(nums[1])}},
			Line{Op: "VPBROADCASTQ", Args: []Operand{x(nums[0]), y(nums[1])}}, Line{Op: "VPBROADCASTD",
				Args: []Operand{x(nums[0]), y(nums[1])}},
			Line{Op: "VINSERTF128", Args: []Operand{n(1), x(nums[0]), y(nums[1]), y(nums[2])}},
			Line{Op: "VBROADCASTSD", Args: []Operand{memory, y(nums[1])}}, Line{Op: "VMASKMOVPD",
				Args: []Operand{x(nums[0]), x(nums[1]), memory}})
	}
	for _, nums := range [][3]int{{1, 2, 3}, {17, 30, 24}} {
		list = append(list,
			Line{Op: "VEXTRACTF32X4", Args: []Operand{n(3), z(nums[0]), x(nums[1])}}, Line{Op: "VEXTRACTF64X4",
				Args: []Operand{n(1), z(nums[0]), y(nums[1])}},
			Line{Op: "VINSERTF32X4", Args: []Operand{n(1), x(nums[0]), y(nums[1]),
				y(nums[2])}}, Line{Op: "VINSERTF64X4", Args: []Operand{n(1), y(nums[0]), z(nums[1]), z(nums[2])}},
			Line{Op: "VMOVHPD", Args: []Operand{memory, x(nums[0]), x(nums[1])}}, Line{Op: "VMOVHPD",
				Args: []Operand{x(nums[0]), memory}},
			Line{Op: "VMOVD", Args: []Operand{x(nums[0]), g(R9)}})
	}
	list = append(list,
		Line{Op: "VPEXPANDQ", Args: []Operand{memory, k(2), z(19)}}, Line{Op: "VEXPANDPD.Z",
			Args: []Operand{memory, k(2), z(3)}},
		Line{Op: "VPEXPANDQ", Args: []Operand{z(7), k(2), z(19)}}, Line{Op: "VPCOMPRESSQ",
			Args: []Operand{z(7), k(2), z(19)}},
		Line{Op: "VPSCATTERQQ", Args: []Operand{z(9), k(1), index(z(21))}}, Line{Op: "VSCATTERQPD",
			Args: []Operand{z(9), k(1), index(z(3))}},
		Line{Op: "VGATHERQPD", Args: []Operand{index(z(30)), k(1), z(4)}}, Line{Op: "VPGATHERQQ",
			Args: []Operand{index(z(5)), k(1), z(4)}},
		Line{Op: "VGATHERDPS", Args: []Operand{index(z(30)), k(1), z(4)}},
		Line{Op: "VADDPD", Args: []Operand{z(1), z(2), k(3), z(4)}}, Line{Op: "VADDPD.Z",
			Args: []Operand{z(1), z(2), k(3), z(4)}},
		Line{Op: "VPBROADCASTQ", Args: []Operand{g(R9), z(20)}}, Line{Op: "VPMOVQD", Args: []Operand{z(20), y(5)}},
		Line{Op: "VPMOVZXDQ", Args: []Operand{y(20), z(5)}}, Line{Op: "VMOVAPD", Args: []Operand{z(20), k(1), z(5)}},
		Line{Op: "VBROADCASTSD", Args: []Operand{{Form: Memory, Num: 8, Bytes: 64, At: Address{Base: SP, Disp: 72}},
			z(5)}},
		Line{Op: "VADDPD", Args: []Operand{{Form: Memory, Num: 8, Bytes: 64, At: Address{Base: SP, Disp: 72}}, z(5),
			z(6)}})
	return list
}

// assemble returns the code of each line as the Go assembler for a GOARCH gives it.
func assemble(t *testing.T, arch string, lines []string) [][]byte {
	dir := t.TempDir()
	var s, g strings.Builder
	s.WriteString("#include \"textflag.h\"\n")
	g.WriteString("package main\n\nfunc main() {\n")
	for i, l := range lines {
		fmt.Fprintf(&s, "TEXT ·f%d(SB), NOSPLIT|NOFRAME, $0-0\n%s", i, l)
		fmt.Fprintf(&g, "\tf%d()\n", i)
	}
	g.WriteString("}\n\n")
	for i := range lines {
		fmt.Fprintf(&g, "func f%d()\n", i)
	}
	for name, text := range map[string]string{"f_" + arch + ".s": s.String(), "main.go": g.String(),
		"go.mod": "module x\n\ngo 1.25\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	cmd := exec.Command("go", "build", "-o", "x", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	f, err := elf.Open(filepath.Join(dir, "x"))
	require.NoError(t, err)
	defer f.Close()
	symbols, err := f.Symbols()
	require.NoError(t, err)
	section := f.Section(".text")
	text, err := section.Data()
	require.NoError(t, err)
	code := make([][]byte, len(lines))
	for _, sym := range symbols {
		var i int
		if n, _ := fmt.Sscanf(sym.Name, "main.f%d", &i); n == 1 && strings.HasSuffix(sym.Name, ".abi0") {
			from := sym.Value - section.Addr
			code[i] = text[from : from+sym.Size]
		}
	}
	return code
}

// TestX86TooWide: what has no room in an instruction is not cut to what there is room for.
func TestX86TooWide(t *testing.T) {
	r, far := GeneralOf(R9), MemoryOf(Address{Base: R8, Disp: 1 << 31}, 0)
	for _, l := range []Line{
		{Op: "LEAQ", Args: []Operand{far, r}},
		{Op: "MOVQ", Args: []Operand{r, MemoryOf(Address{Base: R8, Disp: -1<<31 - 1}, 0)}},
		{Op: "VMOVUPD", Args: []Operand{MemoryOf(Address{Base: R8, Disp: 1 << 40}, 32), VectorOf(3, 32)}},
		{Op: "ADDQ", Args: []Operand{ImmediateOf(1 << 31), r}},
		{Op: "IMUL3Q", Args: []Operand{ImmediateOf(-1<<31 - 1), r, r}},
		{Op: "ANDL", Args: []Operand{ImmediateOf(1 << 32), r}},
		{Op: "MOVQ", Args: []Operand{ImmediateOf(1 << 40), MemoryOf(Address{Base: R8}, 0)}},
	} {
		require.ErrorContains(t, NewX86().Line(l), "more than 32 bits", l.Op)
	}
	for _, l := range []Line{
		{Op: "MOVQ", Args: []Operand{ImmediateOf(1 << 40), r}},
		{Op: "ANDL", Args: []Operand{ImmediateOf(1<<32 - 1), r}},
		{Op: "LEAQ", Args: []Operand{MemoryOf(Address{Base: R8, Disp: -1 << 31}, 0), r}},
	} {
		require.NoError(t, NewX86().Line(l), l.Op)
	}
}
