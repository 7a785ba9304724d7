package lane

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Fault is a lane that ended early: where the Go function would have panicked,
// or at a limit. It is an error, so that errors.As finds the first one in
// what a wrapper returns.
type Fault struct {
	Lane int // index of the input; in a stream, its number
	// Code is the reason. The codes are constants of package program/optab.
	Code program.Code
	Pos  program.Pos // in the Go source
	Msg  string      // what an explicit panic says
}

// Error returns "lane 3: integer divide by zero at gcd.go:12:9".
func (f *Fault) Error() string { return fmt.Sprintf("lane %d: %s", f.Lane, f.reason()) }

func (f Fault) reason() string {
	return batch.Fault{Code: f.Code, Pos: f.Pos, Msg: f.Msg}.String()
}

// FaultError is returned beside the results when lanes faulted: their results
// are zero, all others are right.
type FaultError struct {
	Func   string // the wrapper
	Lanes  int    // how many the call had
	Faults []Fault
}

// shown is how many faults an error message spells out.
const shown = 3

// Error says how many lanes faulted and the reasons of the first.
func (e *FaultError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d of %d lanes faulted: ", e.Func, len(e.Faults), e.Lanes)
	for i := range e.Faults {
		if i == shown {
			fmt.Fprintf(&b, "; and %d more", len(e.Faults)-shown)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(e.Faults[i].Error())
	}
	return b.String()
}

// Unwrap lets errors.As find a *Fault.
func (e *FaultError) Unwrap() []error {
	errs := make([]error, len(e.Faults))
	for i := range e.Faults {
		errs[i] = &e.Faults[i]
	}
	return errs
}

// StoppedError is returned when the context ended before all lanes had. The
// results of lanes that had not finished are zero.
type StoppedError struct {
	Func        string
	Lanes, Done int   // of the call, and how many of them had ended
	Err         error // the context's
	finished    []uint64
}

// Error returns "IntegrateBatch: context canceled after 300 of 1000 lanes".
func (e *StoppedError) Error() string {
	return fmt.Sprintf("%s: %v after %d of %d lanes", e.Func, e.Err, e.Done, e.Lanes)
}

// Unwrap returns the context's error.
func (e *StoppedError) Unwrap() error { return e.Err }

// Finished reports whether a lane ran to its end, so that its results are
// there.
func (e *StoppedError) Finished(lane int) bool {
	return lane/64 < len(e.finished) && e.finished[lane/64]>>(lane%64)&1 != 0
}

// faultOf describes what a Go function panicked with, for a lane whose batch
// does not fault. It is called by the deferred function that recovered.
func faultOf(lane int, value any) Fault {
	f := Fault{Lane: lane, Code: optab.Panic, Msg: fmt.Sprint(value), Pos: panicPos()}
	err, ok := value.(runtime.Error)
	if !ok {
		return f
	}
	for _, c := range panics {
		if strings.Contains(err.Error(), c.words) {
			f.Code, f.Msg = c.code, ""
			return f
		}
	}
	return f
}

// panics are the words by which Go's own panics are known.
var panics = []struct {
	words string
	code  program.Code
}{
	{"divide by zero", optab.DivideByZero},
	{"negative shift amount", optab.NegativeShift},
	{"slice bounds out of range", optab.SliceOutOfRange},
	{"makeslice", optab.MakeSliceOutOfRange},
	{"index out of range", optab.IndexOutOfRange},
	{"nil pointer", optab.NilDereference},
}

// panicPos returns where a panic began: the frame above the runtime's. The
// column is not known.
func panicPos() program.Pos {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	panicking := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking = true
		case panicking && !strings.HasPrefix(f.Function, "runtime."):
			return program.Pos{File: f.File[strings.LastIndexByte(f.File, '/')+1:], Line: f.Line}
		}
		if !more {
			return program.Pos{}
		}
	}
}
