package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"unsafe"

	"github.com/lockstep-simt/lockstep/internal/measure"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
	_ "github.com/lockstep-simt/lockstep/simd/functions"
)

func main() {
	rounds := flag.Int("rounds", 21, "take the median of `N` rounds")
	cold := flag.Bool("cold", false, "use data of the size of the second level cache")
	out := measure.OutFlag()
	flag.Parse()
	b := bench{rounds: *rounds, lanes: 1024, impls: measure.Implementations(), speed: measure.CyclesPerNanosecond(),
		only: flag.Args()}
	where := "in the first level cache"
	if *cold {
		b.lanes, where = 32768, "in the second level cache"
	}
	r := measure.Report{Name: "kernels", Notes: []string{
		fmt.Sprintf("%d lanes %s, one thread, median of %d interleaved rounds", b.lanes, where, b.rounds),
		fmt.Sprintf("%.2f cycles per ns, by a chain of dependent additions", b.speed),
	}}
	r.Tables = append(r.Tables, b.table("Operations", b.operations()))
	if moves := b.moves(); len(moves) > 0 {
		r.Tables = append(r.Tables, b.moveTable(moves))
	}
	if err := r.Emit(*out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// bench is the settings of a run.
type bench struct {
	rounds, lanes int
	impls         []string
	speed         float64 // cycles per ns
	only          []string
}

// candidate is something to time: for each implementation, a call over all
// lanes, or nil if it does not have it.
type candidate struct {
	name  string
	bytes float64 // that one lane reads and writes
	calls []func()
}

func (b *bench) table(title string, list []candidate) measure.Table {
	t := measure.Table{Title: title, Columns: b.columns("kernel")}
	for _, c := range list {
		t.Row(b.cells(c.name, c.bytes, measure.Interleaved(b.rounds, c.calls...))...)
	}
	return t
}

// columns returns the heads of a table.
func (b *bench) columns(first string) []string {
	heads := []string{first, "bytes"}
	for _, impl := range b.impls {
		heads = append(heads, impl+" ns", "B/cycle")
	}
	return heads
}

// cells returns a row: of each implementation the time of a call over all
// lanes, 0 if there is none.
func (b *bench) cells(name string, bytes float64, times []float64) []string {
	cells := []string{name, fmt.Sprintf("%.4g", bytes)}
	for _, ns := range times {
		if ns == 0 {
			cells = append(cells, "–", "–")
			continue
		}
		ns /= float64(b.lanes)
		cells = append(cells, fmt.Sprintf("%.3f", ns), fmt.Sprintf("%.1f", bytes/(ns*b.speed)))
	}
	return cells
}

// wanted reports whether a name is selected.
func (b *bench) wanted(name string) bool {
	return len(b.only) == 0 || slices.ContainsFunc(b.only,
		func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// operations has the kernel of every opcode. Those of package math's functions
// are for bench/functions to time.
func (b *bench) operations() []candidate {
	var list []candidate
	for _, op := range program.Opcodes() {
		if !op.HasScalar() || !b.wanted(op.String()) || op.Info().Row.Exact == optab.Library {
			continue
		}
		info := op.Info()
		in := info.In
		if op.Form() == optab.Reduce {
			in = []program.Dtype{info.Type, info.Type}
		}
		fault := make([]uint64, b.lanes/64)
		a := &simd.Args{Dst: b.column(info.Out), SX: 1, SY: 1, SZ: 1, Fault: &fault[0]}
		bytes := float64(info.Out.Bits()) / 8
		for i, d := range in {
			*[]*unsafe.Pointer{&a.X, &a.Y, &a.Z}[i] = b.column(d)
			bytes += float64(d.Bits()) / 8
		}
		list = append(list, candidate{op.String(), bytes, b.each(func(impl string) func() {
			if simd.Chosen(op.String()) != impl {
				return nil
			}
			k := simd.Lookup(op.String())
			return func() { k.Call(a, b.lanes) }
		})})
	}
	return list
}

// each makes the calls of all implementations; f is called while the one is
// chosen.
func (b *bench) each(f func(impl string) func()) []func() {
	var calls []func()
	for _, impl := range b.impls {
		undo, _ := simd.Restrict(impl)
		calls = append(calls, f(impl))
		undo()
	}
	return calls
}

// column returns random elements: small integers, floats between 1 and 2,
// random bits.
func (b *bench) column(d program.Dtype) unsafe.Pointer {
	r := rand.New(rand.NewPCG(5, uint64(d)))
	words := make([]uint64, b.lanes)
	p := unsafe.Pointer(unsafe.SliceData(words))
	narrow := unsafe.Slice((*uint32)(p), 2*b.lanes)
	for i := range words {
		switch d {
		case program.F64:
			words[i] = r.Uint64()>>12 | 0x3ff<<52
		case program.F32:
			narrow[i] = r.Uint32()>>9 | 0x7f<<23
		case program.I32, program.U32:
			narrow[i] = 1 + r.Uint32N(1000)
		case program.I64, program.U64:
			words[i] = 1 + r.Uint64N(1000)
		default:
			words[i] = r.Uint64()
		}
	}
	return p
}
