package realcode

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit"
)

var (
	only   = flag.String("only", "", "try only functions whose name, package path included, contains this")
	record = flag.Bool("record", false, "write docs/real-code.md")
	others = flag.String("packages", "", "try these packages instead, by import paths with commas between; the table "+
		"does not matter")
	module = flag.String("module", root, "the folder of the module that can import the packages")
	lanes  = flag.Int("lanes", 0, "inputs of each function")
)

const (
	root      = "../.."
	tablePath = root + "/docs/real-code.md"
)

// effort is how much is run of a function: in CI, what was promised in full.
func effort(f *Function) Effort {
	switch {
	case *lanes > 0:
		return Effort{Lanes: *lanes, Oracle: *lanes / 10}
	case *record && f.Package.Extra:
		return Effort{Lanes: 20_000, Oracle: 200}
	case *record:
		return Effort{Lanes: 100_000, Oracle: 1000}
	case testing.Short():
		return Effort{Lanes: 2000, Oracle: 20}
	case f.Package.Extra:
		return Effort{Lanes: 4000, Oracle: 20}
	case testkit.Full:
		return Effort{Lanes: 100_000, Oracle: 300}
	}
	return Effort{Lanes: 20_000, Oracle: 60}
}

// TestRealCode tries every function and compares what is accepted with the
// table.
func TestRealCode(t *testing.T) {
	skipWhereGoDiffers(t)
	packages := Packages
	if *others != "" {
		packages = nil
		for path := range strings.SplitSeq(*others, ",") {
			packages = append(packages, &Package{Path: path})
		}
	}
	lab, exe, found := prepare(t, *module, packages)
	table, err := os.ReadFile(tablePath)
	require.True(t, err == nil || *record, "%v", err)
	accepted := Accepted(string(table))

	var wanted []*Function
	outcomes := map[*Package][]*Outcome{}
	for _, p := range packages {
		for _, f := range found[p].Functions {
			if strings.Contains(f.String(), *only) {
				wanted = append(wanted, f)
			}
		}
	}
	for f, o := range tryAll(t, lab, exe, wanted) {
		name := f.String()
		outcomes[f.Package] = append(outcomes[f.Package], o)
		was, known := accepted[name]
		delete(accepted, name)
		if v := o.Varying; v != nil && v.Wrong != nil {
			t.Errorf("%s, slices with lengths of their own: %v", f, v.Wrong)
		}
		switch {
		case o.Wrong != nil:
			t.Errorf("%s: %v", f, o.Wrong)
		case *record || *others != "":
		case !known:
			t.Errorf("%s is not in %s; run this test with -record", f, tablePath)
		case was && o.Refused != nil:
			t.Errorf("%s is refused: %v", f, o.Refused)
		case !was && o.Refused == nil:
			t.Errorf("%s is now accepted; run this test with -record", f)
		}
	}
	if *only != "" || *others != "" {
		return
	}
	if *record {
		require.False(t, t.Failed(), "not recorded: functions are wrong")
		require.NoError(t, os.MkdirAll(root+"/docs", 0o777))
		require.NoError(t, os.WriteFile(tablePath, []byte(Table(found, outcomes)), 0o666))
		return
	}
	for name := range accepted {
		t.Errorf("%s is in %s but was not found; run this test with -record", name, tablePath)
	}
}

// skipWhereGoDiffers skips a test where compiled Go has other bits: it follows
// Go on amd64 at v1, and elsewhere Go may fuse x*y+z in this test's own code and
// in package math.
func skipWhereGoDiffers(t *testing.T) {
	if runtime.GOARCH != "amd64" || goAMD64(t) != "v1" {
		t.Skip("compiled Go has other bits here")
	}
}

// prepare discovers the functions of packages and builds the worker for them.
func prepare(t *testing.T, module string, packages []*Package) (*Lab, string, map[*Package]*Found) {
	found, err := Discover(module, packages)
	require.NoError(t, err)
	exe, err := Build(t.TempDir(), module, packages, found)
	require.NoError(t, err)
	lab, err := NewLab(module, found)
	require.NoError(t, err)
	return lab, exe, found
}

// goAMD64 is the level that this test was compiled for.
func goAMD64(t *testing.T) string {
	info, ok := debug.ReadBuildInfo()
	require.True(t, ok)
	for _, s := range info.Settings {
		if s.Key == "GOAMD64" {
			return s.Value
		}
	}
	return ""
}

// tryAll tries functions on two cores, each with its own process, and yields
// the outcomes in order.
func tryAll(t *testing.T, lab *Lab, exe string, fns []*Function) func(yield func(*Function, *Outcome) bool) {
	outcomes := make([]*Outcome, len(fns))
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		proc, err := Start(exe)
		require.NoError(t, err)
		wg.Go(func() {
			defer proc.Close()
			for i := range jobs {
				start := time.Now()
				outcomes[i] = lab.Try(fns[i], proc, effort(fns[i]))
				if spent := time.Since(start); testing.Verbose() {
					fmt.Printf("%-60s %8.3f s  %s\n", fns[i], spent.Seconds(), outcomes[i])
				}
			}
		})
	}
	for i := range fns {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
	return func(yield func(*Function, *Outcome) bool) {
		for i, f := range fns {
			if !yield(f, outcomes[i]) {
				return
			}
		}
	}
}
