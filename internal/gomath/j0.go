package gomath

import "math"

// J0 returns the Bessel function of the first kind of order 0.
func J0(x float64) float64 {
	a := abs(x)
	r := x // NaN
	if a < 2 {
		r = besselNearJ0(a)
	}
	if a >= 2 {
		r = besselWaveJ0(a)
	}
	return r
}

// Y0 returns the Bessel function of the second kind of order 0.
func Y0(x float64) float64 {
	r := from64(0x7ff8 << 48)
	if x < 2 {
		r = besselNearY0(x)
	}
	if x >= 2 {
		r = besselWaveY0(x)
	}
	return r
}

// besselWaveJ0 is J0 for x ≥ 2, and besselWaveY0 is Y0.
func besselWaveJ0(x float64) float64 {
	sum, difference := besselWaves(x, true)
	u, v := besselAmplitudes0(x)
	w := u*sum - v*difference
	return besselScaled(sel(x > besselHuge, sum, w), x)
}

func besselWaveY0(x float64) float64 {
	sum, difference := besselWaves(x, true)
	u, v := besselAmplitudes0(x)
	w := u*difference + v*sum
	return besselScaled(sel(x > besselHuge, difference, w), x)
}

// besselNearJ0 is J0 for 0 ≤ a < 2.
func besselNearJ0(a float64) float64 {
	z := a * a
	r := j0R4 + z*j0R5
	r = j0R3 + z*r
	r = j0R2 + z*r
	r = z * r
	s := j0S3 + z*j0S4
	s = j0S2 + z*s
	s = j0S1 + z*s
	s = 1 + z*s
	q := r / s
	h := 0.5 * a
	y := sel(a < 1, 1+z*(-0.25+q), (1+h)*(1-h)+z*q)
	return sel(a < 0x1p-13, 1-0.25*a*a, y)
}

// besselNearY0 is Y0 for x < 2.
func besselNearY0(x float64) float64 {
	z := x * x
	u := y0U5 + z*y0U6
	u = y0U4 + z*u
	u = y0U3 + z*u
	u = y0U2 + z*u
	u = y0U1 + z*u
	u = y0U0 + z*u
	v := y0V3 + z*y0V4
	v = y0V2 + z*v
	v = y0V1 + z*v
	v = 1 + z*v
	log := Log(x)
	y := u/v + (2/math.Pi)*besselNearJ0(x)*loaded(log)
	// The logarithm is what it should be for 0 and what is negative, too.
	return sel(x <= 0x1p-27, y0U0+(2/math.Pi)*log, y)
}

const (
	j0R2 = 1.56249999999999947958e-02
	j0R3 = -1.89979294238854721751e-04
	j0R4 = 1.82954049532700665670e-06
	j0R5 = -4.61832688532103189199e-09
	j0S1 = 1.56191029464890010492e-02
	j0S2 = 1.16926784663337450260e-04
	j0S3 = 5.13546550207318111446e-07
	j0S4 = 1.16614003333790000205e-09

	y0U0 = -7.38042951086872317523e-02
	y0U1 = 1.76666452509181115538e-01
	y0U2 = -1.38185671945596898896e-02
	y0U3 = 3.47453432093683650238e-04
	y0U4 = -3.81407053724364161125e-06
	y0U5 = 1.95590137035022920206e-08
	y0U6 = -3.98205194132103398453e-11
	y0V1 = 1.27304834834123699328e-02
	y0V2 = 7.60068627350353253702e-05
	y0V3 = 2.59150851840457805467e-07
	y0V4 = 4.41110311332675467403e-10
)

// besselAmplitudes0 returns the amplitudes of the waves of order 0 for x ≥ 2: 1 and -1/8/x,
// and what is less than that by one of four quotients of polynomials in 1/x².
func besselAmplitudes0(x float64) (u, v float64) {
	i := besselPart(x)
	z := 1 / (x * x)
	u = bessel0P(i, z)
	v = bessel0Q(i, z) / x
	return u, v
}

