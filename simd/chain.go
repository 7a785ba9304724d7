//go:build !purego && (amd64 || arm64)

package simd

import "unsafe"

// The link between Go and the machine kernels. A machine kernel is entered
// with a link of the chain and the number of lanes in registers, does its
// lanes, and jumps to the code of the next link. stopCode is the address of
// the code that returns to Go instead; it stands in links whose kernel is in
// Go and in the last one.
var stopCode = stopAddress()

// runChain runs machine kernels from first on and returns how many links it
// ran. n is at least 1.
func runChain(first *Args, n int) int { return chain(first, n) / argsSize }

// argsSize is known to every machine kernel; the line below does not compile
// for another size.
const argsSize = 80

var _ = [1]struct{}{}[unsafe.Sizeof(Args{})-argsSize]

// chain returns how many bytes it went on from first.
//
//go:noescape
func chain(first *Args, n int) (bytes int)

func stopAddress() uintptr
