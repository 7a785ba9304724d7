package simd

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The tests of this package have the kernels of mathematical functions, as package simd/functions gives them.
func init() { AddFunctions() }

// What is chosen among is theirs, too, and adding them again changes nothing.
func TestAddFunctions(t *testing.T) {
	for mnemonic := range portableFunctions {
		require.False(t, Lookup(mnemonic).IsZero(), mnemonic)
	}
	chosen := map[string]string{}
	for mnemonic := range portable {
		chosen[mnemonic] = Chosen(mnemonic)
	}
	AddFunctions()
	for mnemonic := range portable {
		require.Equal(t, chosen[mnemonic], Chosen(mnemonic), mnemonic)
	}
}
