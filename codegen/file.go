package codegen

import (
	"fmt"
	"strings"
	"unicode"
)

// File is the assembly of a group of kernels and the Go file that publishes
// them.
type File struct {
	Asm, Go []byte
	Names   []string // the mnemonics of the kernels that there are
}

// Group is kernels that share a file.
type Group struct {
	Name string
	// Variant, if not empty, tells the file from that of another group of the same name, and
	// Constraint is the expression of build tags that tells which one is built.
	Variant, Constraint string
}

// Kernels makes the files of a group for a target: number_gen_amd64.s has the
// code and a table of its addresses, number_gen_amd64.go the mnemonics and the
// function that returns the table. A Func that the target has no code for is left
// out. header is the first line of each file.
func Kernels(t Target, group Group, funcs []*Func, header string) (File, error) {
	name := t.Name() + strings.ToUpper(group.Name[:1]) + group.Name[1:]
	build := "!purego"
	if group.Constraint != "" {
		build += " && " + group.Constraint
	}
	pool := newPool(name)
	var code, table strings.Builder
	var file File
	symbols := map[string]string{} // by code
	for _, f := range funcs {
		asm, ok, err := kernel(t, pool, f)
		if err != nil {
			return File{}, err
		}
		if !ok {
			continue
		}
		symbol, known := symbols[asm]
		if !known {
			symbol = camel(f.Name) + camel("."+t.Name())
			symbols[asm] = symbol
			fmt.Fprintf(&code, "// %s\nTEXT %s<>(SB), NOSPLIT|NOFRAME, $0-0\n%s\n", f.signature(), symbol, asm)
		}
		fmt.Fprintf(&table, "DATA %sCodes<>+%d(SB)/8, $%s<>(SB)\n", name, 8*len(file.Names), symbol)
		file.Names = append(file.Names, f.Name)
	}
	size := 8 * len(file.Names)
	var asm strings.Builder
	fmt.Fprintf(&asm, "%s\n\n//go:build %s\n\n#include \"textflag.h\"\n\n", header, build)
	asm.WriteString(code.String())
	asm.WriteString(pool.Text())
	fmt.Fprintf(&asm, "// Where each kernel begins, in the order of %sNames.\n%s", name, table.String())
	fmt.Fprintf(&asm, "GLOBL %sCodes<>(SB), RODATA, $%d\n\n", name, size)
	fmt.Fprintf(&asm, "// func %sTable() *[%d]uintptr\n%s", name, len(file.Names), accessor[t.Arch()](name))
	file.Asm = []byte(asm.String())

	var src strings.Builder
	fmt.Fprintf(&src, "%s\n\n//go:build %s\n\npackage simd\n\n", header, build)
	fmt.Fprintf(&src, "// %sNames are the mnemonics of the kernels in %s.\n", name, group.FileName(t)+".s")
	fmt.Fprintf(&src, "var %sNames = [%d]string{\n", name, len(file.Names))
	for _, n := range file.Names {
		fmt.Fprintf(&src, "\t%q,\n", n)
	}
	fmt.Fprintf(&src, "}\n\n// %sTable returns where the code of each begins.\nfunc %sTable() *[%d]uintptr\n", name,
		name, len(file.Names))
	file.Go = []byte(src.String())
	return file, nil
}

// FileName returns the name of a group's files without extension.
func (g Group) FileName(t Target) string {
	return fmt.Sprintf("kernel_%s_%s%s_gen_%s", t.Name(), g.Name, g.Variant, t.Arch())
}

// accessor is the function that returns the table of addresses, by GOARCH.
var accessor = map[string]func(name string) string{
	"amd64": func(name string) string {
		return fmt.Sprintf("TEXT ·%sTable(SB), NOSPLIT, $0-8\n\tLEAQ %sCodes<>(SB), AX\n\tMOVQ AX, ret+0(FP)\n\tRET\n",
			name, name)
	},
	"arm64": func(name string) string {
		return fmt.Sprintf("TEXT ·%sTable(SB), NOSPLIT, $0-8\n\tMOVD $%sCodes<>(SB), R0\n\tMOVD R0, ret+0(FP)\n\tRET\n",
			name, name)
	},
}

// camel returns a mnemonic inside an identifier: "addF64".
func camel(name string) string {
	var b strings.Builder
	upper := false
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			upper = true
		case upper:
			b.WriteRune(unicode.ToUpper(c))
			upper = false
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// signature returns what the kernel computes: "add.f64 (f64, f64) f64".
func (f *Func) signature() string {
	var in []string
	for _, v := range f.Params {
		in = append(in, f.Types[v].String())
	}
	return fmt.Sprintf("%s (%s) %s", f.Name, strings.Join(in, ", "), f.Types[f.Result])
}
