package testkit

import (
	"hash/fnv"
	"os"
	"sync"

	_ "github.com/lockstep-simt/lockstep/engine/functions"
	"github.com/lockstep-simt/lockstep/simd"
)

// The instruction set as an axis. Every implementation of the kernels that this
// processor can run, up to the one that is in use, is dealt out over the
// configurations, in another way for each program: so all of them come together in
// a few tests and none takes longer for it. With LOCKSTEP_TESTKIT=full in the
// environment each configuration runs under each implementation.
//
// What is missing is not noticed here but by a test of package simd, which knows
// what the processor can do. LOCKSTEP_SIMD=NAME leaves out what is better than
// NAME.

// Full tells that nothing is to be sampled: the project's CI says so, and whoever has
// the time.
var Full = os.Getenv("LOCKSTEP_TESTKIT") == "full"

// Implementations returns the names of the implementations to compare.
func Implementations() []string {
	best := simd.Active()
	var names []string
	for _, impl := range simd.Implementations() {
		if impl.Available {
			names = append(names, impl.Name)
		}
		if impl.Name == best {
			break
		}
	}
	return names
}

// OnEach returns the product of configurations and implementations.
func OnEach(configs []Config) []Config {
	var all []Config
	for _, name := range Implementations() {
		for _, c := range configs {
			c.Kernels = name
			all = append(all, c)
		}
	}
	return all
}

// deal gives each configuration an implementation, as a text says: that of a
// program, so that a failure comes again.
func deal(configs []Config, text string) []Config {
	if Full {
		return OnEach(configs)
	}
	names, n := Implementations(), numberOf(text)
	dealt := make([]Config, len(configs))
	for i, c := range configs {
		if c.Kernels == "" {
			// Configurations stand in groups of a few; a step of one more after
			// each round keeps a group's place from always meeting one name.
			c.Kernels = names[(n+i+i/len(names))%len(names)]
		}
		dealt[i] = c
	}
	return dealt
}

// numberOf is a number that is always the same for a text.
func numberOf(text string) int {
	h := fnv.New32a()
	h.Write([]byte(text))
	return int(h.Sum32() >> 1)
}

// kernelsMutex is held while somebody has chosen other kernels than usual.
var kernelsMutex sync.Mutex

// onKernels runs f with an implementation as the best one.
func onKernels(name string, f func() string) string {
	kernelsMutex.Lock()
	defer kernelsMutex.Unlock()
	undo, ok := simd.UpTo(name)
	if !ok {
		return "no kernels " + name
	}
	defer undo()
	if simd.Chosen("add.f64") != name {
		return "kernels of " + simd.Chosen("add.f64") + " run in place of " + name
	}
	return f()
}
