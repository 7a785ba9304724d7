package simd

import (
	"math"
	"unsafe"
)

// Operations whose time depends on their operands without a bound: Bessel
// functions of any integer order, which take a step for each order on the way.
// Package math cannot be stopped on the way, so what is long is done here by the
// same operations in the same order. The bits are those of package math, also
// where the compiler fuses a product and a sum: it does so in both or in none.

// Stoppable is a kernel that can be stopped. It calls ask from time to time with
// the cost of what it has done since, in additions; once ask returns true the
// kernel ends early, and what it has written is junk.
type Stoppable func(a *Args, n int, ask func(cost int) bool)

// Unbounded returns the kernel of such an operation in a form that can be
// stopped, or nil for other mnemonics.
func Unbounded(mnemonic string) Stoppable {
	f := unbounded[mnemonic]
	if f == nil {
		return nil
	}
	return f(shortOrders[[2]string{Chosen(mnemonic), mnemonic}])
}

// unbounded makes such kernels, which leave what is short to a machine kernel if there is one.
var unbounded = map[string]func(short Kernel) Stoppable{
	"jn.f32": orders[float32](besselJ), "jn.f64": orders[float64](besselJ),
	"yn.f32": orders[float32](besselY), "yn.f64": orders[float64](besselY),
}

// shortOrders are the machine kernels of such operations, by implementation and mnemonic. They
// have the functions of orders up to kernelOrder alone.
var shortOrders = map[[2]string]Kernel{}

// addShort returns the kernel that does with a machine kernel what can be done with it. Where
// there is a bound, that is all.
func addShort(impl, mnemonic string, k Kernel) Kernel {
	f := unbounded[mnemonic]
	if f == nil {
		return k
	}
	shortOrders[[2]string{impl, mnemonic}] = k
	stoppable := f(k)
	return Kernel{run: func(a *Args, n int) { stoppable(a, n, func(int) bool { return false }) }}
}

// orders returns what makes the kernel of a function of an order y and a number x.
func orders[T float32 | float64](f func(n int, x float64, s *stride) float64) func(short Kernel) Stoppable {
	return func(short Kernel) Stoppable {
		return func(a *Args, n int, ask func(int) bool) {
			s := &stride{ask: ask}
			for from := 0; from < n && !s.stopped; {
				m := min(together, n-from)
				highest, all := 0, short.IsZero()
				if !all {
					if highest, all = highestOrder(a, from, m); highest > manyRounds {
						m = min(fewTogether, m)
						highest, all = highestOrder(a, from, m)
					}
					callAt[T](&short, a, from, m)
					s.spend(m * highest / narrowest)
				}
				for i := from; i < from+m && all && !s.stopped; i++ {
					if y := ld[int64](a.Y, i&-a.SY); short.IsZero() || isBeyond(y) {
						st(a.Dst, i, T(f(int(y), float64(ld[T](a.X, i&-a.SX)), s)))
						s.spend(1)
					}
				}
				from += m
			}
		}
	}
}

// callAt calls a kernel of an order for m lanes from one on.
func callAt[T float32 | float64](k *Kernel, a *Args, from, m int) {
	part := *a
	part.Dst = unsafe.Add(a.Dst, from*int(unsafe.Sizeof(T(0))))
	part.X = unsafe.Add(a.X, from&-a.SX*int(unsafe.Sizeof(T(0))))
	part.Y = unsafe.Add(a.Y, from&-a.SY*int(unsafe.Sizeof(int64(0))))
	k.Call(&part, m)
}

const (
	// MachineOrder is the greatest order for which there is code of such an operation that is part of
	// other code, and the least one negated: it is gomath.InlineOrder.
	MachineOrder = 1 << 9
	// kernelOrder is the greatest one for which machine kernels have it: it is gomath.MaxOrder. They take
	// no step for orders beyond it.
	kernelOrder = 1 << 16

	// together is how many lanes are left to a machine kernel at a time, and fewTogether how many
	// where one has an order beyond manyRounds, so that it does not take long: 300 µs of Zen 4,
	// with AVX-512 and AVX2. narrowest is how many have a step at a time in the narrowest.
	together    = 64
	fewTogether = 8
	manyRounds  = 1 << 13
	narrowest   = 4
)

// isBeyond reports whether machine kernels do not have an order.
func isBeyond(y int64) bool { return uint64(y)+kernelOrder > 2*kernelOrder }

