package interp_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/stretchr/testify/require"
)

// What the verifier accepts runs to results or a fault; nothing that a text
// can say makes the oracle panic.
func FuzzVerifiedProgramsRun(f *testing.F) {
	for _, glob := range []string{"../../program/testdata/text/*.lockstep", "../testdata/peer/*.lockstep"} {
		files, err := filepath.Glob(glob)
		require.NoError(f, err)
		for _, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(f, err)
			f.Add(string(data), uint64(3))
		}
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		p, err := program.Parse("fuzz", text)
		if err != nil || p.VarDefs.Len() > 100 {
			return
		}
		o, err := interp.New(p)
		if err != nil {
			return
		}
		input := func(typ program.TensorType) interp.Value {
			v := interp.Value{Type: typ, Bits: make([]uint64, typ.Elements())}
			for i := range v.Bits {
				seed = seed*6364136223846793005 + 1442695040888963407
				v.Bits[i] = seed >> 32 >> (32 - min(32, typ.Dtype.Bits()))
			}
			return v
		}
		var in []interp.Value
		for _, name := range p.VarsIn.Flatten() {
			typ, _ := p.VarDefs.Lookup(name)
			for _, leaf := range typ.Flatten() {
				in = append(in, input(leaf))
			}
		}
		opts := []interp.Option{interp.MaxSteps(200), interp.MaxDepth(50)}
		for _, u := range p.Uniforms {
			if !u.IsInput() {
				continue
			}
			t := program.Array(u.Type.Dtype)
			for i, d := range u.Type.Shape {
				if d == program.AnyLength {
					d = i // 0 first
				}
				t.Shape = append(t.Shape, d)
			}
			if t.Elements() > program.MaxElements {
				return
			}
			opts = append(opts, interp.WithUniformShape(u.Name, t.Shape, input(t).Bits))
		}
		out, fault, err := o.Run(in, opts...)
		require.NoError(t, err)
		require.True(t, fault == nil || out == nil)
		again, fault2, err := o.Run(in, opts...)
		require.NoError(t, err)
		require.Equal(t, out, again)
		require.Equal(t, fault, fault2)
	})
}
