package golang_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
)

// Strings that are kept are in one memory, one behind the other, which has room for all. What a function gives of them
// has room for the longest.
func TestLongestKept(t *testing.T) {
	const src = `package a
func words(s string) (list []string) {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != ',' { b = append(b, s[i]^1); continue }
		list = append(list, string(b)); b = b[:0]
	}
	return append(list, string(b))
}
func First(s string) string { return words(s)[0] }
func Longest(s string) (most string) {
	for _, w := range words(s) { if len(w) > len(most) { most = w } }
	return most
}
func Part(s string) string { w := words(s); return w[len(w)/2][1:] }
`
	for fn, most := range map[string]int{"First": 20, "Longest": 20, "Part": 20} {
		t.Run(fn, func(t *testing.T) {
			p := compileText(t, src, fn, golang.Options{MakeCap: 20, Cap: map[string]int{"s": 80}})
			out := p.VarsOut.Flatten()
			d := p.VarDefs.Def(out[0])
			require.NotNil(t, d)
			require.True(t, d.Text)
			assert.Equal(t, []int{most}, d.Type.Leaf().Shape)
		})
	}
}
