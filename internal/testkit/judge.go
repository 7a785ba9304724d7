package testkit

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// What the oracle says. It takes most of a comparison's time, so it judges several
// lanes at once, and no program twice.

type lowerStage struct {
	name string
	p    *program.Program
}

// stagesDiffer lowers a program and returns what comes of it, how the oracle's
// lanes end, and the first difference that a pass makes, or "". Forms may come with that. What comes between is looked
// at if the ends differ, or under Full.
func stagesDiffer(
	p *program.Program, lanes []Lane, limits Limits,
) (*program.Program, *lower.Forms, []Outcome, string) {
	if limited := limits.MaxDepth > 0 || limits.MaxSteps > 0; !Full && !limited && p.Dialect == program.Source {
		if forms, want, agree := endsAgree(p, lanes, limits); agree {
			return forms.Lowered(), forms, want, ""
		}
	}
	stages, lowered := []lowerStage{{"source", p}}, p
	var want []Outcome
	if p.Dialect == program.Source {
		last := program.Print(p, program.WithPositions())
		var err error
		lowered, err = lower.Run(p, func(pass string, after *program.Program) {
			// What a pass left as it was has been judged.
			if text := program.Print(after, program.WithPositions()); text != last {
				stages, last = append(stages, lowerStage{pass, after}), text
			}
		})
		if err != nil {
			return nil, nil, nil, fmt.Sprintf("lowering: %v\n%s", err, p)
		}
		if limits.MaxDepth > 0 || limits.MaxSteps > 0 {
			stages = []lowerStage{{"lowered", lowered}}
		}
	}
	for si, st := range stages {
		got, err := judge(st.p, lanes, limits)
		if err != nil {
			return nil, nil, nil, fmt.Sprintf("oracle after %s: %v\n%s", st.name, err, st.p)
		}
		if si == 0 {
			want = got
			continue
		}
		for i := range lanes {
			if d := diff(want[i], got[i]); d != "" {
				return nil, nil, nil, fmt.Sprintf("oracle after %s differs from %s at lane %d (%s): %s\n%s",
					st.name, stages[0].name, i, formatLane(lanes[i]), d, st.p)
			}
		}
	}
	return lowered, nil, want, ""
}

// endsAgree lowers a program and reports whether lanes end as they do before, which it returns.
func endsAgree(p *program.Program, lanes []Lane, limits Limits) (*lower.Forms, []Outcome, bool) {
	forms, err := lower.NewForms(p)
	if err != nil {
		return nil, nil, false
	}
	want, err := judge(p, lanes, limits)
	if err != nil {
		return nil, nil, false
	}
	got, err := judge(forms.Lowered(), lanes, limits)
	if err != nil {
		return nil, nil, false
	}
	same := func(a, b Outcome) bool { return diff(a, b) == "" }
	return forms, want, slices.EqualFunc(want, got, same)
}

// judge runs the oracle over lanes.
func judge(p *program.Program, lanes []Lane, limits Limits) ([]Outcome, error) {
	o, err := interp.New(p)
	if err != nil {
		return nil, err
	}
	outcomes, errs := make([]Outcome, len(lanes)), make([]error, len(lanes))
	workers := min(runtime.GOMAXPROCS(0), len(lanes))
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(lanes); i += workers {
				if outcomes[i], errs[i] = oracle(o, lanes[i], limits); errs[i] != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("lane %d: %w", i, err)
		}
	}
	return outcomes, nil
}

func oracle(judge *interp.Oracle, lane Lane, l Limits) (Outcome, error) {
	var opts []interp.Option
	if l.MaxDepth > 0 {
		opts = append(opts, interp.MaxDepth(l.MaxDepth))
	}
	if l.MaxSteps > 0 {
		opts = append(opts, interp.MaxSteps(l.MaxSteps))
	}
	for name, v := range l.Uniforms {
		opts = append(opts, interp.WithUniformShape(name, v.Type.Shape, v.Bits))
	}
	values, fault, err := judge.Run(lane, opts...)
	if err != nil {
		return Outcome{}, err
	}
	if fault != nil {
		return Outcome{Fault: describe(fault.Code, fault.Msg, fault.Pos)}, nil
	}
	return Outcome{Values: values}, nil
}

// describe describes a fault. What has no place in a program has one in its printed form, which says
// nothing.
func describe(code program.Code, msg string, pos program.Pos) string {
	if pos.File == printedName {
		pos = program.Pos{}
	}
	return fmt.Sprintf("%s %q at %s", code, msg, pos)
}
