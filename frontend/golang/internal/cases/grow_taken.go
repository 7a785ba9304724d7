package cases

// Arrays that are sliced where they end, and whose slices go on as what append makes.

type corner struct{ X, Y float64 }

// trim keeps of a polygon what is right of a line through the origin that has a slope, twice.
func trim(poly []corner, slope float64) []corner {
	for range 2 {
		var out []corner
		for i, p := range poly {
			next := poly[(i+1)%len(poly)]
			if p.X > float64(slope*p.Y) {
				out = append(out, p)
			}
			if next.X > float64(slope*next.Y) {
				out = append(out, corner{(p.X + next.X) / 2, (p.Y + next.Y) / 2})
			}
		}
		poly, slope = out, -slope
	}
	return poly
}

func around(poly []corner) float64 {
	sum := 0.0
	for i, p := range poly {
		sum += p.X + float64(float64(i)*p.Y)
	}
	return sum
}

// TakenParameter slices an array that the lane brings.
func TakenParameter(tri [3]corner, slope float64) float64 { return around(trim(tri[:], slope)) }

// TakenVariable slices an array that is filled first, a new one in each round.
func TakenVariable(x, y float64, n int) (sum float64) {
	for i := range n & 3 {
		var tri [3]corner
		tri[0] = corner{x, y}
		tri[1].X = y + float64(i)
		tri[2] = corner{tri[1].X, x}
		sum += around(trim(tri[:], 0.5))
	}
	return sum
}

// TakenPart slices a part of an array, within which append goes on in place.
func TakenPart(x, y float64) float64 {
	quad := [4]corner{{x, y}, {y, x}, {x, x}, {y, y}}
	some := quad[:2]
	if x > 1 {
		some = trim(some, 1)
	}
	more := append(some, corner{x, 3})
	return around(more) + around(some)
}
