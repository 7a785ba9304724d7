package engine

import (
	"errors"
	"fmt"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
)

// Code of more is not made: it takes long to make, and lanes of one loop would wait for
// each other most of the time. Straight code of 3,400 instructions was 2.5 times as fast as a kernel for each
// operation, and a sum of Bessel functions below 4,500 twice as fast as with the largest of them left to Go; another
// one, of more, was not.
const (
	maxBlocks = 256
	maxCode   = 4500 // instructions of a group
)

// largeError says that code would be too large.
type largeError struct{ size, most int }

func (e *largeError) Error() string {
	return fmt.Sprintf("a part of it has %d instructions; code for many lanes at a time has at most %d", e.size, e.most)
}

// checkSize refuses a piece that is too large.
func checkSize(f *codegen.Func) error {
	if len(f.Code) > maxCode {
		return &largeError{len(f.Code), maxCode}
	}
	return nil
}

// checkBlocks refuses a program with too many blocks.
func checkBlocks(p *program.Program) error {
	if n := len(p.Graph.Blocks); n > maxBlocks {
		return fmt.Errorf("its branches and loops make %d blocks; code for many lanes at a time has at most %d, and "+
			"that for one lane (-engine scalar) any number", n, maxBlocks)
	}
	return nil
}

// leftToGo are how large a function is, in instructions, that is left to Go where code is too large: first those
// of a thousand or more, such as the Bessel functions of any order, then the other large ones.
var leftToGo = []int{1000, 400}

// smaller tries to make code that was too large once more, with large functions as host phases.
func smaller(host func(op program.Opcode) bool, make func(host func(op program.Opcode) bool) error) error {
	err := make(host)
	for _, least := range leftToGo {
		if large := (*largeError)(nil); !errors.As(err, &large) {
			break
		}
		err = make(func(op program.Opcode) bool {
			f := codegen.Library(op.String(), codegen.ThisBuild)
			return host(op) || f != nil && len(f.Code) >= least && hostable(op)
		})
	}
	return err
}
