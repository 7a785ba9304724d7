package wrap

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/lane"
)

// LoopIf is options with which a loop runs all lanes, if the program cannot have the uniforms of a call: of what is
// behind a nil pointer. The Go function may make of it what it likes: generated code.
func LoopIf(opts []lane.Option, is bool) []lane.Option {
	if is {
		return append(slices.Clip(opts), func(c *call) { c.Only, c.Alone = settings.Loop, true })
	}
	return opts
}

// CheckShared returns the error about a uniform parameter some of whose slices of slices have rows that differ in
// length: generated code.
func CheckShared(fn, name string, value any) error {
	if err := shared.CheckRows(value); err != nil {
		return fmt.Errorf("%s: %s%w", fn, name, err)
	}
	return nil
}

// Shared returns the columns of a parameter that all lanes share and that refers to
// more than numbers: generated code. It panics if there are not as many as when the
// code was generated, or if the value is a nil pointer.
func Shared(name string, value any, n int) []Column {
	laid, err := shared.Columns(name, value)
	if err != nil {
		panic(fmt.Sprintf("lockstep: uniform %v", err))
	}
	if len(laid.Columns) != n {
		panic(fmt.Sprintf("lockstep: uniform %s: a %T has %d parts and not %d; generate the wrapper again",
			name, value, len(laid.Columns), n))
	}
	return laid.Columns
}
