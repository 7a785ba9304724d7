package main

import (
	"errors"
	"math"
	"sync"
)

// A result is what a measurement found.
type result struct {
	label string
	count int64 // arguments, without infinite ones
	worst worstCall
	// over counts results that are not the nearest float, and so more than half
	// an ulp off.
	over  int64
	limit float64
}

// A worstCall is the one with the greatest error.
type worstCall struct {
	ulps, x, y, got float64
	two             bool // y counts
	want            answer
}

// A job is a measurement: how many arguments, from which seed, and who judges.
type job struct {
	n       int64
	seed    uint64
	all32   bool   // every float32 instead
	program string // the C program; empty for highprec
	workers int
	exact   bool // MPFR for all arguments, not only for the worst
	kernels bool // package simd's kernels instead of the definitions
}

// blockSize is how many arguments are asked for at once.
const blockSize = 4096

// measure finds the greatest error of a function.
func measure(s *subject, j job) (result, error) {
	shares := make([]result, j.workers)
	errs := make([]error, j.workers)
	var wg sync.WaitGroup
	for i := range j.workers {
		wg.Go(func() { shares[i], errs[i] = j.share(s, i) })
	}
	wg.Wait()
	total := shares[0]
	for _, share := range shares[1:] {
		total.count += share.count
		total.over += share.over
		if share.worst.ulps > total.worst.ulps {
			total.worst = share.worst
		}
	}
	return total, errors.Join(errs...)
}

// judges are a worker's oracles: the first for all arguments, the second, which
// may be the same, for the suspects. Those are the arguments for which the first
// finds an error that is no less than the worst so far by more than a margin,
// which is greater than the first oracle's own error.
type judges struct {
	quick, exact oracle
	margin       float64
}

func (j job) judges(s *subject) (judges, error) {
	if j.program == "" {
		slow := slowOracle{s.row}
		return judges{slow, slow, 0}, nil
	}
	exact, err := start(j.program, s.oracleName(), "exact")
	if err != nil {
		return judges{}, err
	}
	if j.exact {
		return judges{exact, exact, 0}, nil
	}
	mode, margin := "fast", 0.01
	if s.isSingle() {
		mode, margin = "double", 1e-6
	}
	quick, err := start(j.program, s.oracleName(), mode)
	return judges{quick, exact, margin}, err
}

func (o judges) close() error {
	if o.quick == o.exact {
		return o.exact.close()
	}
	return errors.Join(o.quick.close(), o.exact.close())
}

// share measures the i-th part of a job.
func (j job) share(s *subject, i int) (r result, err error) {
	r = result{label: s.label, limit: s.limit()}
	o, err := j.judges(s)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, o.close()) }()
	width := 1
	if s.twoArguments() {
		width = 2
	}
	evaluate, err := s.evaluator(j.kernels)
	if err != nil {
		return r, err
	}
	b := &block{subject: s, judges: o, evaluate: evaluate, width: width}
	flush := func() error { return b.judge(&r) }
	for arguments := range j.arguments(s, i) {
		b.arguments = append(b.arguments, arguments[:width]...)
		if len(b.arguments) == blockSize*width {
			if err := flush(); err != nil {
				return r, err
			}
		}
	}
	return r, flush()
}

// A block is some arguments and what becomes of them.
type block struct {
	*subject
	judges
	evaluate  evaluator
	width     int       // arguments of a call
	arguments []float64 // width for each call
	got       [blockSize]float64
	want      [blockSize]answer
	ulps      [blockSize]float64
}

