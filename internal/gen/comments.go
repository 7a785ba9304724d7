package gen

import (
	"fmt"
	"strings"
)

// batchComment is what the documentation says of the function over columns.
func (f *function) batchComment() string {
	w := f.w
	var b strings.Builder
	gives := "calls"
	if len(w.returned()) > 0 {
		gives = "returns"
	}
	fmt.Fprintf(&b, "%s %s %s for every lane %s", w.batch, gives, f.call(f.shown), f.i)
	if names := resultNames(w.returned()); names != "" {
		fmt.Fprintf(&b, ", as columns %s", names)
	}
	b.WriteString(".")
	for _, pa := range w.params {
		switch {
		case pa.uniform:
			fmt.Fprintf(&b, "\n%s is the same for all lanes.", pa.name)
		default:
			for _, line := range pa.limits(pa.name + "[" + f.i + "]") {
				b.WriteString("\n" + line)
			}
		}
		switch {
		case pa.written && pa.pointer:
			fmt.Fprintf(&b, "\n%s[%s] is changed as %s changes it.", pa.name, f.i, w.fn)
		case pa.written:
			fmt.Fprintf(&b, "\nThe elements of %s[%s] are changed as %s changes them; it must not overlap\nwith "+
				"another slice.", pa.name, f.i, w.fn)
		}
	}
	fmt.Fprintf(&b, "\n\nLanes where %s would panic are in the error, a *%s.FaultError, and have zero\nresults; all "+
		"others are right. If ctx ends first, the error is a *%s.StoppedError.\n", w.fn, f.lane, f.lane)
	if w.libm {
		fmt.Fprintf(&b, "The mathematical functions are lockstep's, with the same bits on every machine,\nso that "+
			"the lanes always run as a batch unless %s.ForceLoop is given, which has the bits of\nGo's package math.",
			f.lane)
	} else {
		fmt.Fprintf(&b, "A loop over %s runs until a batch is known to be faster; the results do not depend\non it. "+
			"If they would, because %s was changed since, the error is a *%s.StaleError.", w.fn, w.fn, f.lane)
	}
	if len(w.standIns) > 0 {
		fmt.Fprintf(&b, "\n\nThe function calls assembly, and the batch the Go that stands in for it, which may "+
			"round\notherwise; %s.ForceLoop and %s.ForceBatch decide for one.", f.lane, f.lane)
	}
	if w.recurses != "" && !w.libm {
		fmt.Fprintf(&b, "\n\nThere is no bound on how deep it recurses: %s.\nA lane that recurses without end is a "+
			"fault of a batch, but ends the process in a loop:\nwhere inputs are not to be trusted, give "+
			"%s.ForceBatch or %s.MaxDepth.", w.recurses, f.lane, f.lane)
	}
	return b.String()
}

// intoComment is what the documentation says of the function that writes to the caller's memory.
func (f *function) intoComment() string {
	names, verb := "", "has"
	for i, r := range f.w.returned() {
		switch {
		case i == 0:
		case i == len(f.w.returned())-1:
			names, verb = names+" and ", "have"
		default:
			names += ", "
		}
		names += r.dst
	}
	return fmt.Sprintf("%s is %s with its results in memory of the caller's, for calls\n"+
		"that are made again and again. %s %s an element for each lane and no memory in common\n"+
		"with another slice of the call. All elements are written, those of lanes that do not finish with\n"+
		"zero. If the error is neither a *%s.FaultError nor a *%s.StoppedError, there are no results.\n"+
		"A lane that the error reports as still running may go on writing to its elements.",
		f.w.into, f.w.batch, names, verb, f.lane, f.lane)
}

// seqComment is what the documentation says of the function over a sequence.
func (f *function) seqComment(in string) string {
	return fmt.Sprintf("%s is %s over a sequence: it yields the results in the order of\n%s and takes a chunk at a "+
		"time, so that its memory is bounded. The error beside a\nresult is that of its lane; if ctx ends, it is the "+
		"last thing yielded.", f.w.seq, f.w.batch, in)
}

// resultNames returns "x, v and steps", or nothing if the function does not name
// its results.
func resultNames(results []*result) string {
	var names []string
	for _, r := range results {
		if r.unnamed {
			return ""
		}
		names = append(names, r.name)
	}
	if len(names) < 2 {
		return ""
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
