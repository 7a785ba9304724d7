package lower

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// Pass is one step of lowering.
type Pass struct {
	Name string // a command-line value: -after=NAME
	Doc  string // one sentence
	// change is the pass in place. No two instructions of the program share memory
	// before it or after it, so that one can be changed without the other.
	change func(*program.Program) (*program.Program, error)
	// Required passes cannot be switched off; the others only make the result
	// better.
	Required bool
}

// Run returns what the pass makes of a program, and leaves that alone.
func (pass Pass) Run(p *program.Program) (*program.Program, error) { return pass.change(p.Clone()) }

// Passes is the whole of lowering, in order.
var Passes = []Pass{
	{"flatten", "Replaces variables of tuple and record types by one variable a leaf.", flatten, true},
	{"prune", "Drops blocks, functions, variables and tables that no run needs.", prune, false},
	{"simplify", "Shortens jumps, forwards copies and drops what nobody needs.", simplify, false},
	{"loops", "Turns self-calls in last position into loops.", loops, false},
	{"levels", "Makes each level of a recursion of a known depth a function.", levels, false},
	{"together", "Calls once what both ways of a branch call.", meldCalls, false},
	{"inline", "Puts small or singly called functions in the place of their calls.", inline, false},
	{"expand", "Writes out short loops that go through a lane's own arrays.", expand, false},
	{"pick", "Chooses among elements where an index has few values.", pick, false},
	{"scalars", "Makes variables of the elements of arrays.", scalars, false},
	{"clean", "Simplifies again what inlining has brought together.", simplify, false},
	{"tables", "Makes constants of arrays that have the same numbers in all lanes.", tables, false},
	{"uniforms", "Computes once a run what is the same in all lanes.", uniforms, false},
	{"circuit", "Folds, shares and moves what functions compute.", optimise, false},
	{"meld", "Computes once what both ways of a branch compute.", meld, false},
	{"masks", "Replaces remainders compared with zero, and divisions of floats by powers of two.", masks, false},
	{"peel", "Takes the first test of a recursion to its calls.", peel, false},
	{"predicate", "Replaces short branches by selects.", predicate, false},
	{"recheck", "Repeats a comparison where its result was asked later.", recheck, false},
	{"rotate", "Repeats cheap loop tests at the end of the loop.", rotate, false},
	{"join", "Replaces the branches that have come together at the end of loops.", predicate, false},
	{"unroll", "Repeats the body of a short loop.", unroll, false},
	{"tidy", "Simplifies what is left of branches and tests.", simplify, false},
	{"recompute", "Computes cheap values again behind calls in place of saving them.", recompute, false},
	{"coalesce", "Gives one name to variables that are copied and do not interfere.", coalesce, false},
	{"split", "Saves values across calls only on the ways that lead to the calls.", split, false},
	{"allocate", "Gives every variable the cheapest storage class that is proved to do.", allocate, false},
	{"calls", "Turns calls into pushes and jumps: the program is lowered from here on.", calls, true},
	{"fuse", "Makes a push after a pop of the same variable an overwrite.", fuse, false},
	{"forward", "Computes arguments in place and reads results in place.", forward, false},
	{"arrays", "Copies arrays by themselves, and not together with other variables.", copyArraysAlone, false},
	{"direct", "Ends lanes directly where no call can be pending.", direct, false},
	{"thread", "Shortens jumps to jumps and to returns.", thread, false},
	{"layout", "Orders the blocks for the earliest-block schedule.", layout, false},
}

// Constraint is a fact about the order of passes that a test checks.
type Constraint struct{ Before, After, Because string }

