package programs

// Tour is the length of the shortest way through six points of a plane, in squares, that
// begins at the first: all orders are tried, in place.
func Tour(x, y [6]float64) float64 {
	return shortest(&x, &y, 1, 1e300)
}

func shortest(x, y *[6]float64, k int, best float64) float64 {
	if k == len(x) {
		return min(best, length(x, y))
	}
	for i := k; i < len(x); i++ {
		x[k], x[i] = x[i], x[k]
		y[k], y[i] = y[i], y[k]
		best = shortest(x, y, k+1, best)
		x[k], x[i] = x[i], x[k]
		y[k], y[i] = y[i], y[k]
	}
	return best
}

// length is the sum of the squares of the steps.
func length(x, y *[6]float64) float64 {
	sum := 0.0
	for i := 1; i < len(x); i++ {
		dx, dy := x[i]-x[i-1], y[i]-y[i-1]
		sum += float64(dx*dx) + float64(dy*dy)
	}
	return sum
}
