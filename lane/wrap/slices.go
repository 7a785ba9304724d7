package wrap

import (
	"fmt"
	"unsafe"
)

// Clip returns a slice without room for more than it has, as the program takes the
// slices of its parameters: what is beyond belongs to somebody else.
func Clip[S ~[]E, E any](s S) S { return s[:len(s):len(s)] }

// ClipRows clips a slice of slices and its rows.
func ClipRows[S ~[]R, R ~[]E, E any](s S) S {
	for i, r := range s {
		if len(r) == cap(r) {
			continue
		}
		rows := append(s[:0:0], s...)
		for j := range rows[i:] {
			rows[i+j] = Clip(rows[i+j])
		}
		s = rows
		break
	}
	return Clip(s)
}

// Own returns a copy of a slice that a lane may write to, without room for more.
func Own[S ~[]E, E any](s S) S { return Clip(append(s[:0:0], s...)) }

// OwnRows returns a copy of a slice of slices whose rows a lane may write to.
func OwnRows[S ~[]R, R ~[]E, E any](s S) S {
	rows := Own(s)
	for i := range rows {
		rows[i] = Own(rows[i])
	}
	return rows
}

// LenOrNil returns the length of a slice, and -1 if it is nil.
func LenOrNil[S ~[]E, E any](s S) int64 {
	if s == nil {
		return -1
	}
	return int64(len(s))
}

// Room is memory that slices are made in, several in one block: an allocation for each takes longer than many a
// function. The zero value has none yet.
type Room[E any] struct {
	free []E
	last int // how many elements the last block had
}

// mostRoom is how many bytes a block has at most, unless one slice is longer: as long as somebody holds a slice, the
// block that it is in is kept.
const mostRoom = 16 << 10

// Make returns a slice of n elements, without room for more; nil if n is negative.
func (r *Room[E]) Make(n int64) []E {
	switch {
	case n < 0:
		return nil
	case n == 0:
		return []E{}
	}
	if int(n) > len(r.free) {
		var of E
		r.last = max(int(n), min(2*r.last, mostRoom/max(1, int(unsafe.Sizeof(of)))))
		r.free = make([]E, r.last)
	}
	s := r.free[:n:n]
	r.free = r.free[n:]
	return s
}

// Resized returns n elements of its own, of which the first are those of a slice; nil if n is negative.
func Resized[S ~[]E, E any](s S, n int) S {
	if n < 0 {
		return nil
	}
	out := make(S, n)
	copy(out, s)
	return out
}

// Back returns what a lane left in a slice that a pointer leads to: in the caller's memory, if
// there is room for just that.
func Back[S ~[]E, E any](to, from S) S {
	if len(to) != len(from) {
		return from
	}
	copy(to, from)
	return to
}

// BackRows copies what a lane left in the rows of a slice of slices to the caller's.
func BackRows[S ~[]R, R ~[]E, E any](to, from S) {
	for i := range from {
		to[i] = Back(to[i], from[i])
	}
}

// SameLen returns an error if the slices of a parameter are not all n long.
func SameLen[S ~[]T, T any](fn, name string, lanes []S, n int) error {
	for i, s := range lanes {
		if err := Sized(fn, name, i, "", len(s), n, true); err != nil {
			return err
		}
	}
	return nil
}

// MostLen returns an error if some slice of a parameter is longer than n.
func MostLen[S ~[]T, T any](fn, name string, lanes []S, n int) error {
	for i, s := range lanes {
		if err := Sized(fn, name, i, "", len(s), n, false); err != nil {
			return err
		}
	}
	return nil
}

// Sized returns an error if the slice of a lane at some path below a parameter has not room elements:
// so many if that is exact, and otherwise more.
func Sized(fn, name string, lane int, path string, n, room int, exact bool) error {
	switch {
	case exact && n != room:
		return fmt.Errorf("%s: %s[%d]%s has %d elements; the wrapper is for %d (generate it with another -len %s%s=…)",
			fn, name, lane, path, n, room, name, path)
	case n > room:
		return fmt.Errorf("%s: %s[%d]%s has %d elements; the wrapper is for at most %d (generate it with a larger "+
			"-cap %s%s=…)", fn, name, lane, path, n, room, name, path)
	}
	return nil
}

// SizedRows does what Sized does for a slice of slices and its rows.
func SizedRows[S ~[]R, R ~[]E, E any](fn, name string, lane int, path string, s S, rows, room int, exact bool) error {
	if err := Sized(fn, name, lane, path, len(s), rows, exact); err != nil {
		return err
	}
	for i, r := range s {
		if exact && len(r) != room || len(r) > room {
			most, flag := "at most ", "-cap"
			if exact {
				most, flag = "", "-len"
			}
			return fmt.Errorf("%s: %s[%d]%s[%d] has %d elements; the wrapper is for %s%d (generate it with another "+
				"%s '%s%s[]=…')", fn, name, lane, path, i, len(r), most, room, flag, name, path)
		}
	}
	return nil
}

// NoError returns an error if a lane brings one: lanes return errors, but do not take them.
func NoError(fn, name string, lane int, path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %s[%d]%s is the error %q; lanes begin without one", fn, name, lane, path, err)
}
