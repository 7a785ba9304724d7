// Package blackscholes prices European options by the formula of Black and
// Scholes, in both float types: straight-line code, heavy on mathematical
// functions, where every lane does the same.
package blackscholes

import "math"

// Call returns the price and the delta of a European call option: spot and
// strike price, riskless rate and volatility a year, and years to expiry. An
// option that has expired is worth what exercising it brings.
func Call(spot, strike, rate, vol, years float64) (price, delta float64) {
	discounted := float64(strike * math.Exp(float64(-rate*years)))
	if !(years > 0) || !(vol > 0) {
		if spot > discounted {
			return spot - discounted, 1
		}
		return 0, 0
	}
	width := float64(vol * math.Sqrt(years))
	d1 := math.Log(spot/discounted)/width + float64(0.5*width)
	delta = normal(d1)
	price = float64(spot*delta) - float64(discounted*normal(d1-width))
	return price, delta
}

// normal is the standard normal distribution function.
func normal(x float64) float64 {
	return 0.5 * math.Erfc(-x/math.Sqrt2)
}

// Call32 is the price of Call in single precision, with the distribution
// function by polynomial 26.2.17 of Abramowitz and Stegun, whose error of
// 7.5e-8 is about that of a float32.
func Call32(spot, strike, rate, vol, years float32) float32 {
	discounted := float32(strike * exp32(float32(-rate*years)))
	if !(years > 0) || !(vol > 0) {
		return max(0, spot-discounted)
	}
	width := float32(vol * sqrt32(years))
	d1 := log32(spot/discounted)/width + float32(0.5*width)
	return float32(spot*normal32(d1)) - float32(discounted*normal32(d1-width))
}

func normal32(x float32) float32 {
	z := abs32(x)
	t := 1 / (1 + float32(0.2316419*z))
	poly := float32(1.330274429*t) - 1.821255978
	poly = float32(poly*t) + 1.781477937
	poly = float32(poly*t) - 0.356563782
	poly = float32(poly*t) + 0.319381530
	poly = float32(poly * t)
	upper := float32(0.39894228 * exp32(float32(-0.5*z*z)) * poly)
	if x > 0 {
		return 1 - upper
	}
	return upper
}

func exp32(x float32) float32  { return float32(math.Exp(float64(x))) }
func log32(x float32) float32  { return float32(math.Log(float64(x))) }
func sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }
func abs32(x float32) float32  { return float32(math.Abs(float64(x))) }
