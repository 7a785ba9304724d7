package quadrature

import _ "embed"

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Integrate -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Integrate -name IntegrateOursBatch -math ours -asm -test -o integrateours_lockstep.go .

// Source is the text of quadrature.go: what is compiled into this package and what is
// run as a batch are the same.
//
//go:embed quadrature.go
var Source string
