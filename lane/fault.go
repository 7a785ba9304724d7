package lane

import (
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/batch"
)

// Fault is a lane that ended early: where the Go function would have panicked, or at a limit.
type Fault = batch.Fault

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
	Func        string // the wrapper
	Lanes, Done int    // of the call, and how many of them had ended
	Err         error  // the context's
	// Finished reports whether a lane ran to its end, so that its results are there.
	Finished func(lane int) bool
}

// Error returns "IntegrateBatch: context canceled after 300 of 1000 lanes".
func (e *StoppedError) Error() string {
	return fmt.Sprintf("%s: %v after %d of %d lanes", e.Func, e.Err, e.Done, e.Lanes)
}

// Unwrap returns the context's error.
func (e *StoppedError) Unwrap() error { return e.Err }

// StaleError is returned when the program of a wrapper does not do what the Go function
// does: there are no results then. Most often the function, or something that it calls,
// was changed and the wrapper was not generated again. Results are compared while a
// wrapper finds out which engine is faster, and at a few lanes of what the batch runs.
type StaleError struct {
	Func string // the wrapper
	Of   string // the Go function
	File string // where the wrapper is
	Lane int    // the first that was seen to differ
	// Result names what differs; it is empty if one of the two did not finish. Go and Program are
	// what the function and the program gave, or why they did not.
	Result, Go, Program string
}

// Error says what differs and what to do.
func (e *StaleError) Error() string {
	result := e.Result
	if result != "" {
		result = " for " + result
	}
	return fmt.Sprintf("%s: %s is not what %s does: at lane %d the function gives %s%s, and the program in "+
		"the file %s. "+
		"Run go generate (lockstep gen) if %s or what it calls was changed. If %s is up to date, "+
		"it reads a variable that changes: use lane.ForceLoop",
		e.Func, e.File, e.Of, e.Lane, e.Go, result, e.Program, e.Of, e.File)
}
