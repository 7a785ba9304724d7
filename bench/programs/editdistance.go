package programs

// letterBits is the room of a letter in a packed word of up to twelve letters: 0 is none, 1
// is "a".
const (
	letterBits = 5
	letterMask = 1<<letterBits - 1
	maxLetters = 12
)

// Distance returns how many letters must be put in, left out or exchanged to make one word of
// another. The first letter of a word is in the lowest bits.
func Distance(a, b uint64) int {
	var row [maxLetters + 1]int
	width := 0
	for w := b; w != 0; w >>= letterBits {
		width++
		row[width] = width
	}
	for above := 0; a != 0; a >>= letterBits {
		diagonal := above
		above++
		row[0] = above
		letter, rest := a&letterMask, b
		for j := 1; j <= width; j++ {
			change := diagonal
			if letter != rest&letterMask {
				change++
			}
			rest >>= letterBits
			diagonal = row[j]
			row[j] = min(change, row[j]+1, row[j-1]+1)
		}
	}
	return row[width]
}
