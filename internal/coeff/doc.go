// Command coeff computes the numbers of package libm: minimax polynomials, split
// constants and tables. Every number that libm uses and that is not obvious
// comes from here, with the interval, the form and the error it achieves beside
// it; none is pasted.
//
//	go run ./internal/coeff [family…]    writes libm/coeff_<family>_gen.go
//	go test ./internal/coeff [-slow]     checks that the files are what it writes
//
// The numbers are declared, family by family, in exp.go, log.go, trig.go,
// special.go and f32.go. To add some, add items to the family's list, run the
// command, and use the constants:
//
//	var expFamily = family{name: "exp", items: []item{
//		// expP0 … expP11: e^r = 1 + r + r²·(expP0 + expP1·r + …).
//		poly{
//			name:   "expP",
//			doc:    "(e^r - 1 - r)/r²",
//			f:      func(r *big.Float) *big.Float { … },
//			from:   -0.3466, to: 0.3466,
//			powers: powers(0, 1, 10),
//			weight: func(r, y *big.Float) *big.Float { return highprec.Mul(r, r) },
//		},
//		// The same polynomial in another form: expQ2 … expQ12, with the first
//		// coefficients given and the error relative to e^r itself.
//		poly{
//			name: "expQ", doc: "e^r", f: highprec.Exp, from: -0.3466, to: 0.3466,
//			powers: powers(0, 1, 12), fixed: map[int]float64{0: 1, 1: 1},
//		},
//		// ln2Hi, ln2Lo: products of ln2Hi with 21-bit integers are exact.
//		split{name: "ln2", doc: "ln 2", value: highprec.Ln2, parts: []int{32, 53}},
//		// exp2TableHi, exp2TableLo: [16]float64.
//		table{
//			name: "exp2Table", doc: "2^(i/16)", n: 16, parts: []int{53, 53},
//			value: func(i int) *big.Float { return highprec.Exp2(num(float64(i) / 16)) },
//		},
//	}}
//
// The types [poly], [pieces], [split], [table] and [words] in spec.go say what
// else there is: odd and even polynomials, coefficients that are sums of two
// floats, float32, weights, one form over several intervals.
//
// Invariants: the output depends on the specifications alone. All arithmetic
// that decides anything is in math/big, so that machines agree; a family that
// takes more than a few seconds says so (slow) and is checked only when asked.
//
// Read first: spec.go, then problem.fit in remez.go and fitRounded in round.go.
//
// Imports: internal/highprec only.
//
// # Files
//
//   - What there is to ask for: spec.go. The families: exp.go, log.go, trig.go, special.go, and f32.go with f32_*.go.
//   - How it is found: remez.go fits polynomials, round.go rounds their coefficients.
//   - Out: main.go runs the families, write.go prints one.
package main
