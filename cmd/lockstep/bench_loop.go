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
)

// startLoop compiles the loop and runs it once. Where that cannot be, it notes why.
func (b *bench) startLoop(ctx context.Context) error {
	fn, err := b.declaration()
	if err != nil {
		b.noLoop = err.Error()
		return nil
	}
	spec := goloop.Spec{
		Path: b.path, Func: fn, Uniform: b.flags.uniforms.params(), Lanes: b.table.Lanes,
		Columns: b.table.Columns, Wanted: b.compiled.Results(),
	}
	for _, p := range b.compiled.Params() {
		if p.Uniform {
			c, err := dataio.ReadUniform(b.flags.uniforms[p.Name], p)
			if err != nil {
				return pathProblem(err)
			}
			spec.Shared = append(spec.Shared, c)
		}
	}
	if b.loop, err = goloop.Start(ctx, spec); err != nil {
		b.noLoop = err.Error()
	}
	return context.Cause(ctx)
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
	differ := b.loop.Differing(ran{function: b.function, res: res}.part(false).Columns, res.Lanes)
	b.differing = len(differ)
	for lane := range res.Lanes {
		if why := differ[lane]; why != "" {
			b.difference = fmt.Sprintf("lane %d: %s", lane, strings.TrimSpace(why))
			break
		}
	}
}
