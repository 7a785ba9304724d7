package advise

import (
	"fmt"
	"math"
	"strconv"
)

// count is "3 values", "1 value" or, of an average, "4 values".
func count(n float64, what string) string {
	if math.Round(n) == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%.0f %ss", n, what)
}

func accesses(n float64) string {
	if n == 1 {
		return "1 access"
	}
	return fmt.Sprintf("%.0f accesses", n)
}

// ns gives a time as one says it: two digits below ten, none behind the point
// above.
func ns(t float64) string {
	if t >= 10 {
		return strconv.Itoa(int(t + 0.5))
	}
	return strconv.FormatFloat(t, 'g', 1+btoi(t >= 1), 64)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
