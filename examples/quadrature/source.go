package quadrature

import _ "embed"

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Integrate -test .

// Source is the text of quadrature.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed quadrature.go
var Source string
