package program

import (
	"crypto/sha256"
	"encoding/hex"
)

// Equal reports whether p and q are the same program: whether they have the
// same canonical text. Positions are not part of it unless WithPositions is
// given, and the storage classes of a source program are not, since they mean
// nothing there. A parameter list of a single variable is the same as the
// tuple of that variable.
func Equal(p, q *Program, opts ...PrintOption) bool {
	return p == q || Print(p, opts...) == Print(q, opts...)
}

// Hash returns a name for the program's content, the same in every process:
// equal programs have equal hashes, and unequal ones never do in practice.
// Positions are not part of it unless WithPositions is given.
func Hash(p *Program, opts ...PrintOption) string {
	sum := sha256.Sum256([]byte(Print(p, opts...)))
	return hex.EncodeToString(sum[:])
}
