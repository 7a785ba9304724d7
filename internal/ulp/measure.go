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
	worst worst
	// over counts results that are not the nearest float, and so more than half
	// an ulp off.
	over  int64
	limit float64
}

// A worst is the argument with the greatest error.
type worst struct {
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
}

// blockSize is how many arguments are asked for at once.
const blockSize = 4096

// suspect is how much less than the worst error the quick oracle must give for
// an argument to be passed over: more than its own error.
const suspect = 0.02

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
// may be the same, for the suspects.
type judges struct{ quick, exact oracle }

func (j job) judges(s *subject) (judges, error) {
	if j.program == "" {
		slow := slowOracle{s.row}
		return judges{slow, slow}, nil
	}
	exact, err := start(j.program, s.oracleName(), "exact")
	if err != nil {
		return judges{}, err
	}
	if j.exact {
		return judges{exact, exact}, nil
	}
	quick, err := start(j.program, s.oracleName(), "fast")
	return judges{quick, exact}, err
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
	block := make([]float64, 0, blockSize*width)
	answers := make([]answer, blockSize)
	flush := func() error {
		n := len(block) / width
		if err := o.quick.ask(block, answers[:n]); err != nil {
			return err
		}
		for k := range n {
			if err := r.take(s, o, block[k*width:(k+1)*width], answers[k]); err != nil {
				return err
			}
		}
		block = block[:0]
		return nil
	}
	for arguments := range j.arguments(s, i) {
		block = append(block, arguments[:width]...)
		if len(block) == cap(block) {
			if err := flush(); err != nil {
				return r, err
			}
		}
	}
	return r, flush()
}

// take adds the error of one result.
func (r *result) take(s *subject, o judges, arguments []float64, want answer) error {
	x, y := arguments[0], arguments[len(arguments)-1]
	got, ulps := s.at(x, y, want)
	r.count++
	if ulps > 0.5 {
		r.over++
	}
	if !(ulps > r.worst.ulps-suspect) {
		return nil
	}
	if o.quick != o.exact {
		var again [1]answer
		if err := o.exact.ask(arguments, again[:]); err != nil {
			return err
		}
		want = again[0]
		_, ulps = s.at(x, y, want)
	}
	if ulps > r.worst.ulps || r.count == 1 {
		r.worst = worst{ulps: ulps, x: x, y: y, two: s.twoArguments(), got: got, want: want}
	}
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
		if s.name == "Pow" && i == 0 {
			for _, p := range worstPairs {
				if !yieldFinite(yield, s, p[0], p[1]) {
					return
				}
			}
		}
		if !s.twoArguments() {
			fixed := structured(s.row)
			cases := len(worstCases[s.name])
			// A small measurement takes some of them, but every worst case.
			room := min(int64(len(fixed)), n/2)
			for k := range room {
				at := int(k)*j.workers + i
				switch {
				case room < int64(len(fixed)) && at < cases:
					at = len(fixed) - 1 - at
				case room < int64(len(fixed)):
					at = r.IntN(len(fixed))
				case at >= len(fixed):
					continue
				}
				if !yieldFinite(yield, s, fixed[at], 0) {
					return
				}
				n--
			}
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
