package cases

// Complex numbers. Products are written out where compiled Go might fuse them.

func ComplexArith(a, b complex128, c, d complex64) (complex128, complex128, complex64, complex64) {
	return a + b, a - b, c - d, -c + d
}

func ComplexMul(a, b complex128, c, d complex64) (complex128, complex64) { return a * b, c * d }

func ComplexDiv(a, b complex128, c, d complex64) (complex128, complex64) { return a / b, c / d }

func ComplexParts(a complex128, c complex64, x float64) (float64, float32, complex128, complex64) {
	return re(a), imag(c), complex(x, real(a)), complex64(a)
}

func re(a complex128) float64 { return real(a) }

func ComplexCompare(a, b complex128) (bool, bool, bool) { return a == b, a != b, a == 0 }

func ComplexConst(a complex128) (complex128, complex128) {
	const i = 1i
	return a + 2 - 3i, i * i
}

func Mandelbrot(re, im float64) (int, complex128) {
	c := complex(re, im)
	z := 0i
	for n := range 30 {
		if float64(real(z)*real(z))+float64(imag(z)*imag(z)) > 4 {
			return n, z
		}
		z = z*z + c
	}
	return 30, z
}

func ComplexArray(a [3]complex128, i uint8) (complex128, [3]complex128) {
	s := a[i%4]
	a[i%3] += s
	for k, z := range a[:] {
		a[2-k] -= z
	}
	return s, a
}

type phasor struct {
	z complex64
	k int
}

func (p *phasor) turn() { p.z *= 1i; p.k++ }

func Phasors(z complex64, n uint8) (complex64, int) {
	p := &phasor{z: z}
	for range n % 5 {
		p.turn()
	}
	return p.z, p.k
}

func conj[T ~complex128](z T) T { return T(complex(real(complex128(z)), -imag(complex128(z)))) }

func HornerComplex(x complex128, c [3]float64) complex128 {
	r := complex(c[0], 0)
	for _, k := range c[1:] {
		r = r*x + complex(k, 0)
	}
	return conj(r)
}
