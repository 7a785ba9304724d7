package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/lockstep-simt/lockstep/simd"
)

// simdVariable is the environment variable that selects kernels, as -simd does.
const simdVariable = "LOCKSTEP_SIMD"

// implementationNames returns the names that -simd takes.
func implementationNames() []string {
	var names []string
	for _, impl := range simd.Implementations() {
		names = append(names, impl.Name)
	}
	return names
}

func simdUsage() string {
	return "use the kernels `NAME`, and lesser ones for what they lack: " + strings.Join(implementationNames(), ", ") +
		".\nThe default is " + simdVariable + ", or else the best for this processor."
}

// useKernels takes the kernels that -simd names, if it names any.
func useKernels(name string) error {
	if name == "" {
		return nil
	}
	if err := simd.Use(name); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "simd: "))
	}
	return nil
}

// noteIgnored says so if LOCKSTEP_SIMD, whose value is selected, names kernels
// that cannot be used, and -simd none.
func noteIgnored(e *env, flag, selected string) {
	if flag == "" && selected != "" && simd.Active() != selected {
		e.notef("%s=%s is not one of the kernels available (%s); using %s", simdVariable, selected,
			strings.Join(implementationNames(), ", "), simd.Active())
	}
}

// writeKernels prints the implementations of the kernels, which of them is
// used, and why. selected is the value of LOCKSTEP_SIMD.
func writeKernels(w io.Writer, selected string) {
	why := "the best that this processor can run"
	switch {
	case selected != "" && simd.Active() == selected:
		why = simdVariable + " asks for them"
	case selected != "":
		why += "; " + simdVariable + "=" + selected + " is not one of those available"
	}
	fmt.Fprintf(w, "kernels: %s (%s)\n", simd.Active(), why)
	for _, impl := range simd.Implementations() {
		state := "available"
		if !impl.Available {
			state = "not on this processor"
		}
		fmt.Fprintf(w, "  %-10s %4d  %s\n", impl.Name, len(impl.Kernels), state)
	}
}
