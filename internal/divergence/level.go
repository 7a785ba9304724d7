package divergence

import "math"

// Class says which lanes have the same value in one place of a program.
type Class uint8

const (
	// Varying: each lane may have a value of its own.
	Varying Class = iota
	// Coherent: lanes that entered a loop, or the program, together have the
	// same value; see Value.Scope.
	Coherent
	// Uniform: all lanes have the same value, always.
	Uniform
)

func (c Class) String() string {
	return [...]string{"varying", "coherent", "uniform"}[c]
}

// level is how little lanes must have in common to have the same value. Level k
// above 0 means: to have entered the loop of depth k that is around the place
// together; level 0: to have entered the program together and got here by the
// same calls.
type level int

const (
	varying level = -1
	always  level = math.MaxInt // nothing: it never is another
)

func (l level) class() Class {
	switch {
	case l == varying:
		return Varying
	case l == always:
		return Uniform
	}
	return Coherent
}
