package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/circuit/reshape"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// Passes is the whole of lowering, in order. Those of package reshape come first; from "calls" on the program is
// lowered.
var Passes = append(slices.Clip(reshape.Passes),
	edit.Optional("recompute", "Computes cheap values again behind calls in place of saving them.", recompute),
	edit.Optional("coalesce", "Gives one name to variables that are copied and do not interfere.", coalesce),
	edit.Optional("split", "Saves values across calls only on the ways that lead to the calls.", split),
	edit.Optional("allocate", "Gives every variable the cheapest storage class that is proved to do.", allocate),
	edit.Needed("calls", "Turns calls into pushes and jumps: the program is lowered from here on.", calls),
	edit.Optional("fuse", "Makes a push after a pop of the same variable an overwrite.", fuse),
	edit.Optional("forward", "Computes arguments in place and reads results in place.", forward),
	edit.Optional("arrays", "Copies arrays by themselves, and not together with other variables.", copyArraysAlone),
	edit.Optional("direct", "Ends lanes directly where no call can be pending.", direct),
	edit.Optional("thread", "Shortens jumps to jumps and to returns.", thread),
	edit.Optional("layout", "Orders the blocks for the earliest-block schedule.", layout),
)

// Order is why the passes are in the order in which they are.
var Order = append(slices.Clip(reshape.Order),
	edit.Before("flatten", "coalesce", "only single tensors are compared and merged"),
	edit.Before("tidy", "recompute", "a copy is no operation then"),
	edit.Before("recompute", "coalesce", "a variable that was merged has several values"),
	edit.Before("tidy", "coalesce", "a forwarded copy needs no merging"),
	edit.Before("coalesce", "split", "a copy that saves a push must not be merged away"),
	edit.Before("clean", "split", "nor forwarded away"),
	edit.Before("split", "allocate", "the copy needs the stack, the variable does not any more"),
	edit.Before("coalesce", "allocate", "a merged variable crosses blocks that its parts did not"),
	edit.Before("allocate", "calls", "only full variables are pushed and popped"),
	edit.Before("calls", "fuse", "pushes and pops are made there"),
	edit.Before("fuse", "forward", "a delayed pop lets a result be read in place"),
	edit.Before("forward", "arrays", "arguments and results are copied together until then"),
	edit.Before("calls", "direct", "returns are made there"),
	edit.Before("forward", "thread", "a block whose only copy is gone is empty"),
	edit.Before("direct", "thread", "a jump to the end is shorter than one to a return"),
	edit.Before("thread", "layout", "the order is that of the blocks that are left"),
)

// Option changes how a program is lowered. No option changes what the lowered
// program computes.
type Option func(*config)

type config struct {
	without []string
	gates   []string // passes of package circuit that are switched off
	check   bool
	copies  bool
	right   bool // it was verified
}

// Without switches the named passes off; "circuit.hoist" is pass hoist of package circuit.
func Without(passes ...string) Option {
	return func(c *config) {
		for _, name := range passes {
			if gates, ok := reshape.CircuitPass(name); ok {
				c.gates = append(c.gates, gates)
			} else {
				c.without = append(c.without, name)
			}
		}
	}
}

// Copies makes calls copy every array that they hand over and give back, as if it could not be
// shared: the reference for what sharing must not change.
func Copies() Option { return func(c *config) { c.copies = true } }

// Check verifies the program after every pass. A pass that breaks an invariant
// is our bug, and Lower panics.
func Check() Option { return func(c *config) { c.check = true } }

// Verified says that the program was verified, which takes a twentieth of what compiling does.
func Verified() Option { return func(c *config) { c.right = true } }

// Lower returns the lowered form of a source-dialect program. The program is
// not changed. An error says what is wrong with the program; it is an
// ErrorList where the verifier finds it.
func Lower(p *program.Program, opts ...Option) (*program.Program, error) {
	return Run(p, nil, opts...)
}

// Run is Lower with a look at every stage: observe is called with the name of
// each pass that ran and the program after it, which it must not change.
func Run(p *program.Program, observe func(pass string, after *program.Program), opts ...Option) (*program.Program,
	error) {
	var c config
	for _, o := range opts {
		o(&c)
	}
	if err := c.validate(p); err != nil {
		return nil, err
	}
	q := p.Clone()
	for _, pass := range Passes {
		if slices.Contains(c.without, pass.Name) {
			continue
		}
		var err error
		if q, err = c.run(pass, q); err != nil {
			return nil, err
		}
		if observe != nil {
			observe(pass.Name, q)
			q = q.Clone() // it may be kept
		}
	}
	return q, nil
}

// namesOf returns the names of passes.
func namesOf(passes []edit.Pass) (names []string) {
	for _, pass := range passes {
		names = append(names, pass.Name)
	}
	return names
}

func (c *config) validate(p *program.Program) error {
	for _, name := range c.without {
		i := indexOf(name)
		switch {
		case i < 0:
			return fmt.Errorf("lower: there is no pass %s; there are %s", name,
				strings.Join(namesOf(allPasses), ", "))
		case allPasses[i].Required:
			return fmt.Errorf("lower: the pass %s cannot be switched off", name)
		}
	}
	for _, name := range c.gates {
		if all := reshape.CircuitPasses(); !slices.Contains(all, name) {
			return fmt.Errorf("lower: there is no pass circuit.%s; there are %s", name, strings.Join(all, ", "))
		}
	}
	if p.Dialect == program.Lowered {
		return fmt.Errorf("lower: the program %s is lowered already", p.Name)
	}
	if c.right {
		return nil
	}
	return program.Verify(p)
}

// run runs one pass in place; what goes wrong in it says so.
func (c *config) run(pass edit.Pass, p *program.Program) (q *program.Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			panic(fmt.Sprintf("lower: pass %s: %v", pass.Name, r))
		}
	}()
	change := reshape.Without(pass, c.gates).Change
	if c.copies && pass.Name == "calls" {
		change = copyingCalls
	}
	q, err = change(p)
	if err == nil && c.check {
		if bad := program.Verify(q); bad != nil {
			panic(fmt.Sprintf("bug: %v in\n%s", bad, program.Print(q)))
		}
	}
	return q, err
}
