package cases

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"math/cmplx"
	"slices"
	"time"
)

// Functions as people write them: games, dates, money, codes, graphs, control.

// A bitboard of knights.

type bitboard uint64

const (
	fileA  bitboard = 0x0101010101010101
	fileAB          = fileA | fileA<<1
	fileGH          = fileAB << 6
	fileH           = fileA << 7
)

func knightMoves(b bitboard) bitboard {
	return b&^fileH<<17 | b&^fileA<<15 | b&^fileGH<<10 | b&^fileAB<<6 |
		b&^fileA>>17 | b&^fileH>>15 | b&^fileAB>>10 | b&^fileGH>>6
}

func (b bitboard) squares() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(bits.TrailingZeros64(uint64(b))) {
				return
			}
		}
	}
}

func DomainKnightDistance(from, to, blocked uint8) (moves, seen int) {
	target := bitboard(1) << (to & 63)
	front := bitboard(1) << (from & 63)
	walls := bitboard(blocked) * 0x0001010001000100 &^ (target | front)
	reached := front
	for front != 0 && reached&target == 0 {
		front = knightMoves(front) &^ reached &^ walls
		reached |= front
		moves++
	}
	for sq := range reached.squares() {
		seen += sq
		if sq > 50 {
			break
		}
	}
	return moves, seen
}

// A tokeniser and a calculator of postfix notation over bytes.

var (
	errStackEmpty = errors.New("rpn: stack empty")
	errBadToken   = errors.New("rpn: bad token")
)

type rpn struct {
	stack []float64
}

func (r *rpn) push(x float64) { r.stack = append(r.stack, x) }

func (r *rpn) pop() (float64, error) {
	if len(r.stack) == 0 {
		return 0, errStackEmpty
	}
	x := r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	return x, nil
}

func (r *rpn) apply(op byte) error {
	b, err := r.pop()
	if err != nil {
		return fmt.Errorf("operand of %c: %w", op, err)
	}
	a, err := r.pop()
	if err != nil {
		return fmt.Errorf("operand of %c: %w", op, err)
	}
	switch op {
	case '+':
		r.push(a + b)
	case '-':
		r.push(a - b)
	case '*':
		r.push(a * b)
	default:
		return fmt.Errorf("%q: %w", op, errBadToken)
	}
	return nil
}

func DomainCalculator(text [12]uint8) (value float64, code int) {
	const alphabet = "0123456789 +-*?"
	var r rpn
	number, inNumber := 0, false
	for _, t := range text {
		c := alphabet[int(t)%len(alphabet)]
		switch {
		case c >= '0' && c <= '9':
			number, inNumber = number*10+int(c-'0'), true
			continue
		case inNumber:
			r.push(float64(number))
			number, inNumber = 0, false
		}
		if c == ' ' {
			continue
		}
		if err := r.apply(c); err != nil {
			switch {
			case errors.Is(err, errStackEmpty):
				return float64(len(r.stack)), 1
			case errors.Is(err, errBadToken):
				return float64(len(r.stack)), 2
			}
			return 0, 3
		}
	}
	for _, x := range r.stack {
		value = value/2 + x
	}
	return value, 0
}

// Dates: Easter, and business days.

type dayOfWeek int

const (
	onSunday dayOfWeek = iota
	onMonday
	onTuesday
	onWednesday
	onThursday
	onFriday
	onSaturday
)

func (d dayOfWeek) String() string {
	return [...]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}[d]
}

func daysFromCivil(y, m, d int) int {
	if m <= 2 {
		y--
	}
	era := y / 400
	if y < 0 {
		era = (y - 399) / 400
	}
	yoe := y - era*400
	doy := (153*((m+9)%12)+2)/5 + d - 1
	return era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468
}

func easter(year int) (month, day int) {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	g := (8*b + 13) / 25
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	month = (h + l - 7*m + 114) / 31
	return month, (h+l-7*m+114)%31 + 1
}

func DomainBusinessDays(year uint16, n uint8) (day int, initial byte, notice time.Duration) {
	y := 1900 + int(year)%200
	month, d := easter(y)
	holidays := []int{daysFromCivil(y, 1, 1), daysFromCivil(y, month, d) - 2, daysFromCivil(y, month, d) + 1,
		daysFromCivil(y, 12, 25), daysFromCivil(y, 12, 26)}
	slices.Sort(holidays)
	day = daysFromCivil(y, 3, 1)
	for left := int(n) % 60; left > 0; {
		day++
		switch dayOfWeek((day%7 + 11) % 7) {
		case onSaturday, onSunday:
			continue
		}
		if _, found := slices.BinarySearch(holidays, day); found {
			continue
		}
		left--
	}
	notice = time.Duration(day-daysFromCivil(y, 3, 1))*24*time.Hour - 90*time.Minute
	return day, dayOfWeek((day%7 + 11) % 7).String()[0], notice.Round(time.Hour)
}

// A loan with errors.

type loan struct {
	principal, rate float64
	months          int
}

type schedule struct {
	loan
	balance, interest float64
	onMissed          func(month int) float64
}

var (
	errRate     = errors.New("rate is negative")
	errTerm     = errors.New("no term")
	errNeverEnd = fmt.Errorf("loan: payment below interest: %w", errTerm)
)

func (l loan) payment() (float64, error) {
	switch {
	case l.rate < 0:
		return 0, fmt.Errorf("loan of %g: %w", l.principal, errRate)
	case l.months == 0:
		return 0, errTerm
	case l.rate == 0:
		return l.principal / float64(l.months), nil
	}
	r := l.rate / 12
	return l.principal * r / (1 - math.Pow(1+r, -float64(l.months))), nil
}

