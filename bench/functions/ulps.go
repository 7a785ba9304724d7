package main

import "strings"

// ulps are the largest errors by the label of the function in internal/ulp's
// tables: "Exp", "ExpF32", "math.Exp".
type ulps map[string]string

// readULPs reads Markdown tables with the columns "function" and "max ulp".
func readULPs(text string) ulps {
	found := ulps{}
	function, largest := -1, -1
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			function, largest = -1, -1
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
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
			found[cells[function]] = cells[largest]
		}
	}
	return found
}
