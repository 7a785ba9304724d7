// Package fnv hashes records: each lane brings bytes of its own.
package fnv

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Sum -cap record=64 -test .

const (
	offset = 14695981039346656037
	prime  = 1099511628211
)

// Sum returns the hash FNV-1a of a record, in 64 bits: what hash/fnv.New64a gives. It is by Glenn Fowler, Landon
// Curt Noll and Kiem-Phong Vo, and is what keys are spread over shards with.
func Sum(record []byte) uint64 {
	hash := uint64(offset)
	for _, b := range record {
		hash = (hash ^ uint64(b)) * prime
	}
	return hash
}