func (s *schedule) run(extra float64, missed int) (months int, err error) {
	pay, err := s.payment()
	if err != nil {
		return 0, fmt.Errorf("schedule: %w", err)
	}
	defer func() { s.balance = math.Max(s.balance, 0) }()
	s.balance = s.principal
	for s.balance > 0 && months < 600 {
		months++
		due := s.balance * s.rate / 12
		s.interest += due
		s.balance += due
		if months == missed {
			s.balance += s.onMissed(months)
			continue
		}
		if pay+extra <= due {
			return months, errNeverEnd
		}
		s.balance -= pay + extra
	}
	return months, nil
}

func DomainAmortisation(amount uint16, rate int8, months, missed uint8) (n int, interest float64, why int) {
	s := schedule{loan: loan{float64(amount) + 100, float64(rate) / 400, int(months) % 61}}
	fee := 25.0
	s.onMissed = func(month int) float64 { fee *= 2; return fee + float64(month) }
	n, err := s.run(float64(amount%7), int(missed))
	if errors.Is(err, errTerm) {
		why |= 1
	}
	if errors.Is(err, errRate) {
		why |= 2
	}
	if err == errNeverEnd {
		why |= 4
	}
	return n, s.interest, why
}

// A tax with brackets.

type bracket[T cmp.Ordered] struct {
	upTo T
	rate float64
}

type taxTable[T cmp.Ordered] []bracket[T]

func (t taxTable[T]) index(x T) int {
	i, _ := slices.BinarySearchFunc(t, x, func(b bracket[T], x T) int { return cmp.Compare(b.upTo, x) })
	return min(i, len(t)-1)
}

type filing int

const (
	single filing = iota
	joint
	headOfHouse
)

func (f filing) table() taxTable[float64] {
	switch f {
	case joint:
		return taxTable[float64]{{22000, .1}, {89450, .12}, {190750, .22}, {math.Inf(1), .24}}
	case headOfHouse:
		return taxTable[float64]{{15700, .1}, {59850, .12}, {math.Inf(1), .22}}
	}
	return taxTable[float64]{{11000, .1}, {44725, .12}, {95375, .22}, {182100, .24}, {math.Inf(1), .32}}
}

func DomainTax(income uint32, status uint8, children uint8) (tax float64, top int) {
	f := filing(status % 3)
	t, low := f.table(), 0.0
	x := float64(income % 300000)
	for _, b := range t {
		if x <= low {
			break
		}
		tax += (min(x, b.upTo) - low) * b.rate
		low = b.upTo
	}
	credit := 0.0
	switch children % 4 {
	case 3:
		credit += 1500
		fallthrough
	case 2:
		credit += 2000
		fallthrough
	case 1:
		credit += 2000
	}
	return max(tax-credit, 0), t.index(x)
}

// Geohash, and the way back.

const geoAlphabet = "0123456789bcdefghjkmnpqrstuvwxyz"

func geohash(lat, lon float64, n int) []byte {
	latLow, latHigh, lonLow, lonHigh := -90.0, 90.0, -180.0, 180.0
	hash := make([]byte, 0, 12)
	bit, ch, even := 0, 0, true
	for len(hash) < n {
		low, high, x := &latLow, &latHigh, lat
		if even {
			low, high, x = &lonLow, &lonHigh, lon
		}
		mid := (*low + *high) / 2
		if ch <<= 1; x >= mid {
			ch |= 1
			*low = mid
		} else {
			*high = mid
		}
		even = !even
		if bit++; bit == 5 {
			hash = append(hash, geoAlphabet[ch])
			bit, ch = 0, 0
		}
	}
	return hash
}

func DomainGeohash(lat, lon int16, n uint8) (sum uint32, same int) {
	h := geohash(float64(lat)/364.1, float64(lon)/182.1, int(n)%9)
	other := geohash(float64(lat)/364.1+0.01, float64(lon)/182.1-0.02, int(n)%9)
	for i, c := range h {
		sum = sum*31 + uint32(c)
		if same == i && c == other[i] {
			same++
		}
	}
	return sum, same
}

// The Hilbert curve, both ways.

func DomainHilbert(order, d uint8) (x, y, back int) {
	n := 1 << (order % 6)
	t := int(d) % (n * n)
	for s := 1; s < n; s *= 2 {
		rx := 1 & (t / 2)
		ry := 1 & (t ^ rx)
		if ry == 0 {
			if rx == 1 {
				x, y = s-1-x, s-1-y
			}
			x, y = y, x
		}
		x += s * rx
		y += s * ry
		t /= 4
	}
	px, py := x, y
	for s := n / 2; s > 0; s /= 2 {
		var rx, ry int
		if px&s > 0 {
			rx = 1
		}
		if py&s > 0 {
			ry = 1
		}
		back += s * s * ((3 * rx) ^ ry)
		if ry == 0 {
			if rx == 1 {
				px, py = n-1-px, n-1-py
			}
			px, py = py, px
		}
	}
	return x, y, back
}

// A root of a complex polynomial, and the angle at which it lies.

func DomainComplexRoot(a, b int8, steps uint8) (r, theta float64, err error) {
	poly := []complex128{complex(float64(a), 0), complex(0, float64(b)), 1, complex(.5, 0)}
	z := complex(1, 1)
	for range int(steps) % 20 {
		var p, dp complex128
		for _, c := range slices.Backward(poly) {
			dp = dp*z + p
			p = p*z + c
		}
		if cmplx.Abs(dp) < 1e-12 {
			return 0, 0, fmt.Errorf("flat at %v", z)
		}
		z -= p / dp
	}
	r, theta = cmplx.Polar(z)
	return r, theta, nil
}
