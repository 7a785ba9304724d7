package goldens

func partitions(n uint8, memo map[uint8]int) int {
	if p, ok := memo[n]; ok {
		return p
	}
	sum := 0
	for k := range n {
		sum += partitions(k, memo)
	}
	memo[n] = sum
	return sum
}

// Partitions remembers in a map what it has computed. There is room for the entries that a lane
// makes: 256, as there are no more keys than that.
func Partitions(n uint8) int { return partitions(n&15, map[uint8]int{0: 1}) }
