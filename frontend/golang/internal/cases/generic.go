package cases

type number interface {
	~int8 | ~int | ~uint16 | ~float32 | ~float64
}

func clamp[T number](x, lo, hi T) T {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}

func ClampAll(a float64, b int, c int8, d uint16) (float64, int, int8, uint16) {
	return clamp(a, -1, 1), clamp[int](b, 0, 10), clamp(c, c-100, c+100), clamp(d+65535, 1, 9)
}

type pair[A, B any] struct {
	First  A
	Second B
}

func (p pair[A, B]) Swap() pair[B, A] { return pair[B, A]{p.Second, p.First} }

func Pairs(a int8, b float64) (float64, int8) {
	p := pair[int8, float64]{a, b}.Swap()
	return p.First, p.Second
}

func sum[T number, A interface{ ~[4]T }](a A) (s T) {
	for _, v := range a {
		s += v
	}
	return s
}

func SumArrays(a [4]float64, b [4]int8) (float64, int8) {
	return sum[float64](a), sum[int8](b)
}

// Behaviour by type parameter, where Go code would pass a function.
type curve interface{ at(x float64) float64 }

type square struct{}

func (square) at(x float64) float64 { return x * x }

type line struct{ k float64 }

func (l line) at(x float64) float64 { return l.k * x }

func trapezoid[F curve](f F, a, b float64) (s float64) {
	for i := range 4 {
		x := a + float64((b-a)*0.25*float64(i))
		s += f.at(x)
	}
	return s
}

func Curves(a, b, k float64) (float64, float64) {
	return trapezoid(square{}, a, b), trapezoid(line{k}, a, b)
}

func fact[T number](n T) T {
	if n < 1 {
		return 1
	}
	return n * fact(n-1)
}

func Facts(n uint16) (int, float64, int8) {
	return fact(int(n % 12)), fact(float64(n % 12)), fact(int8(n % 12))
}

// Aliases with type parameters of their own: fewer than the type has, one for both, and one that the type lacks.
type (
	aliasedPair[A, B any] struct {
		first  A
		second B
	}
	withInt[T any]   = aliasedPair[int, T]
	bothAlike[T any] = aliasedPair[T, T]
	aliasedBox       struct{ n int }
	boxed[Text any]  = aliasedBox
)

func (p aliasedPair[A, B]) swap() aliasedPair[B, A] { return aliasedPair[B, A]{p.second, p.first} }

func (b aliasedBox) double() int { return 2 * b.n }

func GenericAliases(k int) int {
	q := withInt[int8]{k, 2}
	r := bothAlike[int]{k, 3}.swap()
	return int(q.swap().first) + q.swap().second*10 + r.first*100 + boxed[string]{k}.double()
}
