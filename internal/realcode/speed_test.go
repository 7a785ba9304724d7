package realcode

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	speed = flag.Bool("speed", false, "time functions in a loop that Go compiled and in a batch, on one processor")
	every = flag.Int("every", 1, "of the functions to time, take each `N`th")
)

// TestSpeed times functions in a compiled loop and in a batch, and prints how the gains are
// distributed and which are the least. It is run on demand and fails for no figure.
func TestSpeed(t *testing.T) {
	if !*speed {
		t.Skip("asked for by -speed")
	}
	skipWhereGoDiffers(t)
	packages := Packages
	if *others != "" {
		packages = nil
		for path := range strings.SplitSeq(*others, ",") {
			packages = append(packages, &Package{Path: path})
		}
	}
	lab, exe, found := prepare(t, *module, packages)
	proc, err := Start(exe)
	require.NoError(t, err)
	defer func() { require.NoError(t, proc.Close()) }()
	of := 10_000
	if *lanes > 0 {
		of = *lanes
	}
	var timed []*Speed
	n := 0
	for _, p := range packages {
		for _, f := range found[p].Functions {
			if !strings.Contains(f.String(), *only) {
				continue
			}
			if n++; n%*every != 0 {
				continue
			}
			s := lab.Speed(f, proc, of)
			fmt.Printf("%-60s %s\n", f, s)
			if s.Refused == nil {
				timed = append(timed, s)
			}
		}
	}
	require.NotEmpty(t, timed)
	fmt.Print(distribution(timed))
}

// distribution tells of gains: parts of them and the least.
func distribution(timed []*Speed) string {
	slices.SortFunc(timed, func(a, b *Speed) int {
		switch {
		case a.Gain() < b.Gain():
			return -1
		case a.Gain() > b.Gain():
			return 1
		}
		return 0
	})
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d functions; loop ÷ batch:", len(timed))
	for _, part := range []int{0, 5, 10, 25, 50, 75, 90, 100} {
		fmt.Fprintf(&b, " %d %% %.2f,", part, timed[min(part*len(timed)/100, len(timed)-1)].Gain())
	}
	below := slices.IndexFunc(append(slices.Clone(timed), &Speed{Loop: 1, Batch: 1}),
		func(s *Speed) bool { return s.Gain() >= 1 })
	fmt.Fprintf(&b, " below 1: %d\n", below)
	for _, s := range timed[:min(20, len(timed))] {
		fmt.Fprintf(&b, "%-60s %s\n", s.Function, s)
	}
	return b.String()
}
