package main

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
)

// rangeFlag collects -range NAME=LOW:HIGH.
type rangeFlag map[string]span

// span is from where to where random values are. Both ends belong to it.
type span struct {
	low, high float64
	// least and most are the ends for integers, which floats have not all of; nil if they are not written as such.
	least, most *big.Int
}

func (r rangeFlag) String() string { return "" }

func (r rangeFlag) Set(s string) error {
	name, ends, _ := strings.Cut(s, "=")
	low, high, ok := strings.Cut(ends, ":")
	a, err := strconv.ParseFloat(strings.TrimSpace(low), 64)
	b, err2 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if name = strings.TrimSpace(name); name == "" || !ok || err != nil || err2 != nil || math.IsNaN(b-a) ||
		math.IsInf(b-a, 0) {
		return errors.New("write NAME=LOW:HIGH, as in -range x=-1:1")
	}
	if a > b {
		return fmt.Errorf("%s is more than %s", low, high)
	}
	at := span{low: a, high: b}
	at.least, _ = new(big.Int).SetString(strings.TrimSpace(low), 10)
	at.most, _ = new(big.Int).SetString(strings.TrimSpace(high), 10)
	r[name] = at
	return nil
}

// lanesFlag reads a number of lanes, which may be written with an exponent.
func lanesFlag(s string) (int, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x != math.Trunc(x) || x < 1 || x > math.MaxInt32 {
		return 0, errors.New("write a whole number, 1 or more, such as 10000 or 1e6")
	}
	return int(x), nil
}

// of returns the range of a column: of its name, or of a struct that it is a field of.
func (r rangeFlag) of(name string) (span, bool) {
	for {
		if s, ok := r[name]; ok {
			return s, true
		}
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			return span{}, false
		}
		name = name[:dot]
	}
}

// random draws a column for each parameter of the functions.
func (f *benchFlags) random(functions []*function) (*dataio.Table, error) {
	lanes := f.lanes
	if lanes == 0 {
		lanes = usualLanes
	}
	t := &dataio.Table{Lanes: lanes}
	params, err := f.columnsOf(functions)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
		draw := &drawing{rand.New(rand.NewPCG(uint64(f.seed), uint64(len(names)))), span{high: 1}}
		if !p.Type.IsFloat() {
			draw.span = span{high: 31}
		}
		if rows, ok := strings.CutSuffix(p.Slice, ".lens"); ok {
			draw.span = span{high: float64(longestRow(params, rows))}
		}
		if s, ok := f.ranges.of(p.Name); ok {
			draw.span = s
		}
		c := dataio.Column{Field: p}
		if p.Slice != "" {
			random := rand.New(rand.NewPCG(uint64(f.seed), seedOf(p.Slice)))
			lens := &drawing{random, span{high: float64(p.Shape[0])}}
			if c.Lens, err = integers[int64](lens, lanes, 0, uint64(p.Shape[0])); err != nil {
				return nil, err
			}
		}
		if p.Room > 0 {
			c.Data = draw.anyStrings(p.Room, lanes)
		} else if p.Type == program.GoString {
			c.Data = draw.strings(p.Texts, lanes*c.Elements())
		} else if c.Data, err = draw.column(p.Type, lanes*c.Elements()); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		t.Columns = append(t.Columns, c)
	}
	for name := range f.ranges {
		if !slices.ContainsFunc(names, func(n string) bool { return n == name || strings.HasPrefix(n, name+".") }) {
			return nil, usagef("bench", "-range %s: there is no such parameter; there are %s", name,
				strings.Join(names, ", "))
		}
	}
	if len(names) == 0 {
		return nil, usagef("bench", "the function takes no columns: there is nothing to run in lanes")
	}
	return t, nil
}

// longestRow is how many elements a row of a slice of slices has at most.
func longestRow(params []program.Field, name string) int {
	for _, p := range params {
		if (p.Name == name || strings.HasPrefix(p.Name, name+".")) && len(p.Shape) > 1 {
			return p.Shape[1]
		}
	}
	return 0
}

