package mandelbrot

import _ "embed"

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Escape,Escape32 -asm -test .

// Source is the text of mandelbrot.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed mandelbrot.go
var Source string
