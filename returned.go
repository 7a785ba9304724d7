package lockstep

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/program"
)

// ReturnedError is an error that the function returned in a lane. It is a
// result like any other, and not a fault: the lane finished. It stands for the
// error of the Go function, whose value does not exist in a batch; two of them
// are equal, and errors.Is holds, if they are the same error of the same
// function.
type ReturnedError struct {
	// Code numbers the function's errors from 1.
	Code int
	// Text is what the Error method of the Go function's error gives.
	Text string
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
	return r.errors(r.run.Cols[f.col].Data.([]int32))
}

// errors makes one value of each error, however many lanes returned it.
func (r *Result) errors(codes []int32) []error {
	made := map[int32]error{}
	out := make([]error, len(codes))
	for lane, code := range codes {
		if code == 0 {
			continue
		}
		err, ok := made[code]
		if !ok {
			e := ReturnedError{Code: int(code), Text: r.program.ErrorText(code)}
			if int(code) <= len(r.program.Errors) && code > 0 {
				e.Var = r.program.Errors[code-1].Var
			}
			err = e
			made[code] = err
		}
		out[lane] = err
	}
	return out
}
