package gomath

import "math"

// J1 returns the Bessel function of the first kind of order 1. (Very near 0 the sign is lost: so
// it is in package math.)
func J1(x float64) float64 {
	a := abs(x)
	r := x // NaN
	if a < 2 {
		r = besselNearJ1(a)
	}
	if a >= 2 {
		r = besselWaveJ1(a)
	}
	return sel(x < 0 && a >= 0x1p-27 && a <= math.MaxFloat64, -r, r)
}

// Y1 returns the Bessel function of the second kind of order 1.
func Y1(x float64) float64 {
	r := from64(0x7ff8 << 48)
	if x < 2 {
		r = besselNearY1(x)
	}
	if x >= 2 {
		r = besselWaveY1(x)
	}
	return r
}

// besselWaveJ1 is J1 for x ≥ 2, and besselWaveY1 is Y1.
func besselWaveJ1(x float64) float64 {
	sum, difference := besselWaves(x, false)
	u, v := besselAmplitudes1(x)
	w := u*difference - v*(-sum)
	return besselScaled(sel(x > besselHuge, difference, w), x)
}

func besselWaveY1(x float64) float64 {
	sum, difference := besselWaves(x, false)
	u, v := besselAmplitudes1(x)
	w := v*difference + u*(-sum)
	return besselScaled(sel(x > besselHuge, -sum, w), x)
}

// besselNearJ1 is J1 for 0 ≤ a < 2.
func besselNearJ1(a float64) float64 {
	z := a * a
	r := j1R2 + z*j1R3
	r = j1R1 + z*r
	r = j1R0 + z*r
	r = z * r * a
	s := j1S4 + z*j1S5
	s = j1S3 + z*s
	s = j1S2 + z*s
	s = j1S1 + z*s
	s = 1 + z*s
	h := 0.5 * a
	return sel(a < 0x1p-27, h, h+r/s)
}

// besselNearY1 is Y1 for x < 2.
func besselNearY1(x float64) float64 {
	z := x * x
	u := y1U3 + z*y1U4
	u = y1U2 + z*u
	u = y1U1 + z*u
	u = y1U0 + z*u
	v := y1V3 + z*y1V4
	v = y1V2 + z*v
	v = y1V1 + z*v
	v = y1V0 + z*v
	v = 1 + z*v
	y := (2/math.Pi)*(besselNearJ1(x)*Log(x)-1/x) + x*(u/v)
	y = sel(x <= 0x1p-54, -(2/math.Pi)/abs(x), y)
	return sel(x < 0, from64(0x7ff8<<48), y)
}

const (
	j1R0 = -6.25000000000000000000e-02
	j1R1 = 1.40705666955189706048e-03
	j1R2 = -1.59955631084035597520e-05
	j1R3 = 4.96727999609584448412e-08
	j1S1 = 1.91537599538363460805e-02
	j1S2 = 1.85946785588630915560e-04
	j1S3 = 1.17718464042623683263e-06
	j1S4 = 5.04636257076217042715e-09
	j1S5 = 1.23542274426137913908e-11

	y1U0 = -1.96057090646238940668e-01
	y1U1 = 5.04438716639811282616e-02
	y1U2 = -1.91256895875763547298e-03
	y1U3 = 2.35252600561610495928e-05
	y1U4 = -9.19099158039878874504e-08
	y1V0 = 1.99167318236649903973e-02
	y1V1 = 2.02552581025135171496e-04
	y1V2 = 1.35608801097516229404e-06
	y1V3 = 6.22741452364621501295e-09
	y1V4 = 1.66559246207992079114e-11
)

// besselAmplitudes1 returns the amplitudes of the waves of order 1 for x ≥ 2: 1 and 3/8/x,
// and what is less than that by one of four quotients of polynomials in 1/x².
func besselAmplitudes1(x float64) (u, v float64) {
	i := besselPart(x)
	z := 1 / (x * x)
	u = bessel1P(i, z)
	v = bessel1Q(i, z) / x
	return u, v
}

