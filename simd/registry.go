package simd

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
)

// Implementation is a set of kernels under one name: "portable", "avx2". It
// need not have them all; what it lacks is taken from one registered before.
type Implementation struct {
	Name string
	// Available reports whether this processor can run the kernels.
	Available bool
	Kernels   map[string]Kernel // by mnemonic
}

// The registry is written by init functions, Use and Restrict alone.
var (
	implementations = []Implementation{{Name: Portable, Available: true, Kernels: portable}}
	choices         atomic.Pointer[map[string]choice]
)

// Portable is the name of the implementation in Go, which has every kernel and
// is always available.
const Portable = "portable"

type choice struct {
	kernel Kernel
	name   string
	guard  *guardedKernel // nil if the kernel needs none
}

// chosenFor returns the choice of a mnemonic; the portable kernel where the chosen one differs
// from package math.
func chosenFor(mnemonic string) choice {
	c := (*choices.Load())[mnemonic]
	if c.guard != nil && !c.guard.agrees() {
		return choice{kernel: portable[mnemonic], name: Portable}
	}
	return c
}

func init() { pickAll() }

// register adds an implementation; it wins over those registered before. It
// must be called from an init function of this package. It panics if the name
// is taken or if a mnemonic has no portable kernel.
func register(impl Implementation) {
	for _, other := range implementations {
		if other.Name == impl.Name {
			panic("simd: " + impl.Name + " registered twice")
		}
	}
	for mnemonic := range impl.Kernels {
		if portable[mnemonic].IsZero() {
			panic("simd: " + impl.Name + " has a kernel for the unknown " + mnemonic)
		}
	}
	implementations = append(implementations, impl)
	pickAll()
}

// Implementations returns what is registered, in order of registration, also
// what this processor cannot run.
func Implementations() []Implementation { return slices.Clone(implementations) }

// Lookup returns the chosen kernel of a mnemonic, or the zero Kernel if there is none. A
// caller looks up once and keeps the kernel.
func Lookup(mnemonic string) Kernel { return chosenFor(mnemonic).kernel }

// Chosen returns the name of the implementation whose kernel [Lookup] returns,
// or "" if there is none, so that a test can prove which path ran.
func Chosen(mnemonic string) string { return chosenFor(mnemonic).name }

// Restrict makes Lookup choose from the portable and the named implementation
// alone, until undo is called. It is for tests. Others that look kernels up
// meanwhile get those, which changes no result of theirs; who restricts the choice
// at the same time undoes what the other does. See package simdtest. ok is false,
// and nothing changed, if there is no available implementation of that name.
func Restrict(name string) (undo func(), ok bool) {
	i := slices.IndexFunc(implementations, func(impl Implementation) bool { return impl.Name == name })
	if i < 0 || !implementations[i].Available {
		return func() {}, false
	}
	return pickUntilUndone(implementations[0], implementations[i]), true
}

// UpTo is Restrict to the named implementation and all that were registered before
// it: what a processor chooses that has nothing better.
func UpTo(name string) (undo func(), ok bool) {
	i := slices.IndexFunc(implementations, func(impl Implementation) bool { return impl.Name == name })
	if i < 0 || !implementations[i].Available {
		return func() {}, false
	}
	return pickUntilUndone(implementations[:i+1]...), true
}

func pickUntilUndone(impls ...Implementation) (undo func()) {
	before, level := choices.Load(), moves()
	pick(impls...)
	return func() {
		choices.Store(before)
		setLevel(level)
	}
}

// Use makes Lookup choose from the named implementation and those registered
// before it; the empty name means all. Before Use it is the environment's
// LOCKSTEP_SIMD that says which, if it names an available one. Kernels already
// looked up stay what they are. The error says that there is no implementation
// of that name or that this processor cannot run it; then nothing changes.
func Use(name string) error {
	if err := usable(name); err != nil {
		return err
	}
	selected = name
	pickAll()
	return nil
}

// Active returns the name of the implementation that kernels are first taken
// from.
func Active() string {
	active := Portable
	for _, impl := range permitted() {
		if impl.Available {
			active = impl.Name
		}
	}
	return active
}

// selected is the last implementation to choose from, or "" for no limit.
var selected = os.Getenv(variable)

// variable is the environment variable that selects an implementation.
const variable = "LOCKSTEP_SIMD"

// usable returns an error if the name is not empty and is not the name of an
// available implementation.
func usable(name string) error {
	var names []string
	for _, impl := range implementations {
		if impl.Name == name && !impl.Available {
			return fmt.Errorf("simd: this processor cannot run %s kernels", name)
		}
		names = append(names, impl.Name)
	}
	if name != "" && !slices.Contains(names, name) {
		return fmt.Errorf("simd: no implementation %q; there are %s", name, strings.Join(names, ", "))
	}
	return nil
}

// permitted returns the implementations to choose from.
func permitted() []Implementation {
	if selected == "" || usable(selected) != nil {
		return implementations
	}
	i := slices.IndexFunc(implementations, func(impl Implementation) bool { return impl.Name == selected })
	return implementations[:i+1]
}

func pickAll() { pick(permitted()...) }

// pick makes the choices from the given implementations; later ones win.
func pick(impls ...Implementation) {
	m := make(map[string]choice, len(portable))
	for _, impl := range impls {
		if !impl.Available {
			continue
		}
		for mnemonic, kernel := range impl.Kernels {
			m[mnemonic] = choice{kernel, impl.Name, guards[[2]string{impl.Name, mnemonic}]}
		}
	}
	choices.Store(&m)
	setLevel(bestLevel(impls))
}
