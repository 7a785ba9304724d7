package wrapped

// Tariff has strings, maps and a matrix that all lanes share.
type Tariff struct {
	Name     string
	Kinds    []string
	Steps    []step
	ByRegion map[string]map[int]float64
	Grid     [][]float32
	dear     map[step]bool
}

type step struct {
	Kind  string
	Above float64
}

// Price looks up what a lane brings.
func (t *Tariff) Price(region string, year uint8, used float64) (price float64, known bool, dear int) {
	rates, known := t.ByRegion[region]
	rate := rates[int(year)]
	for _, s := range t.Steps {
		switch {
		case s.Kind == region:
			price += s.Above
		case s.Kind > t.Name:
			price += max(used-s.Above, 0) * rate
		}
		if t.dear[s] {
			dear++
		}
	}
	for _, k := range t.Kinds {
		if len(k) > 0 && len(region) > 0 && k[0] == region[0] {
			dear += 100
		}
	}
	if len(t.Grid) > 1 && len(t.Grid[0]) > 1 {
		price += float64(t.Grid[year&1][1])
	}
	return price, known, dear
}

// Occurs has a string, and a map, that all lanes share.
func Occurs(text, word string, weights map[string]int16) (n int, weight int16) {
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i:i+len(word)] == word {
			n++
		}
	}
	return n, weights[text]
}
