package lockstep

import (
	"errors"
	"fmt"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/internal/tiers"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// EngineMode says what runs lanes.
type EngineMode string

// The engines. All give the same results, bit for bit.
const (
	// EngineAuto takes what is fastest: machine code of the whole program where there is
	// some, and else the machine of package batch. They are compared on the first lanes of
	// the first batch of a size. It is the default.
	EngineAuto EngineMode = "auto"
	// EngineOff takes the machine of package batch alone.
	EngineOff EngineMode = "off"
	// EngineLanes takes machine code with many lanes in registers; without, a run is an
	// error that says why.
	EngineLanes EngineMode = tiers.Lanes
	// EngineScalar takes machine code that runs one lane at a time; without, a run is an
	// error that says why.
	EngineScalar EngineMode = tiers.Scalar
	// EngineBlocks takes the machine of package batch, and machine code for those parts of
	// the program in which lanes spend their time. It takes every program.
	EngineBlocks EngineMode = tiers.Blocks
	// EngineUops is EngineBlocks with interpreted micro-ops in place of machine code. It is
	// for tests, and runs everywhere.
	EngineUops EngineMode = tiers.Uops
)

// EngineModes lists the engines that there are, but for EngineUops.
func EngineModes() []EngineMode {
	return []EngineMode{EngineAuto, EngineOff, EngineBlocks, EngineLanes, EngineScalar}
}

// Engine chooses what runs the lanes.
func Engine(mode EngineMode) RunOption { return func(r *runOptions) { r.engine = mode } }

// rolled is a form of a program that may be faster as machine code: a turn repeats rounds by itself, and registers
// are few.
func rolled(forms *lower.Forms) func() []*program.Program {
	if forms == nil {
		return nil
	}
	return func() []*program.Program {
		p, err := forms.Rolled()
		if p == nil || err != nil {
			return nil
		}
		return []*program.Program{p}
	}
}

const tooFew = "there were too few lanes so far to make machine code for"

// EngineAvailable says why there is no machine code on this machine, whatever the program;
// nil if there is.
func EngineAvailable() error { return engine.Available() }

// CodeMemory returns how many bytes of memory the machine code of all functions of the process takes.
// It is given back when the garbage collector finds that a [Func] is not used any more.
func CodeMemory() int64 { return engine.CodeMemory() }

// LimitCodeMemory sets how many bytes the machine code of the process may take, 256 MiB unless it is
// told otherwise, and returns how many that were before. A function for which there was no room when
// its machine code was first asked for has none: it runs as it does where there is none.
func LimitCodeMemory(bytes int64) (before int64) { return engine.LimitCodeMemory(bytes) }

// Engines lists the engines that can run the lanes of the program on this machine, in the order of
// [EngineModes], without EngineAuto. It makes the machine code of whole programs, if there is none yet.
func (fn *Func) Engines() []EngineMode {
	list := []EngineMode{EngineOff}
	if _, err := fn.tiers.Pool(tiers.Blocks); err == nil {
		list = append(list, EngineBlocks)
	}
	if _, err := fn.tiers.Code(); err == nil {
		list = append(list, EngineLanes)
	}
	if _, err := fn.tiers.Scalar(); err == nil {
		list = append(list, EngineScalar)
	}
	return list
}

// MachineCode returns the machine code of the program for an engine as text, an instruction a
// line. EngineAuto is that for many lanes, or if there is none, for one at a time. Comments, which
// begin with //, say which phase, function or blocks, and which line of the source, the
// instructions behind them are of. The error says why there is none.
func (fn *Func) MachineCode(mode EngineMode) ([]string, error) {
	if mode == EngineBlocks {
		pool, err := fn.tiers.Pool(tiers.Blocks)
		if err != nil {
			return nil, prefixed(err)
		}
		return pool.Code(), nil
	}
	c, err := fn.codeOf(mode)
	if err != nil {
		return nil, prefixed(err)
	}
	return c.Lines(), nil
}

// codeOf returns the machine code of the whole program for an engine.
func (fn *Func) codeOf(mode EngineMode) (*engine.Code, error) {
	switch mode {
	case EngineLanes:
		return fn.tiers.Code()
	case EngineScalar:
		return fn.tiers.Scalar()
	case EngineAuto, "":
	default:
		return nil, fmt.Errorf("lockstep: engine %s has no machine code of whole programs", mode)
	}
	c, err := fn.tiers.Code()
	if err == nil {
		return c, nil
	}
	one, none := fn.tiers.Scalar()
	if none != nil {
		return nil, &ofRoom{reason(err) + "; and one lane at a time: " + reason(none), errors.Join(err, none)}
	}
	return one, nil
}

// Phases describes what the machine code of the program is made of, as text: its phases in
// the order in which they run, where their lanes come from, go to and wait, and what is
// kept for lanes. The error says why there is no machine code.
func (fn *Func) Phases() (string, error) {
	c, err := fn.tiers.Code()
	if err != nil {
		return "", prefixed(err)
	}
	text, err := c.Phases()
	return text, prefixed(err)
}

// Executors describes the executors that runs with EngineBlocks or EngineUops have made so
// far: their micro-ops, and where lanes leave. With dot it is the graph of them in the language
// of Graphviz. The error says why there are none.
func (fn *Func) Executors(mode EngineMode, dot bool) (string, error) {
	if mode != EngineBlocks && mode != EngineUops {
		return "", fmt.Errorf("lockstep: engine %q has no executors; %s and %s have", mode, EngineBlocks, EngineUops)
	}
	pool, err := fn.tiers.Pool(string(mode))
	if err != nil {
		return "", prefixed(err)
	}
	if dot {
		return pool.DOT(), nil
	}
	return pool.String(), nil
}

// Storage describes where the machine code of the program for an engine keeps what, as text:
// variables, masks, arrays and stacks, and how much of each part of the code moves what there are no
// registers for. EngineAuto is that for many lanes. The error says why there is none.
func (fn *Func) Storage(mode EngineMode) (string, error) {
	if mode == EngineAuto || mode == "" {
		mode = EngineLanes
	}
	c, err := fn.codeOf(mode)
	if err != nil {
		return "", prefixed(err)
	}
	text, err := c.Storage()
	return text, prefixed(err)
}

// chooseEngine tells which machine code is to run lanes: "" is none, and why says why it is
// the machine of package batch. The error is about a choice that cannot be had.
func (fn *Func) chooseEngine(o *runOptions, cols []batch.Column, lanes int) (code EngineMode, why string, err error) {
	switch o.engine {
	case EngineOff:
		return "", "", nil
	case EngineBlocks, EngineUops:
		if _, err := fn.tiers.Pool(string(o.engine)); err != nil {
			return "", "", fmt.Errorf("lockstep: engine %s: %s", o.engine, reason(err))
		}
		return o.engine, "", nil
	case EngineAuto, EngineLanes, EngineScalar, "":
	default:
		return "", "", fmt.Errorf("lockstep: there is no engine %q; there are %v", o.engine, EngineModes())
	}
	forced := o.engine == EngineLanes || o.engine == EngineScalar
	switch {
	case o.tier1 != "":
		why = kernelsOnly(o.tier1)
	case len(cols) == 0:
		why = "the program has no inputs"
	case !forced && !fn.tiers.Worth(lanes):
		if lanes >= tiers.ProbedLanes && o.MaxDepth == 0 {
			return tiers.Probed, tooFew, nil
		}
		why = tooFew
	default:
		code, why = fn.machineCode(o)
		if code != "" {
			return code, "", nil
		}
	}
	if forced {
		return "", "", fmt.Errorf("lockstep: engine %s: %s%s", o.engine, fn.place(), why)
	}
	return "", why, nil
}

// place begins a message with where the function is in the source, if that is known.
func (fn *Func) place() string {
	p := fn.Source()
	if len(p.Functions) == 0 || !p.Functions[0].Pos.IsValid() {
		return ""
	}
	return p.Functions[0].Pos.In(p.File).String() + ": "
}

// machineCode tells which machine code there is, or why there is none.
func (fn *Func) machineCode(o *runOptions) (code EngineMode, why string) {
	depth := o.MaxDepth > 0
	if o.engine == EngineScalar {
		if depth {
			return "", kernelsOnly("MaxDepth")
		}
		_, err := fn.tiers.Scalar()
		if err == nil {
			return EngineScalar, ""
		}
		return "", reason(err)
	}
	if o.isAuto() && !depth && fn.tiers.Measurable() {
		return tiers.Measured, ""
	}
	lanes, err := fn.tiers.Code()
	switch {
	case err != nil:
		why = reason(err)
	case depth && lanes.Calls():
		why = kernelsOnly("MaxDepth")
	case o.engine == EngineLanes || depth:
		return EngineLanes, ""
	}
	return "", why
}

// kernelsOnly says why an option has kernels run the lanes.
func kernelsOnly(option string) string { return "only the kernel engine supports " + option }
