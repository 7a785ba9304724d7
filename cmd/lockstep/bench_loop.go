package main

import (
	"bytes"
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
func (b *bench) startLoop(ctx context.Context) error {
	fn, err := b.declaration()
	if err != nil {
		b.noLoop = err.Error()
		return nil
	}
	spec := goloop.Spec{
		Path: b.path, Func: fn, Uniform: b.flags.uniforms.params(), Lanes: b.table.Lanes,
		Columns: rawColumns(b.table.Columns), Wanted: wanted(b.compiled),
	}
	for _, p := range b.compiled.Params() {
		if p.Uniform {
			c, err := dataio.ReadUniform(b.flags.uniforms[p.Name], p)
			if err != nil {
				return pathProblem(err)
			}
			raw := rawColumns([]dataio.Column{c})[0]
			raw.One = true
			spec.Columns = append(spec.Columns, raw)
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

// rawColumns gives columns to another process.
func rawColumns(columns []dataio.Column) []goloop.Column {
	var list []goloop.Column
	for _, c := range columns {
		raw, size := c.Raw()
		list = append(list, goloop.Column{
			Name: c.Name, Type: c.Type, Shape: c.Shape, Slice: c.Slice != "", Size: size, Raw: raw, Lens: c.Lens,
			One: len(raw) == size*c.Elements(),
		})
	}
	return list
}

// wanted describes the results, which the loop fills in.
func wanted(compiled *lockstep.Func) []goloop.Column {
	var list []goloop.Column
	for _, f := range compiled.Results() {
		_, size := dataio.Column{Field: f, Data: nil}.Raw()
		list = append(list, goloop.Column{Name: f.Name, Type: f.Type, Shape: f.Shape, Slice: f.Slice != "", Size: size})
	}
	return list
}

// compare compares the results of a batch with those of the loop, and says what is different in the
// first lane that is.
func (b *bench) compare(res *lockstep.Result) {
	differ := map[int]string{} // by lane
	for _, lane := range b.loop.Panicked {
		differ[lane] = fmt.Sprintf("the compiled function panics: %s", b.loop.Message)
	}
	part := ran{function: b.function, res: res}.part(false)
	for i, c := range part.Columns {
		theirs := b.loop.Columns[i]
		raw, size := c.Raw()
		each := size * c.Elements()
		for lane := range res.Lanes {
			used := each
			if c.Slice != "" {
				if c.Lens[lane] != theirs.Lens[lane] {
					differ[lane] = fmt.Sprintf("%s has %d elements, and %d in the compiled function",
						c.Name, c.Lens[lane], theirs.Lens[lane])
					continue
				}
				used = int(c.Lens[lane]) * each / max(1, c.Shape[0])
			}
			x, y := raw[lane*each:][:used], theirs.Raw[lane*each:][:used]
			same := bytes.Equal(x, y)
			if c.Type == program.GoError {
				same = bytes.Equal(x, make([]byte, used)) == bytes.Equal(y, make([]byte, used)) // nil in both
			}
			if !same && differ[lane] == "" {
				differ[lane] = c.Name + " differs from that of the compiled function"
			}
		}
	}
	b.differing = len(differ)
	for lane := range res.Lanes {
		if why := differ[lane]; why != "" {
			b.difference = fmt.Sprintf("lane %d: %s", lane, strings.TrimSpace(why))
			break
		}
	}
}
