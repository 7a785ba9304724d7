package cases

import (
	"errors"
	"fmt"
	"strconv"
)

// Errors whose types say what they wrap.

var (
	errTooSmall = errors.New("too small")
	errTooLarge = errors.New("too large")
)

// rangeError is of a value in a lane.
type rangeError struct {
	X   float64
	Err error
}

func (e *rangeError) Error() string { return "range: " + e.Err.Error() }
func (e *rangeError) Unwrap() error { return e.Err }

// stepError holds what it wraps by value.
type stepError struct {
	Step int
	Of   error
}

func (e stepError) Error() string { return "step: " + e.Of.Error() }
func (e stepError) Unwrap() error { return e.Of }

var errFixed error = &rangeError{1, errTooLarge}

func within(x float64) error {
	var err error
	switch {
	case x < 0:
		err = errTooSmall
	case x > 100:
		err = errTooLarge
	case x == 50:
		return errFixed
	default:
		return nil
	}
	return &rangeError{x, err}
}

func walkWithin(x float64, n int) error {
	for i := range n {
		if err := within(x); err != nil {
			if i == 3 {
				return fmt.Errorf("walk: %w", err)
			}
			return stepError{i, err}
		}
		x += 25
	}
	return nil
}

// ErrorUnwraps asks what the errors wrap that lanes make.
func ErrorUnwraps(x float64, n uint8) (found int, last bool) {
	err := walkWithin(x, int(n%8))
	if errors.Is(err, errTooSmall) {
		found |= 1
	}
	if errors.Is(err, errTooLarge) {
		found |= 2
	}
	if errors.Is(err, errFixed) {
		found |= 4
	}
	if errors.Is(within(x), errTooSmall) {
		found |= 8
	}
	return found, err != nil
}

// ErrorOfNumbers asks for the errors of strconv, and for one of its own beside them.
func ErrorOfNumbers(a, b uint8) (n int, what int) {
	text := "12x4"[a%4:]
	if b > 128 {
		text += "99999999999999999999"
	}
	n, err := strconv.Atoi(text)
	if err == nil && n > 3 {
		err = errTooLarge
	}
	switch {
	case errors.Is(err, strconv.ErrSyntax):
		what = 1
	case errors.Is(err, strconv.ErrRange):
		what = 2
	case errors.Is(err, errTooLarge):
		what = 3
	case err != nil:
		what = 4
	}
	return n, what
}

// emptyError carries nothing.
type emptyError struct{}

func (*emptyError) Error() string { return "empty" }

// ErrorOfNothing makes an error that has no fields.
func ErrorOfNothing(x float64) (large, failed bool) {
	err := within(x)
	if x == 3 {
		err = new(emptyError)
	}
	return errors.Is(err, errTooLarge), err != nil
}