func bessel1P(i uint64, z float64) float64 {
	r := loaded(p1R4[i&3]) + z*p1R5[i&3]
	r = loaded(p1R3[i&3]) + z*r
	r = loaded(p1R2[i&3]) + z*r
	r = loaded(p1R1[i&3]) + z*r
	r = loaded(p1R0[i&3]) + z*r
	s := loaded(p1S4[i&3]) + z*p1S5[i&3]
	s = loaded(p1S3[i&3]) + z*s
	s = loaded(p1S2[i&3]) + z*s
	s = loaded(p1S1[i&3]) + z*s
	s = 1 + z*s
	return 1 + r/s
}

func bessel1Q(i uint64, z float64) float64 {
	r := loaded(q1R4[i&3]) + z*q1R5[i&3]
	r = loaded(q1R3[i&3]) + z*r
	r = loaded(q1R2[i&3]) + z*r
	r = loaded(q1R1[i&3]) + z*r
	r = loaded(q1R0[i&3]) + z*r
	s := loaded(q1S5[i&3]) + z*q1S6[i&3]
	s = loaded(q1S4[i&3]) + z*s
	s = loaded(q1S3[i&3]) + z*s
	s = loaded(q1S2[i&3]) + z*s
	s = loaded(q1S1[i&3]) + z*s
	s = 1 + z*s
	return 0.375 + r/s
}

// The coefficients of the amplitudes from 8 on, from 4.5454, from 2.8571 and from 2.
var (
	p1R0 = [4]float64{0, 1.3199051955624352e-11, 3.025039161373736e-09, 1.0771083010687374e-07}
	p1R1 = [4]float64{0.11718749999998865, 0.1171874931906141, 0.11718686556725359, 0.11717621946268335}
	p1R2 = [4]float64{13.239480659307358, 6.802751278684329, 3.9329775003331564, 2.368514966676088}
	p1R3 = [4]float64{412.05185430737856, 108.30818299018911, 35.11940355916369, 12.242610914826123}
	p1R4 = [4]float64{3874.7453891396053, 517.6361395331998, 91.05501107507813, 17.693971127168773}
	p1R5 = [4]float64{7914.479540318917, 528.7152013633375, 48.55906851973649, 5.073523125888185}
	p1S1 = [4]float64{114.20737037567841, 59.28059872211313, 34.79130950012515, 21.43648593638214}
	p1S2 = [4]float64{3650.9308342085346, 991.4014187336144, 336.76245874782575, 125.29022716840275}
	p1S3 = [4]float64{36956.206026903346, 5353.26695291488, 1046.8713997577513, 232.2764690571628}
	p1S4 = [4]float64{97602.79359349508, 7844.690317495512, 890.8113463982564, 117.6793732871471}
	p1S5 = [4]float64{30804.27206278888, 1504.0468881036106, 103.78793243963928, 8.364638933716183}
	q1R0 = [4]float64{0, -2.089799311417641e-11, -5.078312264617666e-09, -1.7838172751095887e-07}
	q1R1 = [4]float64{-0.10253906249999271, -0.10253905024137543, -0.10253782982083709, -0.10251704260798555}
	q1R2 = [4]float64{-16.271753454459, -8.05644828123936, -4.610115811394734, -2.7522056827818746}
	q1R3 = [4]float64{-759.6017225139501, -183.66960747488838, -57.847221656278364, -19.663616264370372}
	q1R4 = [4]float64{-11849.806670242959, -1373.1937606550816, -228.2445407376317, -42.32531333728305}
	q1R5 = [4]float64{-48438.512428575035, -2612.4444045321566, -219.21012847890933, -21.371921170370406}
	q1S1 = [4]float64{161.3953697007229, 81.27655013843358, 47.66515503237295, 29.533362906052385}
	q1S2 = [4]float64{7825.385999233485, 1991.7987346048596, 673.8651126766997, 252.98154998219053}
	q1S3 = [4]float64{133875.33628724958, 17468.48519249089, 3380.1528667952634, 757.5028348686454}
	q1S4 = [4]float64{719657.7236832409, 49851.42709103523, 5547.729097207228, 739.3932053204672}
	q1S5 = [4]float64{666601.2326177764, 27948.075163891812, 1903.119193388108, 155.94900333666612}
	q1S6 = [4]float64{-294490.26430383464, -4719.183547951285, -135.20119144430734, -4.959498988226282}
)
