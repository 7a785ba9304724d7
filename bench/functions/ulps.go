package main

import (
	"fmt"
	"strconv"
	"strings"
)

// ulps are the largest errors by the label of the function in internal/ulp's
// tables: "Exp", "ExpF32", "math.Exp".
type ulps map[string]string

// readULPs reads Markdown tables with the columns "function" and "max ulp".
func readULPs(text string) ulps {
	found := ulps{}
	function, largest := -1, -1
	for line := range strings.Lines(text) {
		cells := cellsOf(line)
		if len(cells) == 0 {
			function, largest = -1, -1
			continue
		}
		if function < 0 {
			for i, c := range cells {
				switch c {
				case "function":
					function = i
				case "max ulp":
					largest = i
				}
			}
			continue
		}
		if largest >= 0 && len(cells) > max(function, largest) && !strings.HasPrefix(cells[function], "--") {
			found[cells[function]] = shorten(cells[largest])
		}
	}
	return found
}

// shorten returns an error as it fits into a table, without the mark of those
// that exceed a bound.
func shorten(cell string) string {
	number, _, _ := strings.Cut(cell, " ")
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || x < 1000 {
		return number
	}
	return fmt.Sprintf("%.0e", x)
}
