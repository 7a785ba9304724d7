package opgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// loopKind is the shape of a portable kernel's loop.
type loopKind int

const (
	numberLoop loopKind = iota // numbers to a number
	mathLoop                   // the same, through package math
	bitLoop                    // numbers to a bool: 64 results make a word
	wordLoop                   // bools to a bool, a word at a time
	faultLoop                  // numbers to a number, or a fault
	chooseLoop                 // select of numbers, written by hand
)

func (o opcode) loop() loopKind {
	switch {
	case o.byWords():
		return wordLoop
	case o.Name == "select":
		return chooseLoop
	case o.Effect == optab.Faults:
		return faultLoop
	case o.out() == optab.Bool:
		return bitLoop
	case o.Has(optab.Math):
		return mathLoop
	}
	return numberLoop
}

// Kernels returns the generator of the portable kernels of one kind of loop,
// in a file of its own.
func Kernels(name string, kind loopKind, doc string) Generator {
	return func(table []optab.Op) (File, error) {
		p := newPrinter("simd")
		p.f("// %s\n", strings.ReplaceAll(doc, "\n", "\n// "))
		for _, o := range opcodes(table) {
			if !o.hasScalar() || o.loop() != kind {
				continue
			}
			if err := o.printKernel(p); err != nil {
				return File{}, err
			}
		}
		return p.file("simd/kernel_" + name + "_gen.go")
	}
}

// printKernel prints the kernel of an opcode.
func (o opcode) printKernel(p *printer) error {
	if o.out() == optab.Bool && o.Effect == optab.Faults {
		return fmt.Errorf("opgen: row %s: no loop for a bool result that faults", o.Name)
	}
	var buffers, steps, masks, loads []string
	index := "i"
	if o.byWords() {
		index = "w"
	}
	for i, t := range o.in() {
		if t == optab.Bool && !o.byWords() {
			return fmt.Errorf("opgen: row %s: no loop for a bool operand", o.Name)
		}
		x := operandNames[i]
		upper := strings.ToUpper(x)
		buffers = append(buffers, "a."+upper)
		steps = append(steps, "-a.S"+upper)
		masks = append(masks, "m"+x)
		loads = append(loads, fmt.Sprintf("ld[%s](%s, %s&m%s)", o.goType(t), x, index, x))
	}
	names := operandNames[:len(buffers)]
	operands := strings.Join(loads, ", ")
	p.f("\nfunc %sKernel(a *Args, n int) {\n", o.function())
	p.f("dst, %s := a.Dst, %s\n", strings.Join(names, ", "), strings.Join(buffers, ", "))
	p.f("%s := %s\n", strings.Join(masks, ", "), strings.Join(steps, ", "))
	switch o.loop() {
	case wordLoop:
		p.f("for w := range Words(n) {\n")
		p.f("st(dst, w, %s(%s))\n", o.function(), operands)
		p.f("}\n")
	case bitLoop:
		p.f("for base := 0; base < n; base += 64 {\n")
		p.f("var m uint64\n")
		p.f("end := min(base+64, n)\n")
		p.f("for i := base; i < end; i++ {\n")
		p.f("m |= bit(%s(%s)) << (i & 63)\n", o.function(), operands)
		p.f("}\n")
		p.f("st(dst, base>>6, m)\n")
		p.f("}\n")
	case faultLoop:
		values := []string{"u", "v", "w"}[:len(loads)]
		list := strings.Join(values, ", ")
		p.f("for base := 0; base < n; base += 64 {\n")
		p.f("var m uint64\n")
		p.f("end := min(base+64, n)\n")
		p.f("for i := base; i < end; i++ {\n")
		p.f("%s := %s\n", list, operands)
		p.f("if %sFaults(%s) {\n", o.function(), list)
		p.f("m |= 1 << (i & 63)\n")
		p.f("st(dst, i, %s(0))\n", o.goType(o.out()))
		p.f("continue\n")
		p.f("}\n")
		p.f("st(dst, i, %s(%s))\n", o.function(), list)
		p.f("}\n")
		p.f("raise(a.Fault, base>>6, m)\n")
		p.f("}\n")
	default:
		p.f("for i := range n {\n")
		p.f("st(dst, i, %s(%s))\n", o.function(), operands)
		p.f("}\n")
	}
	p.f("}\n")
	return nil
}

// KernelTable makes simd/kernel_table_gen.go: the portable kernels by
// mnemonic. Those of mathematical functions are apart.
func KernelTable(table []optab.Op) (File, error) {
	p := newPrinter("simd")
	p.f("// portable has every kernel in Go that is linked.\n")
	p.kernelMap("portable", table, false)
	p.f("\n// portableFunctions has those of mathematical functions, which [AddFunctions] adds.\n")
	p.kernelMap("portableFunctions", table, true)
	return p.file("simd/kernel_table_gen.go")
}

// kernelMap prints the portable kernels of all rows that are mathematical functions, or are not.
func (p *printer) kernelMap(name string, table []optab.Op, functions bool) {
	p.f("var %s = map[string]Kernel{\n", name)
	for _, o := range opcodes(table) {
		switch {
		case !o.hasScalar() || o.IsFunction() != functions:
		case o.loop() == chooseLoop:
			p.f("%q: {run: choose[uint%d]},\n", o.mnemonic(), o.Type.Bits())
		default:
			p.f("%q: {run: %sKernel},\n", o.mnemonic(), o.function())
		}
	}
	p.f("}\n")
}

// GuardedTable makes simd/guard_gen.go: the types of the operands and of the result of the
// machine kernels that are compared with package math before they are used.
func GuardedTable(table []optab.Op) (File, error) {
	l, err := gomath()
	if err != nil {
		return File{}, err
	}
	p := newPrinter("simd")
	p.f("// guardedTypes has the types of operands and result of guarded kernels, by mnemonic.\n")
	p.f("var guardedTypes = map[string]string{\n")
	for _, o := range opcodes(table) {
		if !slices.Contains(l.Exported(), o.Gomath) {
			continue
		}
		var words []string
		for _, t := range append(o.in(), o.out()) {
			words = append(words, t.String())
		}
		p.f("%q: %q,\n", o.mnemonic(), strings.Join(words, " "))
	}
	p.f("}\n")
	return p.file("simd/guard_gen.go")
}
