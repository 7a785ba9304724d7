package mandelbrot

import _ "embed"

// Source is the text of mandelbrot.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed mandelbrot.go
var Source string
