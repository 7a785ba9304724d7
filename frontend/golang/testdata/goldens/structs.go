package structs

type Vec struct{ X, Y float64 }

func (v Vec) Dot(w Vec) float64 { return v.X*w.X + v.Y*w.Y }

var weights = [...]float64{1, 2, 4}

// Norms takes and returns structs and arrays, and changes one in a loop.
func Norms(v Vec, path [3]Vec, k uint8) (best Vec, lengths [3]float64) {
	for i, p := range path {
		lengths[i] = p.Dot(v) * weights[i]
		if lengths[i] > best.Dot(v) {
			best = p
		}
	}
	best.Y += float64(k + 200)
	return best, lengths
}
