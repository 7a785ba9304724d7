package kepler

import _ "embed"

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Anomaly -math ours -asm -test .

// Source is the text of kepler.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed kepler.go
var Source string
