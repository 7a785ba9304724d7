package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/measure"
	"github.com/lockstep-simt/lockstep/program/optab"
)

func TestReadULPs(t *testing.T) {
	require.Equal(t, ulps{"Exp": "0.53", "math.Exp": "0.9", "math.Pow": "3e+15"}, readULPs(`## today

| function | arguments | max ulp |
|---|--:|--:|
| Exp | 100 | 0.53 |

| max ulp | function |
|---|---|
| 0.9 | math.Exp |
| 2638147582214471.500 **!** | math.Pow |
| broken
`))
}

// Every row that has a function is measured in every implementation.
func TestMeasureRow(t *testing.T) {
	impls := measure.Implementations()
	for _, name := range []string{"exp", "ldexp", "frexp_exp", "nextafter", "modf_frac"} {
		for _, typ := range []optab.Type{optab.F64, optab.F32} {
			cells := measureRow(optab.Lookup(name), typ, impls, 1, ulps{"Exp": "0.53"})
			require.Len(t, cells, 3+len(impls)+1+2*(len(impls)-1)+2)
			require.Equal(t, name, cells[0])
			require.Equal(t, name == "modf_frac", cells[3] == "–", "portable kernels are ours")
		}
	}
}
