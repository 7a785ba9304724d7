package codegen

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// Source returns the code as a function of a Go assembly file, whose declaration is
//
//	func name(frame *byte)
//
// and its data. The code expects the frame in R8, uses registers that functions need not
// keep, and ends with a return.
func (a *Assembled) Source(name string) string {
	if a.Target.Arch() == "arm64" {
		return a.words(name)
	}
	return a.instructions(name)
}

// sourceHead begins a function, for its name, and what loads a word.
const sourceHead = "// func %s(frame *byte)\nTEXT ·%s(SB), NOSPLIT, $0-8\n\t%s frame+0(FP), R8\n"

// instructions are the lines as the Go assembler reads them, and the data in symbols of the
// file.
func (a *Assembled) instructions(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, sourceHead, name, name, "MOVQ")
	own := *a.Names.data
	own.name = name
	for _, l := range a.Lines {
		text := a.Target.Print(l, Names{a.Names.Labels, &own})
		if !strings.HasPrefix(text, "\t") {
			text = "\n" + text // a label
		}
		b.WriteString(text)
	}
	b.WriteString("\n" + own.Text())
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// words are those of the code and of the data behind it, which it finds by the distance:
// the Go assembler does not know most instructions.
func (a *Assembled) words(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, sourceHead, name, name, "MOVD")
	word := func(at int, comment string) {
		fmt.Fprintf(&b, "\tWORD $0x%08x%s\n", binary.LittleEndian.Uint32(a.Code[at:]), comment)
	}
	for i, l := range a.Lines {
		if l.Op == LabelOp {
			fmt.Fprintf(&b, "\n\t// %s\n", a.Names.Labels.name(l.Args[0].N()))
		}
		comment := ""
		if op, ok := a64ByName()[l.Op]; ok {
			_, text := op.encode(op.operands(l.Args))
			comment = " // " + text
		}
		for at := a.starts[i]; at < a.starts[i+1]; at += 4 {
			word(at, comment)
		}
	}
	b.WriteString("\n\t// Constants.\n")
	for at := a.starts[len(a.Lines)]; at < len(a.Code); at += 4 {
		word(at, "")
	}
	return b.String()
}
