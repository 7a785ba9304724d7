package programs

import _ "embed"

// The text of each file.
var (
	//go:embed optiontree.go
	OptionTree string
	//go:embed interpreter.go
	Interpreter string
	//go:embed switchloop.go
	SwitchLoop string
	//go:embed rational.go
	Rational string
	//go:embed ackermann.go
	Ackermann string
	//go:embed lorenz.go
	Lorenz string
	//go:embed forest.go
	Forest string
	//go:embed potential.go
	Potential string
	//go:embed editdistance.go
	EditDistance string
	//go:embed gamma.go
	Gamma string
	//go:embed quicksort.go
	Sorting string
	//go:embed board.go
	Queens string
	//go:embed tour.go
	ShortestTour string
	//go:embed solve.go
	Elimination string
	//go:embed tree.go
	SearchTree string
)
