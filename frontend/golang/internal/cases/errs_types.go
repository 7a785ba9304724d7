package cases

import (
	"errors"
	"fmt"
)

// Errors whose type is asked for.

type tooFar struct {
	rounds int
	last   float64
}

func (e *tooFar) Error() string { return fmt.Sprintf("still at %g after %d rounds", e.last, e.rounds) }

type badDigit int

func (d badDigit) Error() string   { return fmt.Sprintf("digit %d", int(d)) }
func (d badDigit) Temporary() bool { return d > 5 }

type temporary interface {
	error
	Temporary() bool
}

type atLine struct {
	line int
	err  error
}

func (e *atLine) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }
func (e *atLine) Unwrap() error { return e.err }

var errStuck = errors.New("stuck")

func halvings(n int) (int, error) {
	for i := range 6 {
		switch {
		case n == 1:
			return i, nil
		case n%10 == 3:
			return i, badDigit(n % 7)
		case n%16 == 6:
			return i, fmt.Errorf("halve %d: %w", n, errStuck)
		case n%16 == 7:
			return i, &atLine{i, badDigit(n)}
		case n%16 == 9:
			return i, fmt.Errorf("halve: %w", &atLine{n, &tooFar{i, 1}})
		}
		n /= 2
	}
	return n, &tooFar{6, float64(n)}
}

// TypeSwitched tells errors apart by their types.
func TypeSwitched(n int) int {
	i, err := halvings(n)
	switch err.(type) {
	case nil:
		return i
	case *tooFar:
		return -1
	case temporary:
		return -2
	case *atLine:
		return -3
	}
	return -4
}

// TypeAsked asks with errors.As, which sees what errors wrap.
func TypeAsked(n int) (as, is int) {
	_, err := halvings(n)
	var far *tooFar
	if errors.As(err, &far) {
		as |= 1
	}
	var digit badDigit
	if errors.As(err, &digit) {
		as |= 2
	}
	if _, ok := errors.AsType[*atLine](err); ok {
		as |= 4
	}
	var some temporary
	if errors.As(fmt.Errorf("again: %w", err), &some) {
		as |= 8
	}
	if _, ok := err.(badDigit); ok {
		is |= 1
	}
	if errors.Is(err, errStuck) {
		is |= 2
	}
	return as, is
}

// SharesErrorValue reads what an error carries, in few lanes.
func SharesErrorValue(n int) float64 {
	i, err := halvings(n)
	var far *tooFar
	if errors.As(err, &far) {
		return far.last
	}
	if d, ok := err.(badDigit); ok {
		return float64(d) + 0.5
	}
	return float64(i)
}

// TypeAnyError asks for what every error has.
func TypeAnyError(n int) (direct, as bool) {
	_, err := halvings(n)
	_, direct = err.(interface{ Error() string })
	var e interface{ error }
	as = errors.As(err, &e)
	return direct, as
}

type lastError struct {
	far *tooFar
	n   int
}

var lastFar *tooFar

// SharesErrorTarget has errors.As write to a field, to an element, and to a package-level variable.
func SharesErrorTarget(n int) int {
	last := lastError{far: &tooFar{rounds: -1}}
	var digits [2]badDigit
	_, err := halvings(n)
	if errors.As(err, &last.far) {
		last.n++
	}
	if errors.As(err, &digits[n&1]) {
		last.n += 2
	}
	if errors.As(err, &lastFar) {
		last.n += 4
	}
	return last.far.rounds + 10*last.n + 100*int(digits[n&1])
}
