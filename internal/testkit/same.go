package testkit

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/program"
)

// Lane is the input of one lane: a value for each leaf of VarsIn.
type Lane []interp.Value

// Limits bound a comparison. With a limit, programs are compared after
// lowering only, because steps and depths are counted in lowered blocks.
type Limits struct {
	MaxDepth, MaxSteps int
	Uniforms           map[string]interp.Value
}

// Same runs p over the given lanes in every way there is and fails the test at
// the first result that is not the oracle's, bit for bit: the oracle on the
// source and after each pass; the machine over gangs, workers, schedules,
// instruction sets (see kernels.go), with little memory for stacks, compacted,
// dense, without buffer exchange and with junk in its buffers; after printing and
// parsing; with its blocks in another order; and as machine code, where it has some.
func Same(t testing.TB, p *program.Program, lanes []Lane, limits Limits) {
	t.Helper()
	if d := Differences(p, lanes, limits, AllConfigs()); d != "" {
		t.Fatal(d)
	}
}

// SameQuick is Same under few configurations, and as machine code in a part of the ways there are, for fuzzing and
// for many programs: which part, the text of the program says. Under [Full] that is all of them.
func SameQuick(t testing.TB, p *program.Program, lanes []Lane, limits Limits) {
	t.Helper()
	if _, d := differences(p, lanes, limits, QuickConfigs(), waysOf(p, quickPart)); d != "" {
		t.Fatal(d)
	}
}

// A ways says how a program is compared as machine code: in the usual way, and in one of so many others, which ones a
// number says. So programs with other numbers are compared in others.
type ways struct{ oneIn, number int }

// quickPart is of how many ways SameQuick takes one.
const quickPart = 3

// waysOf are those for a program, which its text tells from others.
func waysOf(p *program.Program, oneIn int) ways { return ways{oneIn, numberOf(program.Print(p))} }

// have reports whether a way is among them; 0 is the usual one.
func (w ways) have(way int) bool { return Full || way == 0 || (w.number+way)%w.oneIn == 0 }

// Outcome is how one lane ended: with values, or with a fault.
type Outcome struct {
	Values []interp.Value
	Fault  string // "" if the lane finished
}

// Differences describes the first difference between the ways to run p, or
// returns "".
func Differences(p *program.Program, lanes []Lane, limits Limits, configs []Config) string {
	_, d := differences(p, lanes, limits, configs, waysOf(p, 1))
	return d
}

// printedName is the file that a program is said to be from which is printed and parsed again.
const printedName = "printed"

// differences is Differences; it also returns what the oracle gives.
func differences(p *program.Program, lanes []Lane, limits Limits, configs []Config, code ways) (want []Outcome,
	d string) {
	lowered, made, want, d := stagesDiffer(p, lanes, limits)
	if d != "" {
		return nil, d
	}
	reparsed, err := program.Parse(printedName, program.Print(lowered, program.WithPositions()))
	if err != nil {
		return nil, fmt.Sprintf("the lowered program does not parse back: %v\n%s", err, lowered)
	}
	if d := engineDiffers(lowered, lanes, limits, want, code); d != "" {
		return nil, d
	}
	if d := scalarDiffers(p, lowered, made, lanes, limits, want, code); d != "" {
		return nil, d
	}
	if d := copiesDiffer(p, lowered, lanes, limits, want, configs[:min(1, len(configs))], code); d != "" {
		return nil, d
	}
	forms := []lowerStage{{"lowered", lowered}, {"reparsed", reparsed}, {"shuffled", shuffled(lowered, 1)}}
	dealt := deal(configs, program.Print(lowered))
	for _, name := range Implementations() {
		d := onKernels(name, func() string {
			for _, form := range forms {
				if d := machineDiffers(form, lanes, limits, want, ofKernels(dealt, name, form.name != "lowered")); d !=
					"" {
					return d
				}
			}
			return ""
		})
		if d != "" {
			return nil, d
		}
	}
	return want, ""
}

// ofKernels returns the configurations with the named kernels, if alsoForms is set
// only those for other forms of the program than the lowered one.
func ofKernels(configs []Config, name string, alsoForms bool) (some []Config) {
	for _, c := range configs {
		if c.Kernels == name && (c.everyForm || !alsoForms) {
			some = append(some, c)
		}
	}
	return some
}

