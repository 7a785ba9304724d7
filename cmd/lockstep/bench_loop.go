package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/internal/goloop"
	"github.com/lockstep-simt/lockstep/program"
)

// startLoop compiles the loop and runs it once. Where that cannot be, it notes why.
func (b *bench) startLoop(ctx context.Context) (err error) {
	lanes, err := b.order(ctx)
	if err != nil {
		return err
	}
	if b.loop, err = b.loopOver(ctx, lanes); err != nil {
		b.noLoop, b.unbuilt = err.Error(), errors.Is(err, goloop.ErrBuild)
	}
	return context.Cause(ctx)
}

// loopOver compiles a loop over the lanes of a table and runs it once.
func (b *bench) loopOver(ctx context.Context, t *dataio.Table) (*goloop.Loop, error) {
	fn, err := b.declaration()
	if err != nil {
		return nil, err
	}
	spec := goloop.Spec{
		Path: b.path, Func: fn, Uniform: b.flags.sharedParams(), Lanes: t.Lanes,
		Columns: t.Columns, Wanted: b.compiled.Results(), Wholes: b.wholes,
	}
	for _, p := range b.shared {
		if !b.hasWhole(p.Name) {
			c, err := dataio.ReadUniform(b.flags.uniforms[p.Name], p)
			if err != nil {
				return nil, pathProblem(err)
			}
			spec.Shared = append(spec.Shared, c)
		}
	}
	return goloop.Start(ctx, spec)
}

// mostPanics is how many lanes that panic are compared with the compiled function.
const mostPanics = 1000

// comparePanics calls the compiled function for lanes that fault as if it panicked, and notes in how many it does not.
func (b *bench) comparePanics(ctx context.Context, faults []lockstep.Fault) error {
	faults = slices.DeleteFunc(slices.Clone(faults), func(f lockstep.Fault) bool { return !f.Code.Panics() })
	faults = faults[:min(len(faults), mostPanics)]
	if len(faults) == 0 {
		return nil
	}
	lanes := make([]int, len(faults))
	for i, f := range faults {
		lanes[i] = f.Lane
	}
	b.status.show("%s: calling the function for lanes that panic", b.compiled.Source().Name)
	loop, err := b.loopOver(ctx, b.table.Take(lanes))
	if err != nil {
		return context.Cause(ctx) // the loop over the other lanes says why there is none
	}
	defer loop.Close()
	for i, f := range faults {
		if !slices.Contains(loop.Panicked, i) {
			b.differs(fmt.Sprintf("lane %d: %s, and the compiled function does not panic", f.Lane, f))
		}
	}
	return context.Cause(ctx)
}

// differs notes a lane that is another one in the compiled function.
func (b *bench) differs(why string) {
	if b.differing++; b.difference == "" {
		b.difference = why
	}
}

// declaration finds the function in the source.
func (b *bench) declaration() (golang.Func, error) {
	if isProgram(b.path) {
		return golang.Func{}, errors.New("a program in text form has none")
	}
	fns, err := functionsOf(b.path)
	if err != nil {
		return golang.Func{}, err
	}
	i := slices.IndexFunc(fns, func(f golang.Func) bool { return isCalled(f, b.fn) })
	if i < 0 {
		return golang.Func{}, unknownFunction(b.path, b.fn, fns)
	}
	return fns[i], nil
}

// compare compares the results of a batch with those of the loop, and says what is different in the
// first lane that is.
func (b *bench) compare(res *lockstep.Result) {
	columns := ran{function: b.function, res: res}.part(false).Columns
	for _, c := range columns {
		forgetFormats(res, c)
	}
	differ := b.loop.Differing(columns, res.Lanes)
	for lane := range res.Lanes {
		if why := differ[lane]; why != "" {
			b.differs(fmt.Sprintf("lane %d: %s", lane, strings.TrimSpace(why)))
		}
	}
}

// forgetFormats empties the texts of a column of errors that are not those of lanes, so that they are not compared.
func forgetFormats(res *lockstep.Result, c dataio.Column) {
	if c.Type != program.GoError {
		return
	}
	forget := func(errs []error) {
		for _, err := range errs {
			if returned, ok := err.(lockstep.ReturnedError); ok && returned.IsFormat && returned.Code <= len(c.Errors) {
				c.Errors[returned.Code-1] = ""
			}
		}
	}
	if c.Slice == "" {
		forget(res.Errors(c.Name))
		return
	}
	for _, errs := range lockstep.Slices[error](res, c.Name) {
		forget(errs)
	}
}
