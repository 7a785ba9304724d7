package engine

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/lockstep-simt/lockstep/codegen"
)

// scalarStorage is storage for code that runs one lane at a time: for each function, how many of
// its instructions use slots of the stack, and how many other memory.
func scalarStorage(t *emitted) string {
	type uses struct{ all, slots, other int }
	of := map[string]*uses{}
	parts := t.eachLine(func(part string, l codegen.Line) {
		u := of[part]
		if u == nil {
			u = &uses{}
			of[part] = u
		}
		u.all++
		for _, arg := range l.Args {
			switch {
			case !arg.IsMemory():
			case arg.At.Base == codegen.SP:
				u.slots++
			default:
				u.other++
			}
		}
	})
	var b strings.Builder
	fmt.Fprintf(&b, "machine code for one lane at a time: a frame of %d bytes, and a stack\n\n", t.Bytes)
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	fmt.Fprintf(w, "part of the code\tinstructions\tslots of the stack\tother memory\n")
	for _, what := range parts {
		u := of[what]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", what, u.all, u.slots, u.other)
	}
	w.Flush()
	return trimmed(b.String())
}
