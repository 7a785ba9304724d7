package wrap

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// faultOf describes what a Go function panicked with, for a lane whose batch
// does not fault. It is called by the deferred function that recovered.
func faultOf(number int, value any) lane.Fault {
	f := lane.Fault{Lane: number, Code: optab.Panic, Msg: fmt.Sprint(value), Pos: panicPos()}
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
