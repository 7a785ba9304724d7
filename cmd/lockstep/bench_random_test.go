package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// TestRandomIntegers: both ends of a range belong to it, also those that a float64 has not.
func TestRandomIntegers(t *testing.T) {
	drawn := func(goType program.GoType, ends string) (any, error) {
		ranges := rangeFlag{}
		require.NoError(t, ranges.Set("x="+ends))
		return (&drawing{rand.New(rand.NewPCG(1, 2)), ranges["x"]}).column(goType, 2000)
	}
	for _, test := range []struct {
		goType program.GoType
		ends   string
		has    []any
	}{
		{program.GoUint64, "18446744073709551614:18446744073709551615",
			[]any{uint64(math.MaxUint64), uint64(math.MaxUint64 - 1)}},
		{program.GoInt64, "-9223372036854775808:-9223372036854775807",
			[]any{int64(math.MinInt64), int64(math.MinInt64 + 1)}},
		{program.GoInt64, "9007199254740993:9007199254740993", []any{int64(9007199254740993)}},
		{program.GoUint8, "254:255", []any{uint8(254), uint8(255)}},
		{program.GoInt8, "-1:1.5", []any{int8(-1), int8(0), int8(1)}},
		{program.GoInt32, "2.5:2.75", []any{int32(3)}},
	} {
		list, err := drawn(test.goType, test.ends)
		require.NoError(t, err, test.ends)
		require.Subset(t, test.has, list, test.ends)
		require.Subset(t, list, test.has, test.ends)
	}
	for goType, ends := range map[program.GoType]string{
		program.GoUint64: "0:18446744073709551616", program.GoInt64: "-9223372036854775809:0", program.GoUint32: "-1:3",
	} {
		_, err := drawn(goType, ends)
		require.ErrorContains(t, err, "does not fit the type, which has ", ends)
	}
	for _, all := range []string{"0:18446744073709551615", "-9223372036854775808:9223372036854775807"} {
		goType := program.GoUint64
		if all[0] == '-' {
			goType = program.GoInt64
		}
		_, err := drawn(goType, all)
		require.NoError(t, err)
	}
}

func TestLanesFlag(t *testing.T) {
	for text, want := range map[string]int{"1": 1, "20000": 20000, "1e6": 1000000, "2.5e3": 2500} {
		n, err := lanesFlag(text)
		require.NoError(t, err, text)
		require.Equal(t, want, n, text)
	}
	for _, text := range []string{"", "0", "-5", "1.5", "many", "1e300", "NaN", "inf"} {
		_, err := lanesFlag(text)
		require.ErrorContains(t, err, "such as 10000 or 1e6", text)
	}
}
