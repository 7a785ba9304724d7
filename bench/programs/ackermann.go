package programs

// Ack is Ackermann's function, whose calls are many and deep even for small arguments.
func Ack(m, n int) int {
	if m == 0 {
		return n + 1
	}
	if n == 0 {
		return Ack(m-1, 1)
	}
	return Ack(m-1, Ack(m, n-1))
}
