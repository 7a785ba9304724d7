package codegen

import (
	"fmt"
	"slices"
	"strings"
)

// Source returns the code as a function of a Go assembly file, whose declaration is
//
//	func name(frame *byte)
//
// and its data, in symbols of the file. The code expects the frame in R8 and ends with a
// return. The error says that there is none for the architecture.
func (a *Assembled) Source(name string) (string, error) {
	if a.target.Arch() != "amd64" {
		return "", fmt.Errorf("no Go assembly for %s", a.target.Arch())
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// func %s(frame *byte)\nTEXT ·%s(SB), NOSPLIT, $0-8\n\tMOVQ frame+0(FP), R8\n", name, name)
	own := *a.pool
	own.name = name
	rename := func(to *Address) {
		if rest, ok := strings.CutPrefix(to.Symbol, a.pool.name); ok {
			to.Symbol = own.name + rest
		}
	}
	for _, l := range a.Lines {
		l.Args = slices.Clone(l.Args)
		for i := range l.Args {
			rename(&l.Args[i].Addr)
			rename(&l.Args[i].Given.Addr)
			rename(&l.Args[i].Index)
		}
		text := a.target.Print(l)
		if !strings.HasPrefix(text, "\t") {
			text = "\n" + text // a label
		}
		b.WriteString(text)
	}
	b.WriteString("\n" + own.Text())
	return strings.TrimRight(b.String(), "\n") + "\n", nil
}