// machineDiffers describes the first difference between what the machine gives in
// some configurations and what is wanted.
func machineDiffers(form lowerStage, lanes []Lane, limits Limits, want []Outcome, configs []Config) string {
	if len(configs) == 0 {
		return ""
	}
	code, err := batch.Compile(form.p)
	if err != nil {
		return fmt.Sprintf("batch: %s: %v\n%s", form.name, err, form.p)
	}
	for _, c := range configs {
		got, err := runBatch(code, lanes, limits, c)
		if err != nil {
			return fmt.Sprintf("batch (%s, %s): %v\n%s", form.name, c, err, form.p)
		}
		for i := range lanes {
			if d := diff(want[i], got[i]); d != "" {
				return fmt.Sprintf("batch (%s, %s) differs from the oracle at lane %d of %d (%s): %s\n%s",
					form.name, c, i, len(lanes), formatLane(lanes[i]), d, form.p)
			}
		}
	}
	return ""
}

func runBatch(code *batch.Code, lanes []Lane, l Limits, c Config) ([]Outcome, error) {
	if c.Superblocks.Hot == 0 {
		return runBatchWith(code, lanes, l, c, nil)
	}
	pool := c.Superblocks.pool(code)
	defer pool.count()
	return runBatchWith(code, lanes, l, c, pool)
}

// runBatchWith runs lanes with executors, if tier2 is not nil.
func runBatchWith(code *batch.Code, lanes []Lane, l Limits, c Config, tier2 plan.Tier2) ([]Outcome, error) {
	params := code.Params()
	cols := make([]batch.Column, len(params))
	for i, p := range params {
		col, _ := batch.NewColumn(p.Type, len(lanes), p.Shape)
		for j, lane := range lanes {
			setRow(col, j, lane[i])
		}
		cols[i] = col
	}
	opts := c.options()
	if l.MaxDepth > 0 {
		opts = append(opts, batch.MaxDepth(l.MaxDepth))
	}
	if l.MaxSteps > 0 {
		opts = append(opts, batch.MaxSteps(l.MaxSteps))
	}
	for name, v := range l.Uniforms {
		col, _ := batch.NewColumn(program.GoTypeOf(v.Type.Dtype), 1, v.Type.Shape)
		setRow(col, 0, v)
		opts = append(opts, batch.WithUniform(name, col))
	}
	if tier2 != nil {
		opts = append(opts, settings.Superblocks(tier2))
	}
	res, err := code.Run(context.Background(), cols, opts...)
	if err != nil {
		return nil, err
	}
	if c.Stats != nil {
		c.Stats(res.Stats)
	}
	out := make([]Outcome, len(lanes))
	results := code.Results()
	for j := range lanes {
		if !res.Finished(j) {
			out[j].Fault = "missing"
			continue
		}
		for i, r := range results {
			out[j].Values = append(out[j].Values, row(res.Cols[i], j, r.Shape))
		}
	}
	for _, f := range res.Faults {
		if out[f.Lane].Fault != "missing" {
			return nil, fmt.Errorf("lane %d both finished and faulted", f.Lane)
		}
		out[f.Lane].Fault = describe(f.Code, f.Msg, f.Pos)
	}
	return out, nil
}

// diff says how two outcomes differ, or returns "".
func diff(want, got Outcome) string {
	if want.Fault != got.Fault {
		return fmt.Sprintf("want fault %q, got %q", want.Fault, got.Fault)
	}
	for i := range want.Values {
		if d := DiffValues(want.Values[i], got.Values[i]); d != "" {
			return fmt.Sprintf("result %d %s", i, d)
		}
	}
	return ""
}

// DiffValues says how two values of the same type differ, beyond what is
// permitted, or returns "".
func DiffValues(want, got interp.Value) string {
	if len(want.Bits) != len(got.Bits) || want.Type.Dtype != got.Type.Dtype {
		return fmt.Sprintf("want a %s, got a %s", want.Type, got.Type)
	}
	for e, w := range want.Bits {
		if g := got.Bits[e]; w != g && !permitted(want.Type.Dtype, w, g) {
			return fmt.Sprintf("element %d: want %s, got %s (%#x, %#x)", e,
				program.FormatLiteral(want.Type.Dtype, w), program.FormatLiteral(want.Type.Dtype, g), w, g)
		}
	}
	return ""
}

func formatLane(l Lane) string {
	var b strings.Builder
	for i, v := range l {
		if i > 0 {
			b.WriteString("; ")
		}
		for e, x := range v.Bits {
			if e > 0 {
				b.WriteString(" ")
			}
			b.WriteString(program.FormatLiteral(v.Type.Dtype, x))
		}
	}
	return b.String()
}

// shuffled returns the program with its blocks, the entry aside, in a random
// order. Order is priority, never meaning.
func shuffled(p *program.Program, seed uint64) *program.Program {
	q := p.Clone()
	bs := q.Graph.Blocks[1:]
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(bs), func(i, j int) { bs[i], bs[j] = bs[j], bs[i] })
	return q
}
