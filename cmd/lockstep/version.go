package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/simd"
)

var versionCommand = &command{
	name:  "version",
	short: "print the version",
	long: `version prints the version of lockstep, the Go it was built with, the platform and the
processor, and which kernels are used, of those that there are, and why; and whether
whole functions become machine code; and which functions of -math go run as package math
itself, one lane at a time, because vector code would differ from it in this build.
`,
	setup: func(*flag.FlagSet) func(*env, []string) (status, error) {
		return func(e *env, words []string) (status, error) {
			if len(words) > 0 {
				return statusBad, usagef("version", "it takes no arguments, but there is %s", words[0])
			}
			fmt.Fprintln(e.stdout, versionLine())
			fmt.Fprintln(e.stdout, simd.Features())
			writeKernels(e.stdout, os.Getenv(simdVariable))
			if err := lockstep.EngineAvailable(); err != nil {
				fmt.Fprintf(e.stdout, "engine off: %v\n", err)
			} else {
				fmt.Fprintf(e.stdout, "engine lanes: machine code of whole functions, %s\n", simd.Active())
			}
			fmt.Fprintln(e.stdout, goMathLine())
			return statusOK, nil
		}
	},
}

// versionLine has what a bug report needs. The Go tool records module version
// and commit in the binary.
func versionLine() string {
	version, commit := "(unknown)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = " " + s.Value[:min(12, len(s.Value))]
			}
		}
	}
	return fmt.Sprintf("lockstep %s%s %s %s/%s", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
