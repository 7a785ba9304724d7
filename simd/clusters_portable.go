//go:build purego || !amd64

package simd

func storeClusters(a *clusterArgs, from int) (done int) {
	storeClustersGo(a, from, a.words)
	return a.words - from
}

func loadClusters(a *clusterArgs, from int) (done int) {
	loadClustersGo(a, from, a.words)
	return a.words - from
}
