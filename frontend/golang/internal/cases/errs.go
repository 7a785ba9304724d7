package cases

import (
	"errors"
	"fmt"
	"strconv"
)

// Errors are results.

var (
	errRange    = errors.New("out of range")
	errNegative = fmt.Errorf("negative argument")
)

func root(x float64) (float64, error) {
	if x < 0 {
		return 0, errNegative
	}
	if x > 1e6 {
		return x, errRange
	}
	r := x
	for range 8 {
		if r == 0 {
			return 0, errors.New("no progress")
		}
		r = (r + x/r) / 2
	}
	return r, nil
}

func RootErr(x float64) (float64, error) { return root(x) }

func SumRoots(a [3]float64) (s float64, n int, err error) {
	for i, x := range a {
		r, err := root(x)
		if err == errRange {
			return s, i, err
		}
		if errors.Is(err, errNegative) {
			continue
		}
		if err != nil {
			return -1, i, fmt.Errorf("element")
		}
		s += r
		n++
	}
	if n == 0 {
		err = errRange
	}
	return
}

func lookupOK(keys [4]int, k int) (i int, ok bool) {
	for i, x := range keys {
		if x == k {
			return i, true
		}
	}
	return
}

func OkIdiom(keys [4]int, k int) int {
	if i, ok := lookupOK(keys, k); ok {
		return i
	} else if j, ok := lookupOK(keys, k+1); ok {
		return 10 * j
	}
	return -1
}

func must(x float64, err error) float64 {
	if err != nil {
		panic(err)
	}
	return x
}

func PanicError(x float64) float64 { return must(root(x)) }

func mustPositive(x int) int {
	if x < 0 {
		panic("not positive")
	}
	return x
}

// CalleePanics panics two calls deep.
func CalleePanics(a [3]int) (s int) {
	for _, x := range a {
		s += mustPositive(x)
	}
	return s
}

func PanicComputed(x int) int {
	if x > 50 {
		panic(fmt.Sprintf("too large: %d", x))
	}
	if x < -50 {
		panic(fmt.Errorf("too small: %d", x))
	}
	return x
}

type rung int8

type grade string

type warmth float64

func (c warmth) String() string { return fmt.Sprintf("%.1f °C", float64(c)) }

// PanicValues panics with values that are not texts.
func PanicValues(x int) int {
	switch x % 16 {
	case 0:
		panic(42)
	case 1:
		panic(1.5)
	case 2:
		panic(float32(1.1))
	case 3:
		panic(true)
	case 4:
		panic('x')
	case 5:
		panic(2i)
	case 6:
		panic(complex64(1 - 1i))
	case 7:
		panic(rung(-7))
	case 8:
		panic(grade("a\n\"b\""))
	case 9:
		panic(warmth(21.55))
	case 10:
		panic(exitCode(10))
	case 11:
		panic(nil)
	case 12:
		var err error
		panic(err)
	case 13:
		panic(error(deeper{mathError{"thirteen"}, 1}))
	case 14:
		var v any = uint8(200)
		panic(v)
	}
	return x
}

// PanicUnknown panics with values that the lanes compute.
func PanicUnknown(x int) int {
	switch x % 4 {
	case 0:
		panic(x)
	case 1:
		panic(exitCode(x))
	case 2:
		panic(&x)
	}
	return x
}

type problem struct{ code int }

func (p problem) Error() string { return "problem" }

func CustomError(x int) (int, error) {
	switch {
	case x < 0:
		return x, problem{1}
	case x == 0:
		return 0, errRange
	}
	return x, nil
}

func ErrorStruct(x float64) struct {
	V   float64
	Err error
} {
	type res = struct {
		V   float64
		Err error
	}
	v, err := root(x)
	if err != nil {
		return res{Err: err}
	}
	return res{v, nil}
}

func firstError(errs ...error) error {
	for _, e := range errs {
		if e != nil {
			return e
		}
	}
	return nil
}

func FirstError(x, y float64) error {
	_, e1 := root(x)
	_, e2 := root(y)
	return firstError(e1, e2)
}

// mathError is an error type of a package's own.
type mathError struct{ text string }

func (e mathError) Error() string { return e.text }

type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }

type domainFault float64

func (f domainFault) Error() string {
	return "fault " + strconv.Itoa(int(f)) + " of " + strconv.FormatFloat(float64(f), 'g', -1, 64) +
		strconv.FormatBool(f > 1) +
		strconv.FormatInt(-int64(f), 3) + strconv.FormatUint(uint64(f), 16) + strconv.Quote("\n")
}

type deeper struct {
	mathError
	level int
}

var (
	errDomain       = mathError{"out of the domain"}
	errDeep         = deeper{mathError{"deep"}, 2}
	errExit   error = exitCode(7)
)

// OwnErrors returns errors of types with a method Error.
func OwnErrors(x float64) (float64, error) {
	switch {
	case x < -100:
		return 1, deeper{mathError{"deepest"}, 3}
	case x < -50:
		return 2, errDeep
	case x < -20:
		return 3, exitCode(3)
	case x < -10:
		return 3, domainFault(12.5)
	case x < -2:
		return 4, errExit
	case x < 0:
		return 5, errDomain
	case x == 0:
		return x, nil
	}
	return x, mathError{"positive"}
}

// Errors of a helper have the text that each call gives it.

func failed(text string) error { return errors.New(text) }

func Placed(lat, lon float64) error {
	if !(-80 <= lat && lat <= 84) {
		return failed("latitude out of range")
	}
	if !(-180 <= lon && lon <= 180) {
		return failed("longitude out of range")
	}
	return nil
}

// How package fmt prints values of declared types: by their methods, but only
// for verbs of strings.

type status int

func (s status) Error() string { return fmt.Sprintf("status %d", s) }

type level int8

func (l level) String() string { return "level " + strconv.Itoa(int(l)) }

type ratio float64

type wrong struct{ why level }

func (w wrong) Error() string {
	return fmt.Sprintf("%v|%d|%5s|%x|%q", w.why, w.why, w.why, w.why, w.why)
}

var errMixed = fmt.Errorf("%v, %d, %+d and %.3f of %w", level(4), status(5), level(6), ratio(1.0/3), status(7))

func Printed(x float64) (float64, error) {
	switch {
	case x < -1:
		return 0, status(3)
	case x < 0:
		return 1, wrong{2}
	case x < 1:
		return 2, errMixed
	}
	return x, nil
}

// ErrsJoined joins errors: some that were collected, those of a loop, and of none.
func ErrsJoined(x int8, n uint8) (some, many, none bool) {
	var all []error
	var last error
	if x < 0 {
		all = append(all, errors.New("negative"))
	}
	if x%2 == 0 {
		all = append(all, errors.New("even"))
	}
	for i := range n % 6 {
		if i > 3 {
			last = errors.Join(last, errors.New("many"))
		}
	}
	return errors.Join(all...) != nil, last != nil, errors.Join(nil, nil) == nil
}