func bessel0P(i uint64, z float64) float64 {
	r := loaded(p0R4[i&3]) + z*p0R5[i&3]
	r = loaded(p0R3[i&3]) + z*r
	r = loaded(p0R2[i&3]) + z*r
	r = loaded(p0R1[i&3]) + z*r
	r = loaded(p0R0[i&3]) + z*r
	s := loaded(p0S4[i&3]) + z*p0S5[i&3]
	s = loaded(p0S3[i&3]) + z*s
	s = loaded(p0S2[i&3]) + z*s
	s = loaded(p0S1[i&3]) + z*s
	s = 1 + z*s
	return 1 + r/s
}

func bessel0Q(i uint64, z float64) float64 {
	r := loaded(q0R4[i&3]) + z*q0R5[i&3]
	r = loaded(q0R3[i&3]) + z*r
	r = loaded(q0R2[i&3]) + z*r
	r = loaded(q0R1[i&3]) + z*r
	r = loaded(q0R0[i&3]) + z*r
	s := loaded(q0S5[i&3]) + z*q0S6[i&3]
	s = loaded(q0S4[i&3]) + z*s
	s = loaded(q0S3[i&3]) + z*s
	s = loaded(q0S2[i&3]) + z*s
	s = loaded(q0S1[i&3]) + z*s
	s = 1 + z*s
	return -0.125 + r/s
}

// The coefficients of the amplitudes from 8 on, from 4.5454, from 2.8571 and from 2.
var (
	p0R0 = [4]float64{0, -1.141254646918945e-11, -2.547046017719519e-09, -8.875343330325264e-08}
	p0R1 = [4]float64{-0.07031249999999004, -0.07031249408735993, -0.07031196163814817, -0.07030309954836247}
	p0R2 = [4]float64{-8.081670412753498, -4.159610644705878, -2.409032215495296, -1.4507384678095299}
	p0R3 = [4]float64{-257.06310567970485, -67.67476522651673, -21.96597747348831, -7.635696138235278}
	p0R4 = [4]float64{-2485.216410094288, -331.23129964917297, -58.07917047017376, -11.193166886035675}
	p0R5 = [4]float64{-5253.043804907295, -346.4333883656049, -31.44794705948885, -3.2336457935133534}
	p0S1 = [4]float64{116.53436461966818, 60.753938269230034, 35.85603380552097, 22.22029975320888}
	p0S2 = [4]float64{3833.7447536412183, 1051.2523059570458, 361.51398305030386, 136.2067942182152}
	p0S3 = [4]float64{40597.857264847255, 5978.970943338558, 1193.6078379211153, 270.4702786580835}
	p0S4 = [4]float64{116752.97256437592, 9625.445143577745, 1127.9967985690741, 153.87539420832033}
	p0S5 = [4]float64{47627.728414673096, 2406.058159229391, 173.58093081333575, 14.65761769482562}
	q0R0 = [4]float64{0, 1.8408596359451553e-11, 4.377410140897386e-09, 1.5044444488698327e-07}
	q0R1 = [4]float64{0.0732421874999935, 0.07324217666126848, 0.07324111800429114, 0.07322342659630793}
	q0R2 = [4]float64{11.76820646822527, 5.8356350896205695, 3.344231375161707, 1.99819174093816}
	q0R3 = [4]float64{557.6733802564019, 135.11157728644983, 42.621844074541265, 14.495602934788574}
	q0R4 = [4]float64{8859.197207564686, 1027.243765961641, 170.8080913405656, 31.666231750478154}
	q0R5 = [4]float64{37014.62677768878, 1989.9778586460538, 166.73394869665117, 16.252707571092927}
	q0S1 = [4]float64{163.77602689568982, 82.77661022365378, 48.75887297245872, 30.36558483552192}
	q0S2 = [4]float64{8098.344946564498, 2077.81416421393, 709.689221056606, 269.34811860804984}
	q0S3 = [4]float64{142538.29141912048, 18847.28877857181, 3704.1482262011136, 844.7837575953201}
	q0S4 = [4]float64{803309.2571195144, 56751.11228949473, 6460.425167525689, 882.9358451124886}
	q0S5 = [4]float64{840501.5798190605, 35976.75384251145, 2516.3336892036896, 212.66638851179883}
	q0S6 = [4]float64{-343899.2935378666, -5354.342756019448, -149.2474518361564, -5.3109549388266695}
)
