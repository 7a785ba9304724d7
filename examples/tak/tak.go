// Package tak computes Takeuchi's function: three recursive calls whose
// results are the arguments of a fourth, which is a tail call.
package tak

// Tak returns Takeuchi's function: z in the end, after a great many calls.
func Tak(x, y, z int) int {
	if y >= x {
		return z
	}
	return Tak(Tak(x-1, y, z), Tak(y-1, z, x), Tak(z-1, x, y))
}
