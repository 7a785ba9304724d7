// Package hashes_test compares the bodies of packages of hashes with the packages.
package hashes_test

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	bodiescrc32 "github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/crc32"
	bodiescrc64 "github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/crc64"
	bodiesmd5 "github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/md5"
	bodiessha1 "github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/sha1"
	bodiessha256 "github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/sha256"
)

const koopman = 0xeb31d82e // a polynomial whose table is made when it is asked for

// sums are functions of the packages that take a text at once, and those of the bodies.
var sums = map[string][2]func(p []byte) any{
	"md5.Sum":  {func(p []byte) any { return md5.Sum(p) }, func(p []byte) any { return bodiesmd5.Sum(p) }},
	"sha1.Sum": {func(p []byte) any { return sha1.Sum(p) }, func(p []byte) any { return bodiessha1.Sum(p) }},
	"sha256.Sum256": {
		func(p []byte) any { return sha256.Sum256(p) },
		func(p []byte) any { return bodiessha256.Sum256(p) },
	},
	"sha256.Sum224": {
		func(p []byte) any { return sha256.Sum224(p) },
		func(p []byte) any { return bodiessha256.Sum224(p) },
	},
	"crc32.ChecksumIEEE": {
		func(p []byte) any { return crc32.ChecksumIEEE(p) },
		func(p []byte) any { return bodiescrc32.ChecksumIEEE(p) },
	},
	"crc32.Checksum": {
		func(p []byte) any { return crc32.Checksum(p, crc32.MakeTable(crc32.Castagnoli)) },
		func(p []byte) any { return bodiescrc32.Checksum(p, bodiescrc32.MakeTable(crc32.Castagnoli)) },
	},
	"crc32.Update": {
		func(p []byte) any { return crc32.Update(7, crc32.MakeTable(koopman), p) },
		func(p []byte) any { return bodiescrc32.Update(7, bodiescrc32.MakeTable(koopman), p) },
	},
	"crc64.Checksum": {
		func(p []byte) any { return crc64.Checksum(p, crc64.MakeTable(crc64.ECMA)) },
		func(p []byte) any { return bodiescrc64.Checksum(p, bodiescrc64.MakeTable(crc64.ECMA)) },
	},
	"crc64.Update": {
		func(p []byte) any { return crc64.Update(7, crc64.MakeTable(koopman), p) },
		func(p []byte) any { return bodiescrc64.Update(7, bodiescrc64.MakeTable(koopman), p) },
	},
}

// written are functions of the packages that make what is written to, and those of the bodies.
var written = map[string][2]func() hash.Hash{
	"md5":    {md5.New, bodiesmd5.New},
	"sha1":   {sha1.New, bodiessha1.New},
	"sha256": {sha256.New, bodiessha256.New},
	"sha224": {sha256.New224, bodiessha256.New224},
	"crc32": {
		func() hash.Hash { return crc32.NewIEEE() },
		func() hash.Hash { return bodiescrc32.NewIEEE() },
	},
	"crc64": {
		func() hash.Hash { return crc64.New(crc64.MakeTable(crc64.ISO)) },
		func() hash.Hash { return bodiescrc64.New(bodiescrc64.MakeTable(crc64.ISO)) },
	},
}

func drawn(rng *rand.Rand, n int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(rng.Uint32())
	}
	return p
}

// TestSums compares the sums of texts of all lengths up to three blocks.
func TestSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for name, f := range sums {
		for n := range 200 {
			p := drawn(rng, n)
			require.Equal(t, f[0](p), f[1](p), "%s of %d bytes", name, n)
		}
	}
}

// TestWritten compares what comes of pieces, with sums between them.
func TestWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	for name, f := range written {
		want, got := f[0](), f[1]()
		require.Equal(t, want.Size(), got.Size(), name)
		require.Equal(t, want.BlockSize(), got.BlockSize(), name)
		for range 20 {
			for range 10 {
				p := drawn(rng, rng.IntN(150))
				n, err := got.Write(p)
				require.NoError(t, err)
				require.Equal(t, len(p), n)
				want.Write(p)
				require.Equal(t, want.Sum([]byte{1}), got.Sum([]byte{1}), name)
			}
			want.Reset()
			got.Reset()
			require.Equal(t, want.Sum(nil), got.Sum(nil), name)
		}
	}
}
