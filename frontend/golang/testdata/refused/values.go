package refused

import "unsafe"

type T struct{ m map[int]int }

type opt struct{ xs []float64 }

func (t *opt) Grow() {} // error: method opt.Grow has a pointer receiver

func (o opt2) Get() int { return o.n }

type opt2 struct{ n int }

func Fn(m map[string]int, xs []float64, s string, p *int, e error, vs ...int) (c complex128, t T) { // error: parameter m: maps|parameter xs: slices|parameter s: strings|parameter p: pointers|parameter e: errors are not available|variadic parameters|result c: complex|result t: field m: maps
	a := map[int]int{} // error: maps are not available
	b := []int{1, 2}   // error: slice literals are not available in batched code; write [...]T
	for range []int{1} { // error: slice literals
	}
	d := "text" // error: strings are not available
	const word = "w"
	_ = word // error: strings are not available
	q := &b // error: &: pointers
	r := new(int) // error: new is not available in batched code: pointers
	z := 2i // error: complex numbers
	z2 := complex(1, 2) // error: complex numbers
	var u uintptr // error: uintptr and unsafe
	var up unsafe.Pointer // error: package unsafe is not available
	w := append(xs, 1) // error: append is not available
	copy(xs, xs) // error: copy is not available
	delete(m, "") // error: delete is not available
	var fixed [4]int
	sl := fixed[:] // error: slicing: slices
	var o opt // error: o: field xs: slices
	o.Grow()
	var o2 opt2
	mv := o2.Get // error: method value Get
	me := opt2.Get // error: method expression
	println(1) // error: println is not available
	recover() // error: recover is not available
	p2 := 3
	var empty [0]int // error: empty: arrays of length 0
	var big [1 << 21]int // error: big: arrays of more than 1048576 elements
	conv := string(rune(len(fixed)+p2)) // error: conversion: strings
	var iface interface{ M() } // error: iface: interfaces
	_, _, _, _, _, _, _, _, _, _, _, _ = a, d, q, r, z, z2, u, up, w, sl, mv, me
	_, _, _, _ = empty, big, conv, iface
	if s == "x" { // error: strings are not available
		panic(e) // error: panic takes a constant string
	}
	return
}
