package cases

import (
	"errors"
	"fmt"
)

// refusal is an enumeration of errors.
type refusal int

const (
	refusedUnknown refusal = iota + 1
	refusedLimit
	refusedClosed
)

func (r refusal) Error() string { return fmt.Sprintf("refused: %d", int(r)) }

// shortage is an error that carries a value, and overdrawn one by its address.
type shortage struct{ by int8 }

func (s shortage) Error() string { return "short" }

type overdrawn struct{ by int8 }

func (o *overdrawn) Error() string { return "overdrawn" }

var errOverdrawn error = &overdrawn{0}

func refuse(code int8) error {
	if code < 0 {
		return nil
	}
	return refusal(code & 7)
}

// ErrsEnumerated compares errors that numbers have become with the constants of their type.
func ErrsEnumerated(x, y int8) (status int, wraps, same bool, err error) {
	err = refuse(x)
	switch err {
	case nil:
		status = 200
	case refusedUnknown:
		status = 404
	case refusedLimit, refusedClosed:
		status = 403
	default:
		status = 500
	}
	wraps = errors.Is(fmt.Errorf("account: %w", refuse(y)), refusedLimit)
	type outcome struct {
		err  error
		code int8
	}
	same = outcome{refuse(y), y} == outcome{refusedClosed, 3}
	if x < 0 || x&7 > 3 || x&7 == 0 { // another text than the compiled function's error has
		err = nil
	}
	return status, wraps, same, err
}

// ErrsFresh compares errors that are made here with a variable's.
func ErrsFresh(x int8) (known, wraps bool) {
	err := errOverdrawn
	if x < 0 {
		err = &overdrawn{x}
	}
	return err == errOverdrawn, errors.Is(fmt.Errorf("account: %w", err), errOverdrawn)
}

// ErrsLeftEqual compares errors that carry values of a lane.
func ErrsLeftEqual(x, y int8) bool {
	var s error = shortage{x}
	switch y & 7 {
	case 0:
		return s == error(shortage{0})
	case 1:
		var o *overdrawn
		if x > 0 {
			o = &overdrawn{x}
		}
		return error(o) == error((*overdrawn)(nil))
	case 2:
		var all []error
		for i := range 2 {
			all = append(all, fmt.Errorf("account %d", i))
		}
		return all[0] == all[x&1]
	case 3:
		counts := map[error]int8{s: 1}
		counts[shortage{y}]++
		return len(counts) == 1
	}
	return s == errOverdrawn
}
