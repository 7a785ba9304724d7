//go:build !purego

package simd

// storeFrames does words from the given one on, until one has a lane, in the
// mask or not, whose index is out of range. It returns how many it did.
func storeFrames(a *frameArgs, from int) (done int) {
	switch {
	case moves() == inAVX512 && a.slots == 8:
		return storeFrames8AVX512(a, from)
	case moves() == inAVX512:
		return storeFrames4AVX512(a, from)
	case moves() == inAVX2:
		return storeFramesAVX2(a, from)
	}
	storeFramesGo(a, from, a.words)
	return a.words - from
}

// loadFrames does words like storeFrames.
func loadFrames(a *frameArgs, from int) (done int) {
	switch {
	case moves() == inAVX512 && a.slots == 8:
		return loadFrames8AVX512(a, from)
	case moves() == inAVX512:
		return loadFrames4AVX512(a, from)
	case moves() == inAVX2:
		return loadFramesAVX2(a, from)
	}
	loadFramesGo(a, from, a.words)
	return a.words - from
}

//go:noescape
func storeFrames8AVX512(a *frameArgs, from int) (done int)

//go:noescape
func loadFrames8AVX512(a *frameArgs, from int) (done int)

//go:noescape
func storeFrames4AVX512(a *frameArgs, from int) (done int)

//go:noescape
func loadFrames4AVX512(a *frameArgs, from int) (done int)

//go:noescape
func storeFramesAVX2(a *frameArgs, from int) (done int)

//go:noescape
func loadFramesAVX2(a *frameArgs, from int) (done int)
