package codegen

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// maxUnit is the most lanes of one pass: buffers are padded to it.
const maxUnit = 64

// Kernels of that many instructions have two registers of lanes woven together on targets with
// many registers: so much waits for itself in one that a processor does not see the next
// one in time. There are too few registers for two of those that are longer.
const (
	wovenFrom = 60
	wovenTo   = 1000
)

// kernel returns the instructions of a kernel. ok is false if the target has no
// code for one of its instructions.
func kernel(t Target, pool *Pool, f *Func) (asm string, ok bool, err error) {
	if f.Width() == 0 {
		if words, is := t.(wordTarget); is {
			asm, ok = words.Words(f)
		}
		return asm, ok, nil
	}
	asm, ok, err = loopText(t, pool, f, "")
	if power, is := t.(powerTarget); is && ok && f.Power != nil {
		var fast string
		fast, ok, err = loopText(t, pool, f.Power, powerPrefix)
		asm = power.TestPower(f, "general") + fast + "general:\n" + asm
	}
	return asm, ok, err
}

// powerPrefix begins the labels of a loop for powers of two.
const powerPrefix = "power"

// loopText returns the instructions of a kernel's loop, with what comes before
// and after. Its labels begin with the prefix.
func loopText(t Target, pool *Pool, f *Func, prefix string) (asm string, ok bool, err error) {
	f = expand(f, t)
	lanes := t.RegBytes() / f.Width()
	loop := &Loop{Func: f, Prefix: prefix, Lanes: lanes, Width: f.Width(), Unroll: min(t.Unroll(f), maxUnit/lanes)}
	if f.hasBits() {
		loop.Unroll = max(loop.Unroll, 8/lanes) // whole bytes of bitmaps
	} else if hasMasks(t) && wovenFrom <= len(f.Code) && len(f.Code) <= wovenTo {
		loop.Woven, loop.Unroll = true, 2
	}
	s := &Selector{Code: &Code{}, Loop: loop, Target: t, Pool: pool, consts: map[constantKey]Reg{}}
	if err := s.body(); errors.Is(err, errNoCode) {
		return "", false, nil
	} else if err != nil {
		return "", false, fmt.Errorf("codegen: %s for %s: %w", f.Name, t.Name(), err)
	}
	if len(s.consts) > 0 {
		loop.Constants = pool
	}
	a, err := allocate(t, s.Code)
	if err != nil {
		return "", false, fmt.Errorf("codegen: %s for %s: %w", f.Name, t.Name(), err)
	}
	var b strings.Builder
	b.WriteString(t.Enter(loop))
	for _, l := range a.Before {
		b.WriteString(t.Print(l, Names{&s.Labels, pool}))
	}
	fmt.Fprintf(&b, "\n\tPCALIGN $64\n%sloop:\n", prefix)
	for _, l := range a.Body {
		b.WriteString(t.Print(l, Names{&s.Labels, pool}))
	}
	b.WriteString(t.Leave(loop))
	return b.String(), true, nil
}

// hasBits reports whether the kernel reads or writes bitmaps.
func (f *Func) hasBits() bool {
	for _, v := range f.Params {
		if f.Types[v] == optab.Bool {
			return true
		}
	}
	return f.Types[f.Result] == optab.Bool || f.Fault != NoValue
}