// judge adds the errors for the block's arguments to a result, and empties it.
func (b *block) judge(r *result) error {
	n := len(b.arguments) / b.width
	if n == 0 {
		return nil
	}
	b.evaluate(b.arguments, b.got[:n])
	if err := b.quick.ask(b.arguments, b.want[:n]); err != nil {
		return err
	}
	worst := r.worst.ulps
	single := b.isSingle()
	for k := range n {
		if single && worst > 0.5+b.margin && float64(float32(b.want[k].near)) == b.got[k] {
			b.ulps[k] = 0 // no worse than half an ulp, and nobody asks how much
			continue
		}
		b.ulps[k] = b.error(b.got[k], b.arguments[k*b.width], b.want[k])
		if b.ulps[k] > 0.5 {
			r.over++
		}
		worst = max(worst, b.ulps[k])
	}
	var suspects []int
	var arguments []float64
	for k := range n {
		if b.ulps[k] >= worst-b.margin || b.ulps[k] == worst {
			suspects = append(suspects, k)
			arguments = append(arguments, b.arguments[k*b.width:(k+1)*b.width]...)
		}
	}
	again := make([]answer, len(suspects))
	if b.quick != b.exact && len(suspects) > 0 {
		if err := b.exact.ask(arguments, again); err != nil {
			return err
		}
	}
	for i, k := range suspects {
		x, y := b.arguments[k*b.width], b.arguments[(k+1)*b.width-1]
		if b.quick != b.exact {
			b.want[k] = again[i]
			b.ulps[k] = b.error(b.got[k], x, again[i])
		}
		if b.ulps[k] > r.worst.ulps || r.count == 0 && i == 0 {
			r.worst = worstCall{ulps: b.ulps[k], x: x, y: y, two: b.width == 2, got: b.got[k], want: b.want[k]}
		}
	}
	r.count += int64(n)
	b.arguments = b.arguments[:0]
	return nil
}

// arguments yields the i-th worker's arguments: of the structured ones its part,
// all of them if there is room, then random ones.
func (j job) arguments(s *subject, i int) func(yield func([2]float64) bool) {
	if j.all32 {
		return j.everySingle(i)
	}
	return func(yield func([2]float64) bool) {
		r := newRandom(j.seed, uint64(i))
		n := j.n / int64(j.workers)
		// A small measurement takes some of the fixed ones, but every worst case.
		fixed, cases := fixedArguments(s.row)
		room := min(len(fixed), int(n/2))
		for k := range room {
			at := k*j.workers + i
			if at >= len(fixed) {
				break
			}
			if room < len(fixed) && at >= cases {
				at = r.IntN(len(fixed))
			}
			if !yieldFinite(yield, s, fixed[at][0], fixed[at][1]) {
				return
			}
			n--
		}
		for range n {
			x, y := 0.0, 0.0
			if s.twoArguments() {
				x, y = s.pair(r)
			} else {
				x = r.draw(s.row)
			}
			if !yieldFinite(yield, s, x, y) {
				return
			}
		}
	}
}

// fixedArguments returns those of a function that are not drawn, and how many of
// them, in front, are cases that no measurement may leave out.
func fixedArguments(row *row) (list [][2]float64, cases int) {
	if row.twoArguments() {
		return pairs(row), len(worstPairs)
	}
	for _, x := range structured(row) {
		list = append(list, [2]float64{x})
	}
	return list, len(worstCases[row.name])
}

// yieldFinite passes arguments on, rounded to float32 for a function of those,
// and leaves out infinite ones: the test of special values has them.
func yieldFinite(yield func([2]float64) bool, s *subject, x, y float64) bool {
	if s.isSingle() {
		x, y = float64(float32(x)), float64(float32(y))
	}
	if math.IsNaN(x-x) || math.IsNaN(y-y) {
		return true
	}
	return yield([2]float64{x, y})
}

// everySingle yields every finite float32, a worker's part of them.
func (j job) everySingle(i int) func(yield func([2]float64) bool) {
	return func(yield func([2]float64) bool) {
		for bits := uint64(i); bits < 1<<32; bits += uint64(j.workers) {
			x := float64(math.Float32frombits(uint32(bits)))
			if math.IsNaN(x - x) {
				continue
			}
			if !yield([2]float64{x}) {
				return
			}
		}
	}
}
