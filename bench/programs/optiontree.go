package programs

import "math"

// levels is how many steps a tree has.
const levels = 64

// American returns the value of an American put by the binomial tree of Cox, Ross and
// Rubinstein: from the last level back to the first, each node is worth what its two
// successors are worth on average, or what exercising there and then gives.
func American(spot, strike, rate, vol, years float64) float64 {
	dt := years / levels
	up := math.Exp(vol * math.Sqrt(dt))
	down := 1 / up
	next := float64(up * up) // from a price to the next of its level
	growth := math.Exp(float64(rate * dt))
	pUp := (growth - down) / (up - down) / growth
	pDown := 1/growth - pUp

	var value [levels + 1]float64
	lowest := float64(spot * math.Pow(down, levels))
	price := lowest
	for i := range value {
		value[i] = max(strike-price, 0)
		price = float64(price * next)
	}
	for level := levels - 1; level >= 0; level-- {
		lowest = float64(lowest * up)
		price = lowest
		for i := 0; i <= level; i++ {
			hold := float64(pDown*value[i]) + float64(pUp*value[i+1])
			exercise := strike - price
			if exercise > hold {
				hold = exercise
			}
			value[i] = hold
			price = float64(price * next)
		}
	}
	return value[0]
}
