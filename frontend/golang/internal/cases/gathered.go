package cases

// GathersTwo makes memory for what two loops count, one of them by twos.
func GathersTwo(data [6]int8) int {
	k := 0
	for k < len(data) && data[k] == 0 {
		k++
	}
	n := 0
	for range data[k:] {
		n += 2
	}
	return len(make([]int8, k+n))
}

// GathersSome makes memory for numbers to which only some rounds add, others more than once.
func GathersSome(data [6]int8, n int8) (sum int) {
	small, large := 1, 0
	for _, x := range data[:n&3] {
		if x > 3 {
			small++
		} else if x != 0 {
			large += 2
		}
		if x > 8 {
			small++
			large++
		}
	}
	made := make([]int, small+large)
	for i := range made {
		made[i] = i
	}
	for _, x := range made {
		sum += x
	}
	return sum
}
