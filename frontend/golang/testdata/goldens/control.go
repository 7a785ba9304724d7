package control

// Run swaps in a loop, switches over constants and panics.
func Run(a, b int8, k int) (r int8) {
	for range k {
		a, b = b, a
	}
	switch a {
	case 1, 2:
		return a / b
	case 3:
		r = b << a
	case 4:
		panic("four")
	}
	return r
}
