//go:build !purego

package simd

// storeClusters does words from the given one on, until one has a lane, in the
// mask or not, whose index is out of range. It returns how many it did.
func storeClusters(a *clusterArgs, from int) (done int) {
	switch {
	case moves() == inAVX512 && a.slots == 8:
		return storeClusters8AVX512(a, from)
	case moves() == inAVX512:
		return storeClusters4AVX512(a, from)
	case moves() == inAVX2:
		return storeClustersAVX2(a, from)
	}
	storeClustersGo(a, from, a.words)
	return a.words - from
}

// loadClusters does words like storeClusters.
func loadClusters(a *clusterArgs, from int) (done int) {
	switch {
	case moves() == inAVX512 && a.slots == 8:
		return loadClusters8AVX512(a, from)
	case moves() == inAVX512:
		return loadClusters4AVX512(a, from)
	case moves() == inAVX2:
		return loadClustersAVX2(a, from)
	}
	loadClustersGo(a, from, a.words)
	return a.words - from
}

//go:noescape
func storeClusters8AVX512(a *clusterArgs, from int) (done int)

//go:noescape
func loadClusters8AVX512(a *clusterArgs, from int) (done int)

//go:noescape
func storeClusters4AVX512(a *clusterArgs, from int) (done int)

//go:noescape
func loadClusters4AVX512(a *clusterArgs, from int) (done int)

//go:noescape
func storeClustersAVX2(a *clusterArgs, from int) (done int)

//go:noescape
func loadClustersAVX2(a *clusterArgs, from int) (done int)
