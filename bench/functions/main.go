package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"github.com/lockstep-simt/lockstep/internal/measure"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
	_ "github.com/lockstep-simt/lockstep/simd/functions"
)

// lanes is the length of a run. Two operands and a result of it fit into the
// first level cache.
const lanes = 1024

func main() {
	rounds := flag.Int("rounds", 41, "take the median of `N` rounds")
	errors := flag.String("ulp", "", "show the errors in `FILE`, the tables that internal/ulp printed")
	out := measure.OutFlag()
	document := flag.String("docs", "", "measure nothing, and put what is recorded in bench/results into the "+
		"table of `FILE`")
	flag.Parse()
	if *document != "" {
		if err := writeDocs(*document, filepath.Join("bench", "results")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if err := run(flag.Args(), *rounds, *errors, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(names []string, rounds int, errorsFile, out string) error {
	errors := ulps{}
	if errorsFile != "" {
		text, err := os.ReadFile(errorsFile)
		if err != nil {
			return err
		}
		errors = readULPs(string(text))
	}
	impls := measure.Implementations()
	r := measure.Report{Name: "functions", Notes: []string{
		fmt.Sprintf("ns per element, %d elements in the first level cache, one thread, median of %d interleaved rounds",
			lanes, rounds),
		"arguments are uniform in the range given; package math's function, of float64, is called for each element",
		"the columns with go have the bits of package math, those before them ours",
	}}
	for _, t := range []optab.Type{optab.F64, optab.F32} {
		table := measure.Table{Title: t.GoName(), Columns: []string{"function", "arguments", "package math"}}
		table.Columns = append(table.Columns, impls...)
		table.Columns = append(table.Columns, "× math")
		for _, impl := range impls[1:] {
			table.Columns = append(table.Columns, "go "+impl, "× math")
		}
		table.Columns = append(table.Columns, "max ulp", "math's")
		for i := range optab.Table {
			op := &optab.Table[i]
			if !isMeasured(op, t) || len(names) > 0 && !slices.Contains(names, op.Name) {
				continue
			}
			table.Row(measureRow(op, t, impls, rounds, errors)...)
		}
		r.Tables = append(r.Tables, table)
	}
	return r.Emit(out)
}

// isMeasured tells whether a row is of a function that has machine kernels. Twins are measured
// beside what they are twins of.
func isMeasured(op *optab.Op, t optab.Type) bool {
	isFunction := op.Libm != "" || op.Gomath != ""
	_, twin := optab.OursOf(op.Name)
	return isFunction && slices.Contains(op.TypeList(), t) && !twin &&
		!strings.HasPrefix(op.Name, "sincos_")
}

// measureRow returns the cells of a line. Beside ours are the machine kernels with the bits of
// package math.
func measureRow(op *optab.Op, t optab.Type, impls []string, rounds int, errors ulps) []string {
	from, to := domain(op.Name)
	ours, gos := op.Name+"."+t.String(), optab.GoTwin(op.Name)+"."+t.String()
	inMath := optab.GoTwin(op.Name) + ".f64"
	if op.Gomath != "" {
		ours, gos, inMath = "", ours, op.Name+".f64"
	}
	a := operands(op, t, from, to)
	fs := []func(){kernelOf(simd.Portable, inMath, operands(op, optab.F64, from, to))}
	for _, impl := range impls {
		fs = append(fs, kernelOf(impl, ours, a))
	}
	for _, impl := range impls[1:] {
		fs = append(fs, kernelOf(impl, gos, a))
	}
	times := measure.Interleaved(rounds, fs...)
	cells := []string{op.Name, fmt.Sprintf("%g…%g", from, to)}
	for _, ns := range times[:1+len(impls)] {
		cells = append(cells, number(ns/lanes, 2))
	}
	cells = append(cells, number(times[0]/times[len(impls)], 1))
	for _, ns := range times[1+len(impls):] {
		cells = append(cells, number(ns/lanes, 2), number(times[0]/ns, 1))
	}
	theirs := errors["math."+op.Libm]
	if t == optab.F32 {
		theirs = "" // package math has no float32 functions
	}
	return append(cells, errors[op.LibmFor(t)], theirs)
}

// operands returns a kernel's operands, random numbers between two.
func operands(op *optab.Op, t optab.Type, from, to float64) *simd.Args {
	in, out, _ := op.Signature()
	a := &simd.Args{Dst: column(out.Of(t), 0, 0), SX: 1, SY: 1, SZ: 1}
	a.X = column(in[0].Of(t), from, to)
	if len(in) > 1 {
		a.Y = column(in[1].Of(t), from, to)
	}
	return a
}

// kernelOf returns a call of the kernel that an implementation has, or nil if
// it has none.
func kernelOf(impl, mnemonic string, a *simd.Args) func() {
	undo, ok := simd.Restrict(impl)
	if !ok {
		return nil
	}
	defer undo()
	if simd.Chosen(mnemonic) != impl {
		return nil
	}
	k := simd.Lookup(mnemonic)
	return func() { k.Call(a, lanes) }
}

func number(x float64, digits int) string {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return "–"
	}
	return fmt.Sprintf("%.*f", digits, x)
}

// domain is where a function's arguments are drawn from: where programs use it.
func domain(name string) (from, to float64) {
	name = strings.TrimPrefix(name, "sincos_")
	d, ok := map[string][2]float64{
		"log": {0.001, 1000}, "log2": {0.001, 1000}, "log10": {0.001, 1000}, "log1p": {-0.9, 10},
		"asin": {-1, 1}, "acos": {-1, 1}, "atanh": {-1, 1}, "acosh": {1, 100}, "erf": {-4, 4}, "erfc": {-4, 4},
		"tanh": {-4, 4}, "erfinv": {-1, 1}, "erfcinv": {0, 2}, "y0": {0, 20}, "y1": {0, 20}, "gamma": {0, 20},
		"lgamma": {0, 20}, "pow": {0.1, 10}, "mod": {-100, 100}, "remainder": {-100, 100},
	}[name]
	if !ok {
		d = [2]float64{-10, 10}
	}
	return d[0], d[1]
}

// column returns random elements, uniform between two numbers.
func column(t optab.Type, from, to float64) unsafe.Pointer {
	r := rand.New(rand.NewPCG(1, uint64(t)))
	words := make([]uint64, lanes)
	p := unsafe.Pointer(unsafe.SliceData(words))
	for i := range lanes {
		x := from + (to-from)*r.Float64()
		switch t {
		case optab.F64:
			words[i] = math.Float64bits(x)
		case optab.F32:
			unsafe.Slice((*float32)(p), lanes)[i] = float32(x)
		default:
			words[i] = uint64(int64(x))
		}
	}
	return p
}
