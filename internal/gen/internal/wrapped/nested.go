package wrapped

import (
	"errors"
	"fmt"
)

// Rows has slices of slices both ways, of which rows have lengths of their own.
func Rows(m [][]float64, by float64) (sums []float64, tri [][]int16) {
	for _, row := range m {
		sum := 0.0
		for _, x := range row {
			sum += float64(by * x)
		}
		sums = append(sums, sum)
		tri = append(tri, make([]int16, len(row)/2+1))
		tri[len(tri)-1][0] = int16(len(row))
	}
	return sums, tri
}

// matrix is a type of its own.
type matrix [][]Celsius

// Turned changes rows of one length, and one of them is another one then.
func (m matrix) Turned(k uint8) Celsius {
	m[0], m[1] = m[1], m[0]
	for i := range m[0] {
		m[0][i] *= Celsius(k)
	}
	return m[1][k]
}

// Fill changes rows of any length.
func Fill(m [][]int, by int) int {
	for i, row := range m {
		for j := range row {
			row[j] += i * by
		}
	}
	return m[0][1]
}

// Series is a struct with slices.
type Series struct {
	Points []Vec
	Total  float64
	z      complex128
	counts []uint8
}

// Titled has what no lane has.
type Titled struct {
	Title string
	Series
	parent *Titled
	after  func()
}

// Mean reads a struct with slices.
func (s Titled) Mean() (x float64, z complex64) {
	for _, p := range s.Points {
		x += p.X
	}
	return x / float64(len(s.Points)), complex64(s.z)
}

// Record changes a struct with slices: elements, and which slices they are.
func (s *Series) Record(x float64, n uint8) {
	s.Total += x
	if len(s.Points) > 0 {
		s.Points[0].Y = x
	}
	s.counts = append(s.counts, n)
	if n > 100 {
		s.counts = nil
	}
	s.z *= complex(x, 1)
}

// Smooth changes the elements of a slice in a struct.
func Smooth(s Series, by float64) float64 {
	for i := range s.Points {
		s.Points[i].X *= by
	}
	return s.Points[0].X
}

// Collect returns a struct with slices.
func Collect(n uint8, x float64) Series {
	s := Series{z: complex(x, -x)}
	for i := range n % 7 {
		s.Points = append(s.Points, Vec{x, float64(i)})
		s.counts = append(s.counts, i)
	}
	s.Total = 1 / float64(int(x))
	return s
}

// Lookout returns a pointer to a struct with slices, or none and an error.
func Lookout(n int8) (*Series, error) {
	if n < 0 {
		return nil, ErrNegative
	}
	s := Collect(uint8(n), float64(n)+1)
	return &s, nil
}

// Either returns what one of its parameters points to.
func Either(a, b *Vec, second bool) *Vec {
	if second {
		return b
	}
	return a
}

// Verdict is a struct with an error.
type Verdict struct {
	Value complex64
	err   error
}

// Judge returns errors in structs.
func Judge(x int32) (v Verdict, more [2]error) {
	switch {
	case x < 0:
		return Verdict{err: ErrNegative}, [2]error{ErrNegative, errors.New("more")}
	case x > 20:
		return Verdict{1, fmt.Errorf("%d is too much", x)}, [2]error{}
	}
	return Verdict{Value: complex(float32(100/x), 0)}, more
}

// Meter notes the first error.
type Meter struct {
	sum float64
	err error
}

// Add is a method that leaves an error behind.
func (m *Meter) Add(x float64) {
	if m.err == nil && x < 0 {
		m.err = fmt.Errorf("%g is negative", x)
	}
	if m.err == nil {
		m.sum += x
	}
}

// Square has complex numbers.
func Square(z complex128, w [2]complex64) (complex128, []complex64) {
	return z * z, []complex64{w[1] * w[0]}
}
