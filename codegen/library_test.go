package codegen

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The tests of this package have the mathematical functions, as package engine/functions gives them.
func init() { AddFunctions() }

// There is code of functions of both libraries, and of no other operation.
func TestAddFunctions(t *testing.T) {
	require.NotNil(t, Library("exp.f64", ThisBuild))
	require.Nil(t, Library("add.f64", ThisBuild))
	if gomathData != "" {
		require.NotNil(t, Library("go_exp.f64", ThisBuild))
	}
}
