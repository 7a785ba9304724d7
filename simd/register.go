//go:build !purego && (amd64 || arm64)

package simd

import "slices"

// group is the machine kernels of one assembly file: their mnemonics, and
// where the code of each begins.
type group struct {
	names []string
	codes []uintptr
	// guarded tells that they are compared with package math before they are used.
	guarded bool
}

// provide gives a registered implementation machine kernels. Beside those of
// mnemonics they are fused pairs, which have no portable kernels.
func provide(name string, groups ...group) {
	i := slices.IndexFunc(implementations, func(impl Implementation) bool { return impl.Name == name })
	if implementations[i].Kernels == nil {
		implementations[i].Kernels = map[string]Kernel{}
	}
	kernels := implementations[i].Kernels
	for _, g := range groups {
		for k, mnemonic := range g.names {
			kernels[mnemonic] = addShort(name, mnemonic, Kernel{code: g.codes[k]})
			if g.guarded {
				addGuarded(name, mnemonic, kernels[mnemonic])
			}
		}
	}
	pickAll()
}
