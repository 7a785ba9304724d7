package cases

import (
	"errors"
	"fmt"
)

// Errors that wrap others, and errors.Is.

var (
	errWrapNegative = errors.New("negative")
	errWrapLarge    = errors.New("large")
	errWrapOther    = fmt.Errorf("other: %w", errWrapLarge)
	errWrapBoth     = fmt.Errorf("%w and %w", errWrapNegative, errWrapLarge)
)

func wrapParse(n int) (int, error) {
	switch {
	case n < 0:
		return 0, errWrapNegative
	case n > 100:
		return 1, errWrapLarge
	case n == 50:
		return 2, errWrapOther
	case n == 51:
		return 3, errWrapBoth
	case n == 52:
		return 4, errors.New("odd one")
	}
	return n, nil
}

func wrapTwice(n int) (int, error) {
	v, err := wrapParse(n)
	if err != nil {
		return v, fmt.Errorf("parsing %d: %w", n, err)
	}
	if v > 80 {
		return v, fmt.Errorf("%d%%: %w", n, errWrapLarge)
	}
	return v * 2, nil
}

func wrapHash(err error) int {
	h := 0
	if errors.Is(err, errWrapNegative) {
		h |= 1
	}
	if errors.Is(err, errWrapLarge) {
		h |= 2
	}
	if errors.Is(err, errWrapOther) {
		h |= 4
	}
	if errors.Is(err, errWrapBoth) {
		h |= 8
	}
	if errors.Is(err, nil) {
		h |= 16
	}
	return h
}

func WrapIs(n int8) (int, int, bool) {
	v, err := wrapTwice(int(n))
	if err != nil {
		err = fmt.Errorf("outer: %w", err)
	}
	return v, wrapHash(err), err != nil
}

func WrapLoop(n int8) (h int) {
	var last error
	for i := range 4 {
		_, err := wrapTwice(int(n) + i*30)
		if err != nil {
			last = fmt.Errorf("round %d: %w", i, err)
		}
		if last != nil {
			last = fmt.Errorf("again: %w", last)
		}
		h = h*32 + wrapHash(last)
	}
	return h
}

func wrapDeep(n int) error {
	if n > 5 {
		return errWrapLarge
	}
	switch n {
	case -1:
		return nil
	case -2:
		return errWrapNegative
	}
	return fmt.Errorf("level %d: %w", n, wrapDeep(n-2))
}

func WrapRecursion(n int8) int { return wrapHash(wrapDeep(int(n & 7))) }

func WrapKnown(n int) int {
	err := fmt.Errorf("x: %w", errWrapOther)
	return wrapHash(err) + wrapHash(fmt.Errorf("y: %w", err))*64 + n
}

// wrapLimit is an error that holds a value of the lane.
type wrapLimit struct{ n int }

func (w wrapLimit) Error() string { return fmt.Sprintf("limit %d", w.n) }

// wrapJoined joins what is wrong with a number.
func wrapJoined(n int) (err error) {
	_, parsed := wrapParse(n)
	var large error
	if n > 90 {
		large = wrapLimit{n}
	}
	if n&1 == 1 {
		err = errors.Join(err, fmt.Errorf("odd: %w", errWrapOther))
	}
	return errors.Join(parsed, err, large)
}

// WrapJoined asks for what errors.Join joins, in another join and wrapped once more.
func WrapJoined(n int8) (h int, limit, none, some bool) {
	all := wrapJoined(int(n))
	var at wrapLimit
	limit = errors.As(all, &at)
	h = wrapHash(all)*64 + wrapHash(errors.Join(errWrapOther, errWrapNegative))
	if all != nil {
		all = fmt.Errorf("n is %d: %w", n, all)
	}
	h = h*64 + wrapHash(all)
	return h, limit, all == nil, errors.Join(all, nil) != nil
}

// WrapJoinedLoop joins one error after another.
func WrapJoinedLoop(n int8) (h int, some bool) {
	var err error
	for i := range 4 {
		_, e := wrapTwice(int(n) + i*30)
		err = errors.Join(err, e)
		h = h*32 + wrapHash(err)
	}
	return h, err != nil
}

func WrapNil(n int8) (int, bool) {
	var err error
	if n > 0 {
		err = errWrapLarge
	}
	outer := fmt.Errorf("%d: %w", n, err)
	return wrapHash(outer), outer == nil
}

// WrapSeveral wraps several errors at once, nil and such of types of its own among them, and these once more.
func WrapSeveral(n int8) (h int, limit, again bool) {
	var other error
	if n&1 != 0 {
		other = errWrapLarge
	}
	_, err := wrapTwice(int(n))
	both := fmt.Errorf("%w, %d and %w", err, n, other)
	if both == nil {
		h = 1 << 20
	}
	if n&6 == 6 {
		both = fmt.Errorf("%w or %w", wrapLimit{int(n)}, both)
	}
	known := fmt.Errorf("%w: %w", errWrapNegative, errWrapOther)
	h += wrapHash(both) + 100*wrapHash(known)
	var at wrapLimit
	limit = errors.As(both, &at)
	again = errors.Is(fmt.Errorf("again: %w", both), errWrapNegative)
	return h, limit, again
}
