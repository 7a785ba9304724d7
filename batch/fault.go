package batch

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/program"
)

// Fault is a lane that ended early: where the Go function would have panicked, or at a limit. A
// pointer to it is an error, so that errors.As finds the first one in what a wrapper returns.
type Fault struct {
	Lane int // index of the input; in a stream, its number
	// Code is the reason. The codes are constants of package program/optab.
	Code program.Code
	Pos  program.Pos // in the source
	Msg  string      // what an explicit panic says
}

// String returns "integer divide by zero at gcd.go:12:9"; the lane is not in it.
func (f Fault) String() string {
	s := f.Code.String()
	if f.Msg != "" {
		s += ": " + f.Msg
	}
	if f.Pos.IsValid() {
		s += " at " + f.Pos.String()
	}
	return s
}

// Error returns "lane 3: integer divide by zero at gcd.go:12:9".
func (f *Fault) Error() string { return fmt.Sprintf("lane %d: %s", f.Lane, f.String()) }
