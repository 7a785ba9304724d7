package refused

import (
	"fmt"
	"math"
	r "math/rand/v2"
	"os"
	"gopkg.in/yaml.v3"
)

type cfg struct{ y yaml.Node }

func Fn(x float64, g *r.Rand, c cfg) float64 { // error: r.Rand: package math/rand/v2 is not available in batched code; write the generator in Go
	s := fmt.Sprint(x) // error: fmt.Sprint: package fmt is not available in batched code; return the value
	fmt.Println(s, os.Args) // error: fmt.Println: package fmt|os.Args: package os
	var n yaml.Node // error: yaml.Node: package gopkg.in/yaml.v3 is not available
	_ = n
	return r.Float64() + g.Float64() + math.Sqrt(x) // error: r.Float64: package math/rand/v2
}

func main() { os.Exit(1) }
