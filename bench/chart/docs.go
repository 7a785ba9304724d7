package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// kind is a row of a document: what a program does, and the workloads that are measured for it.
type kind struct {
	label     string
	workloads []string
}

// readmeKinds are the rows of README.md: a few that call package math.
var readmeKinds = []kind{
	{"Black–Scholes, `float64`", []string{"blackscholes-f64"}},
	{"adaptive Runge–Kutta with `pow`", []string{"rk45"}},
	{"recursive quadrature of `exp`·`cos`", []string{"quadrature"}},
}

// speedKinds are the rows of docs/speed.md: every workload.
var speedKinds = []kind{
	{"Black–Scholes, `float64`", []string{"blackscholes-f64"}},
	{"Black–Scholes, `float32`", []string{"blackscholes-f32"}},
	{"adaptive Runge–Kutta with `pow`", []string{"rk45"}},
	{"Kepler's equation", []string{"kepler"}},
	{"an option tree in a local array", []string{"option-tree"}},
	{"recursive quadrature, `exp`·`cos`", []string{"quadrature"}},
	{"the incomplete gamma function", []string{"incomplete-gamma"}},
	{"the Lorenz system", []string{"lorenz"}},
	{"Mandelbrot, `float64` / `float32`", []string{"mandelbrot-f64", "mandelbrot-f32"}},
	{"a particle in a piecewise potential", []string{"potential"}},
	{"Collatz / gcd, `int64`", []string{"collatz", "gcd"}},
	{"the powers of a matrix", []string{"matrix-power"}},
	{"the median of 8", []string{"median-of-8"}},
	{"a 5×5 system with pivoting, through pointers", []string{"solve-pivot"}},
	{"all orders of six points, in place", []string{"permutations"}},
	{"a switch in a loop", []string{"switch-loop"}},
	{"recursive quadrature of a rational function", []string{"quadrature-rational"}},
	{"edit distance in a local array", []string{"edit-distance"}},
	{"a forest of decision trees", []string{"forest"}},
	{"`fib` / `tak` / Ackermann", []string{"fib", "tak", "ackermann"}},
	{"Hofstadter's sequences, mutually recursive", []string{"hofstadter"}},
	{"n queens, recursive / over a board in an array", []string{"nqueens", "queens-board"}},
	{"a search tree in arrays, built and searched", []string{"search-tree"}},
	{"quicksort of 24 numbers, recursive", []string{"quicksort"}},
	{"a bytecode interpreter", []string{"interpreter"}},
}

// readmeTable makes the table of README.md.
func readmeTable(t *Table) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "| loop ÷ batch, %s | same bits as package `math` | `-math ours` |\n|---|--:|--:|\n", t.Date)
	for _, k := range readmeKinds {
		row, err := cellsFor(t, k)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", k.label, row.ratio, row.ours)
	}
	return b.String(), nil
}

// speedTable makes the table of docs/speed.md.
func speedTable(t *Table) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "| [%s](../bench/results/%s) | loop ÷ batch | with `-math ours` | engine | kernels alone |\n"+
		"|---|--:|--:|---|--:|\n", t.Date, t.Name)
	for _, k := range speedKinds {
		row, err := cellsFor(t, k)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", k.label, row.ratio, row.ours, row.engine, row.kernels)
	}
	return b.String(), nil
}

// docsCells are the cells of a kind; those of several workloads stand in one, with a slash between them.
type docsCells struct{ ratio, ours, engine, kernels string }

func cellsFor(t *Table, k kind) (docsCells, error) {
	var ratios, ours, engines, kernels []string
	for _, workload := range k.workloads {
		row, ok := t.Row(workload, "go")
		if !ok {
			row, ok = t.Row(workload, "")
		}
		if !ok {
			return docsCells{}, fmt.Errorf("%s has no row %s with the functions of package math", t.Name, workload)
		}
		ratios = append(ratios, rounded(row.Ratio))
		kernels = append(kernels, rounded(row.Kernels))
		if !slices.Contains(engines, row.Engine) {
			engines = append(engines, row.Engine)
		}
		if row, ok := t.Row(workload, "ours"); ok {
			ours = append(ours, rounded(row.Ratio))
		}
	}
	join := func(cells []string) string { return strings.Join(cells, " / ") }
	return docsCells{join(ratios), join(ours), join(engines), join(kernels)}, nil
}

// rounded writes a ratio with two digits.
func rounded(x float64) string {
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 2, 64), 64)
	if err != nil {
		panic(err) // it was formatted in the line before
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}
