package programs

// Quicksort sorts numbers in place, by a recursion over parts of the slice.
func Quicksort(x [24]float64) [24]float64 {
	quicksort(x[:])
	return x
}

func quicksort(x []float64) {
	if len(x) < 2 {
		return
	}
	pivot := x[len(x)/2]
	i, j := 0, len(x)-1
	for i <= j {
		for x[i] < pivot {
			i++
		}
		for x[j] > pivot {
			j--
		}
		if i <= j {
			x[i], x[j] = x[j], x[i]
			i++
			j--
		}
	}
	quicksort(x[:j+1])
	quicksort(x[i:])
}