// Order is why the passes are in the order in which they are.
var Order = []Constraint{
	{"flatten", "prune", "unused leaves of a used variable are dropped too"},
	{"flatten", "simplify", "copies are moves of single tensors"},
	{"flatten", "coalesce", "only single tensors are compared and merged"},
	{"prune", "inline", "a function with one caller is found by counting calls that can happen"},
	{"simplify", "loops", "a call followed by a chain of empty blocks is one in last position"},
	{"loops", "inline", "a function that only calls itself last is not recursive any more"},
	{"loops", "levels", "a recursion that is a loop stays one"},
	{"levels", "inline", "a level has one caller"},
	{"loops", "together", "a function that only calls itself last is not recursive any more"},
	{"together", "inline", "a function with branches is one operation before, and many blocks after"},
	{"inline", "expand", "a loop's bounds and arrays may be arguments"},
	{"inline", "scalars", "an array that is passed to a function stays one"},
	{"expand", "pick", "counters have few values behind a loop that was written out"},
	{"pick", "scalars", "indices become literals"},
	{"clean", "tables", "what an array is made of is literals"},
	{"tables", "uniforms", "an element of a table may be known"},
	{"expand", "clean", "nobody needs the counters any more"},
	{"scalars", "clean", "elements become copies"},
	{"inline", "clean", "arguments become copies"},
	{"clean", "uniforms", "what a function is passed may be a uniform"},
	{"uniforms", "peel", "the first test may be known"},
	{"uniforms", "predicate", "a way has fewer operations, or there is only one"},
	{"uniforms", "circuit", "a derived uniform is one value, and no operation"},
	{"circuit", "meld", "what both ways compute from the same operands is computed before them"},
	{"meld", "predicate", "lanes do not part any more where little is left to each way"},
	{"meld", "peel", "a block that is repeated cannot be melded with its copy"},
	{"circuit", "masks", "a remainder may be by a constant then"},
	{"circuit", "predicate", "a way has fewer operations"},
	{"clean", "masks", "a remainder is compared directly and not through copies"},
	{"masks", "predicate", "an and costs less than a division and cannot fault"},
	{"clean", "peel", "the first test is found behind few blocks"},
	{"inline", "peel", "functions that call nothing are no part of a recursion's test"},
	{"peel", "predicate", "what follows a call may be short"},
	{"clean", "predicate", "a way without copies and empty blocks is shorter"},
	{"predicate", "recheck", "the choice behind a loop asks then what the loop's test said"},
	{"recheck", "rotate", "the test stands in one place alone"},
	{"predicate", "rotate", "a loop whose body is one block becomes one block"},
	{"rotate", "join", "the repeated test follows the body's own last branch"},
	{"join", "unroll", "a loop whose body is one block is found then"},
	{"unroll", "tidy", "the copies leave moves behind"},
	{"join", "tidy", "the first test follows its loop's start, and selects may have nothing to choose"},
	{"tidy", "recompute", "a copy is no operation then"},
	{"recompute", "coalesce", "a variable that was merged has several values"},
	{"tidy", "coalesce", "a forwarded copy needs no merging"},
	{"coalesce", "split", "a copy that saves a push must not be merged away"},
	{"clean", "split", "nor forwarded away"},
	{"split", "allocate", "the copy needs the stack, the variable does not any more"},
	{"coalesce", "allocate", "a merged variable crosses blocks that its parts did not"},
	{"allocate", "calls", "only full variables are pushed and popped"},
	{"calls", "fuse", "pushes and pops are made there"},
	{"fuse", "forward", "a delayed pop lets a result be read in place"},
	{"forward", "arrays", "arguments and results are copied together until then"},
	{"calls", "direct", "returns are made there"},
	{"forward", "thread", "a block whose only copy is gone is empty"},
	{"direct", "thread", "a jump to the end is shorter than one to a return"},
	{"thread", "layout", "the order is that of the blocks that are left"},
}

// Option changes how a program is lowered. No option changes what the lowered
// program computes.
type Option func(*config)

type config struct {
	without []string
	check   bool
	copies  bool
}

// Without switches the named passes off.
func Without(passes ...string) Option {
	return func(c *config) { c.without = append(c.without, passes...) }
}

// Copies makes calls copy every array that they hand over and give back, as if it could not be
// shared: the reference for what sharing must not change.
func Copies() Option { return func(c *config) { c.copies = true } }

// Check verifies the program after every pass. A pass that breaks an invariant
// is our bug, and Lower panics.
func Check() Option { return func(c *config) { c.check = true } }

// Lower returns the lowered form of a source-dialect program. The program is
// not changed. An error says what is wrong with the program; it is an
// ErrorList where the verifier finds it.
func Lower(p *program.Program, opts ...Option) (*program.Program, error) {
	return Run(p, nil, opts...)
}

// Run is Lower with a look at every stage: observe is called with the name of
// each pass that ran and the program after it, which it must not change.
func Run(p *program.Program, observe func(pass string, after *program.Program), opts ...Option) (*program.Program, error) {
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

func (c *config) validate(p *program.Program) error {
	for _, name := range c.without {
		i := slices.IndexFunc(Passes, func(pass Pass) bool { return pass.Name == name })
		switch {
		case i < 0:
			return fmt.Errorf("lower: there is no pass %s", name)
		case Passes[i].Required:
			return fmt.Errorf("lower: the pass %s cannot be switched off", name)
		}
	}
	if p.Dialect == program.Lowered {
		return fmt.Errorf("lower: the program %s is lowered already", p.Name)
	}
	return program.Verify(p)
}

// run runs one pass in place; what goes wrong in it says so.
func (c *config) run(pass Pass, p *program.Program) (q *program.Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			panic(fmt.Sprintf("lower: pass %s: %v", pass.Name, r))
		}
	}()
	change := pass.change
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
