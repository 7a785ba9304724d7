package lockstep

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/program"
)

// ReturnedError is an error that the function returned in a lane. It is a
// result like any other, and not a fault: the lane finished. It stands for the
// error of the Go function, whose value does not exist in a batch; two of them
// are equal, and errors.Is holds, if they are the same error of the same
// function with the same text.
type ReturnedError struct {
	// Code numbers the function's errors from 1.
	Code int
	// Text is what the Error method of the Go function's error gives. Where it has
	// values of the lane in it, as that of fmt.Errorf("no root in [%g, %g]", a, b),
	// the function is run once more for the lane, when the errors are asked for. It
	// is the format, or the name of the error's type, where that takes too long: for
	// more than 100,000 lanes, or more than some seconds for all; where the function
	// is given pointers to pointers or slices of slices; in a slice of errors; and of
	// a program from a .lockstep file, which has no source.
	Text string
	// IsFormat says that Text is only the format, or the name of the type. The lane's own text has values in it.
	IsFormat bool
	// Var is the package-level variable that holds the error, such as
	// ErrRange, or empty for one that is made where it is returned.
	Var string
}

// Error returns the text.
func (e ReturnedError) Error() string { return e.Text }

// Errors returns the column of an error result: nil, or a ReturnedError. Of an
// array of errors it has all elements of lane 0, then of lane 1, and so on. It
// panics if there is no such result or if it is not an error or an array of them;
// Slices[error] has a slice of errors.
func (r *Result) Errors(name string) []error {
	f := r.find(name)
	if f.Type != program.GoError || f.Slice != "" {
		panic(fmt.Sprintf("lockstep: result %s is %s, not error", name, f.InGo()))
	}
	return r.errors(f, r.run.Cols[f.col].Data.([]int32))
}

// errors makes one value of each error, however many lanes returned it, but for those that have texts of
// their own.
func (r *Result) errors(f port, codes []int32) []error {
	made := map[int32]error{}
	out := make([]error, len(codes))
	per := program.Elements(f.Shape)
	for i, code := range codes {
		if code == 0 {
			continue
		}
		if text := r.told.text(f.Name, i/per, i%per); text != "" {
			out[i] = r.returned(code, text, true)
			continue
		}
		err, ok := made[code]
		if !ok {
			err = r.returned(code, r.program.ErrorText(code), false)
			made[code] = err
		}
		out[i] = err
	}
	return out
}

// returned is the error of a code with a text, which may be the lane's own.
func (r *Result) returned(code int32, text string, own bool) ReturnedError {
	e := ReturnedError{Code: int(code), Text: text, IsFormat: !own && r.texts.isVarying(code)}
	if int(code) <= len(r.program.Errors) && code > 0 {
		e.Var = r.program.Errors[code-1].Var
	}
	return e
}
