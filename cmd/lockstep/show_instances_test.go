package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
)

func TestInstances(t *testing.T) {
	list, err := golang.Instances([]golang.File{{Name: "a.go", Text: `package a

func Root(x float64) float64 { return middle(x, 2) + middle(x, 3) + leaf(x) }

func middle(x float64, n int) float64 { return leaf(x) * float64(n) }

func leaf(x float64) float64 {
	if x > 1 {
		panic("large")
	}
	return x
}
`}}, "Root", golang.Options{}, nil)
	require.NoError(t, err)
	var out bytes.Buffer
	writeInstances(&out, list)
	require.Equal(t, `instance  operations  calls  from                    state  operands
Root               7      0  -                       done   (a0: varying f64) -> (made: , result: varying f64)
middle             5      1  Root                    done   (a0: varying f64, a1: 2) -> (made: , result: varying f64)
leaf               8      3  Root, middle, middle#1  done   (a0: varying f64) -> (made: , result: varying f64)
middle#1           5      1  Root                    done   (a0: varying f64, a1: 3) -> (made: , result: varying f64)

4 instances of 3 functions; 2 calls found one that was there, 0 of them unfinished; 0 calls deferred; `+
		"28 runs of operations\n", out.String())
}

// TestInstancesOfRecursion: where a recursion has an instance that takes any slice, it makes no other for slices
// whose beginnings it knows.
func TestInstancesOfRecursion(t *testing.T) {
	list, err := golang.Instances([]golang.File{{Name: "a.go", Text: `package a

func Root(x int) int {
	a := [8]int{x, 3, 1, 7}
	halves(a[:])
	return a[0]
}

func halves(a []int) {
	if len(a) < 2 {
		return
	}
	n := a[0] & 1
	a[0], a[n] = a[n], a[0]
	halves(a[n:])
	halves(a[:n])
}
`}}, "Root", golang.Options{}, nil)
	require.NoError(t, err)
	var out bytes.Buffer
	writeInstances(&out, list)
	require.Contains(t, out.String(), "3 instances of 2 functions")
}
