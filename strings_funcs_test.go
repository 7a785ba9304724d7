package lockstep_test

import (
	"errors"
	"fmt"
)

// Functions of strings, which strings_test.go compiles and calls.

type Trade struct {
	Kind string
	Qty  float64
	Note string // that nothing looks at
}

type Lot struct {
	Kind string
	Qty  float64
}

type Book struct {
	Trades []Lot
	Owner  string
}

type Side string

const (
	Long  Side = "long"
	Short Side = "short"
)

var errSide = errors.New("neither long nor short")

var weights = map[string]float64{"buy": 1.5, "sell": -0.5}

func signOf(s Side) (float64, error) {
	switch s {
	case Long:
		return 1, nil
	case Short:
		return -1, nil
	}
	return 0, errSide
}

func Opposite(s Side) Side {
	if s == Long {
		return Short
	}
	return Long
}

func Grade(score float64) string {
	switch {
	case score >= 90:
		return "A"
	case score >= 80:
		return "B"
	}
	return "F"
}

func Weigh(kind string, qty float64) (float64, int, string) {
	return weights[kind] * qty, len(kind), kind + "!"
}

func Net(trades []Trade, price float64) (sum float64, last Trade) {
	for _, t := range trades {
		switch t.Kind {
		case "buy":
			sum += t.Qty * price
		case "sell":
			sum -= t.Qty * price
		}
		if t.Qty > last.Qty {
			last.Kind, last.Qty = t.Kind, t.Qty
		}
	}
	return sum, last
}

func Largest(trades []Trade) []string {
	best := Trade{Kind: "none"}
	for _, t := range trades {
		if t.Qty > best.Qty {
			best.Qty, best.Kind = t.Qty, t.Kind
		}
	}
	var all []string
	for _, t := range trades {
		all = append(all, t.Kind)
	}
	return append(all, best.Kind)
}

func Void(trades []Trade) (n int) {
	for i := range trades {
		if trades[i].Qty < 0 {
			trades[i].Kind = "void"
			n++
		}
	}
	return n
}

func (b *Book) Add(qty float64) (n int) {
	b.Trades = append(b.Trades, Lot{Kind: "void", Qty: qty})
	for _, t := range b.Trades {
		if t.Kind == "buy" {
			n += 10
		} else if t.Kind == "void" {
			n++
		}
	}
	return n
}

func Swap(pair [2]Lot) (out [2]Lot, kinds [2]string) {
	for i, t := range pair {
		if t.Kind == "sell" {
			out[1-i].Qty = t.Qty
		}
		out[1-i].Kind = t.Kind
		kinds[i] = t.Kind
	}
	return out, kinds
}

func Rate(kind string, qty float64) (float64, error) {
	if kind != "buy" && kind != "sell" {
		return 0, fmt.Errorf("%s of %g: no rate", kind, qty)
	}
	return qty, nil
}

func Flip(t *Trade) float64 {
	if t.Kind == "sell" {
		t.Kind = "buy"
		return -t.Qty
	}
	if t.Qty > 2 {
		panic("too many")
	}
	return t.Qty
}
