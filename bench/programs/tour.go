package programs

// Tour is the length of the shortest way through six points of a plane, in squares, that
// begins at the first: all orders are tried, in place.
func Tour(x, y [6]float64) float64 {
	order := [6]int{0, 1, 2, 3, 4, 5}
	return shortest(&order, &x, &y, 1, 1e300)
}

func shortest(order *[6]int, x, y *[6]float64, k int, best float64) float64 {
	if k == len(order) {
		return min(best, length(order, x, y))
	}
	for i := k; i < len(order); i++ {
		order[k], order[i] = order[i], order[k]
		best = shortest(order, x, y, k+1, best)
		order[k], order[i] = order[i], order[k]
	}
	return best
}

// length is the sum of the squares of the steps.
func length(order *[6]int, x, y *[6]float64) float64 {
	sum := 0.0
	for i := 1; i < len(order); i++ {
		dx, dy := x[order[i]]-x[order[i-1]], y[order[i]]-y[order[i-1]]
		sum += float64(dx*dx) + float64(dy*dy)
	}
	return sum
}
