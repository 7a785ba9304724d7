//go:build purego || !amd64

package simd

func storeFrames(a *frameArgs, from int) (done int) {
	storeFramesGo(a, from, a.words)
	return a.words - from
}

func loadFrames(a *frameArgs, from int) (done int) {
	loadFramesGo(a, from, a.words)
	return a.words - from
}
