package cases

import "slices"

// Slices that append makes and that are kept, beside others of the same elements.

func keptDescend(fuel int, xs []float64) float64 {
	if fuel <= 0 || len(xs) < 2 {
		return 1
	}
	m := len(xs) / 2
	n := keptDescend(fuel-1, xs[:m])
	q := keptDescend(fuel-1, xs[m:])
	return n + q
}

func KeptHalves(odd bool, x float64, k int) float64 {
	sum := keptDescend(k&3, []float64{x, 1, 2})
	values := [...]float64{x, sum}
	var all [][]float64
	var walk func(i int, chosen []float64)
	walk = func(i int, chosen []float64) {
		if i == len(values) {
			all = append(all, slices.Clone(chosen))
			return
		}
		walk(i+1, chosen)
		if i > 0 && odd {
			return
		}
		walk(i+1, append(chosen, values[i]))
	}
	walk(0, nil)
	for _, each := range all {
		for _, y := range each {
			sum = float64(sum*3) + y
		}
	}
	return sum
}

func KeptNilCut(n uint8) (sum int) {
	var rows [][]int
	var none []int
	for i := range int(n & 3) {
		rows = append(rows, []int{i, i * i})
	}
	rows = append(rows, none[:n>>7:n>>7]) // which is more than there is in some lanes
	for i, row := range rows {
		for _, x := range row {
			sum += x * (i + 1)
		}
	}
	return sum
}

func KeptCountChosen(mask uint8, count int) int {
	for j := int(mask & 1); j > 0; j-- {
		for i := 0; i < int(mask&3); i++ {
			if mask > 100 {
				break
			}
			count ^= i
		}
	}
	if mask&4 != 0 {
		count = 1
	}
	rows := make([][]float64, 0, 1)
	for range count & 15 {
		rows = append(rows, nil)
	}
	return len(rows)
}

// KeptCountMerged appends as often as a number says that several ways give.
func KeptCountMerged(mask int8) int {
	count := int(mask & 3)
	if mask < 0 {
		count = int(mask & 7)
	}
	rows := [][]float64{}
	for range count {
		rows = append(rows, nil)
	}
	return len(rows)
}
