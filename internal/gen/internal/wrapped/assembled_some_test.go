//go:build (amd64 || arm64) && !purego

package wrapped

// assembledFor are the instruction sets that there is assembly for.
func assembledFor() []string { return []string{"avx512", "avx2", "neon"} }