// seedOf is a number for a name: the fields of a slice of structs have the same lengths.
func seedOf(name string) uint64 {
	sum := uint64(14695981039346656037)
	for _, c := range []byte(name) {
		sum = (sum ^ uint64(c)) * 1099511628211
	}
	return sum
}

// drawing draws values from a range.
type drawing struct {
	*rand.Rand
	span
}

// anyStrings draws n strings of up to so many letters and digits, a fifth of them spaces, signs and other characters.
func (d *drawing) anyStrings(room, n int) []string {
	const likely = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ012345678901234567890123456789"
	const others = " .,;:+-*/()_"
	texts := make([]string, n)
	for i := range texts {
		text := make([]byte, d.IntN(room+1))
		for k := range text {
			from := likely
			if d.IntN(5) == 0 {
				from = others
			}
			text[k] = from[d.IntN(len(from))]
		}
		texts[i] = string(text)
	}
	return texts
}

// strings draws n strings of some, evenly.
func (d *drawing) strings(texts []string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = texts[d.IntN(len(texts))]
	}
	return list
}

// column draws n values of a Go type.
func (d *drawing) column(goType program.GoType, n int) (any, error) {
	switch goType {
	case program.GoBool:
		list := make([]bool, n)
		for i := range list {
			list[i] = d.IntN(2) == 1
		}
		return list, nil
	case program.GoFloat32:
		list := make([]float32, n)
		for i := range list {
			list[i] = float32(d.low + (d.high-d.low)*d.Float64())
		}
		return list, nil
	case program.GoFloat64:
		list := make([]float64, n)
		for i := range list {
			list[i] = d.low + (d.high-d.low)*d.Float64()
		}
		return list, nil
	case program.GoInt8:
		return integers[int8](d, n, math.MinInt8, math.MaxInt8)
	case program.GoInt16:
		return integers[int16](d, n, math.MinInt16, math.MaxInt16)
	case program.GoInt32:
		return integers[int32](d, n, math.MinInt32, math.MaxInt32)
	case program.GoInt64:
		return integers[int64](d, n, math.MinInt64, math.MaxInt64)
	case program.GoUint8:
		return integers[uint8](d, n, 0, math.MaxUint8)
	case program.GoUint16:
		return integers[uint16](d, n, 0, math.MaxUint16)
	case program.GoUint32:
		return integers[uint32](d, n, 0, math.MaxUint32)
	case program.GoUint64:
		return integers[uint64](d, n, 0, math.MaxUint64)
	}
	return nil, fmt.Errorf("there are no random values of type %s", goType)
}

type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// integers draws n integers of a type that has those from least to most.
func integers[T integer](d *drawing, n int, least int64, most uint64) ([]T, error) {
	low, high := d.ends()
	if low.Cmp(big.NewInt(least)) < 0 || high.Cmp(new(big.Int).SetUint64(most)) > 0 {
		return nil, fmt.Errorf("the range %v:%v does not fit the type, which has %d to %d", low, high, least, most)
	}
	first := uint64(low.Int64()) // of its two's complement
	if low.Sign() > 0 {
		first = low.Uint64()
	}
	draw := d.Uint64
	if count := new(big.Int).Sub(high, low); count.Cmp(new(big.Int).SetUint64(math.MaxUint64)) < 0 {
		draw = func() uint64 { return d.Uint64N(count.Uint64() + 1) }
	}
	list := make([]T, n)
	for i := range list {
		list[i] = T(first + draw())
	}
	return list, nil
}

// ends are the first and the last integer of the range; the first if there is none between its ends.
func (s span) ends() (low, high *big.Int) {
	low, high = s.least, s.most
	if low == nil {
		low, _ = big.NewFloat(math.Ceil(s.low)).Int(nil)
	}
	if high == nil {
		high, _ = big.NewFloat(math.Floor(s.high)).Int(nil)
	}
	if high.Cmp(low) < 0 {
		high = low
	}
	return low, high
}
