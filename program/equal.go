package program

// Equal reports whether p and q are the same program: whether they have the
// same canonical text. Positions are not part of it unless WithPositions is
// given, and the storage classes of a source program are not, since they mean
// nothing there. A parameter list of a single variable is the same as the
// tuple of that variable.
func Equal(p, q *Program, opts ...PrintOption) bool {
	return p == q || Print(p, opts...) == Print(q, opts...)
}