// highestOrder returns the greatest magnitude of those of some orders that machine kernels have,
// and whether there are others.
func highestOrder(a *Args, from, n int) (highest int, others bool) {
	for i := from; i < from+n; i++ {
		if y := ld[int64](a.Y, i&-a.SY); isBeyond(y) {
			others = true
		} else {
			highest = max(highest, int(max(y, -y)))
		}
	}
	return highest, others
}

// stride counts steps of a recurrence and asks every so often whether to go on.
type stride struct {
	ask     func(cost int) bool
	steps   int
	stopped bool
}

const (
	strideSteps = 1 << 14
	// stepCost is the cost of one step, a division most of all, in additions.
	stepCost = 8
	// shortOrder is how large an order may be for package math to do it.
	shortOrder = 1 << 12
)

// stop counts a step and reports whether to stop.
func (s *stride) stop() bool { return s.spend(1) }

// spend counts steps and reports whether to stop.
func (s *stride) spend(steps int) bool {
	if s.steps += steps; s.steps >= strideSteps {
		s.stopped = s.ask(stepCost*s.steps) || s.stopped
		s.steps = 0
	}
	return s.stopped
}

// besselJ is math.Jn. If it is stopped, the result is junk.
func besselJ(n int, x float64, s *stride) float64 {
	order, z := n, x
	if n < 0 { // J(-n, x) = J(n, -x)
		order, z = -n, -x
	}
	negative := z < 0 && order&1 == 1
	z = math.Abs(z)
	upward := float64(order) <= z
	// What is left out here are special cases, closed forms and short loops. The
	// order may still be negative: the least int has no negation.
	if order <= shortOrder || !(z < 0x1p302) || !upward && z < 0x1p-29 {
		s.steps += min(max(order, 0), shortOrder)
		return math.Jn(n, x)
	}
	var b float64
	if upward {
		b = upwardJ(order, z, s)
	} else {
		b = downwardJ(order, z, s)
	}
	if negative {
		return -b
	}
	return b
}

// upwardJ goes from orders 0 and 1 to n by J(i+1) = 2i/x·J(i) - J(i-1), which is
// stable for n ≤ x.
func upwardJ(n int, x float64, s *stride) float64 {
	a, b := math.J0(x), math.J1(x)
	for i := 1; i < n && !s.stop(); i++ {
		a, b = b, b*(float64(i+i)/x)-a
	}
	return b
}

// downwardJ finds the ratio of J(n) to J(n-1) as a continued fraction and goes
// down from there to order 0, whose value is known.
func downwardJ(n int, x float64, s *stride) float64 {
	terms := fractionTerms(n, x, s)
	last, t := n+n, 0.0
	for i := 2 * (n + terms); i >= last && !s.stop(); i -= 2 {
		t = 1 / (float64(i)/x - t)
	}
	a, b := t, 1.0
	v := 2 / x
	overflows := float64(n)
	overflows = overflows * math.Log(math.Abs(v*overflows))
	scales := !(overflows < 7.09782712893383973096e+02) // as math.Jn says it
	for i := n - 1; i > 0 && !s.stop(); i-- {
		di := float64(i + i)
		a, b = b, b*di/x-a
		if scales && b > 1e100 {
			a /= b
			t /= b
			b = 1
		}
	}
	return t * math.J0(x) / b
}

// fractionTerms returns how many terms of the continued fraction are needed.
func fractionTerms(n int, x float64, s *stride) int {
	w, h := float64(n+n)/x, 2/x
	q0, z := w, w+h
	q1 := w*z - 1
	k := 1
	for q1 < 1e9 && !s.stop() {
		k++
		z += h
		q0, q1 = q1, z*q1-q0
	}
	return k
}

// besselY is math.Yn. If it is stopped, the result is junk.
func besselY(n int, x float64, s *stride) float64 {
	order := n
	if n < 0 { // Y(-n, x) = (-1)ⁿ·Y(n, x)
		order = -n
	}
	if order <= shortOrder || !(x > 0 && x < 0x1p302) {
		s.steps += min(max(order, 0), shortOrder)
		return math.Yn(n, x)
	}
	a, b := math.Y0(x), math.Y1(x)
	for i := 1; i < order && !math.IsInf(b, -1) && !s.stop(); i++ {
		a, b = b, (float64(i+i)/x)*b-a
	}
	if n < 0 && order&1 == 1 {
		return -b
	}
	return b
}
