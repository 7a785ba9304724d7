package testkit

import (
	"math/rand/v2"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// RandomLanes makes n inputs for a program, half of the values edge cases. The
// seed decides which.
func RandomLanes(p *program.Program, n int, seed uint64) []Lane {
	rng := rand.New(rand.NewPCG(seed, 1))
	if len(program.Variables(p.VarsIn)) == 0 {
		n = 1 // a program without inputs runs once
	}
	brought := program.Slices(p.Flat(p.VarsIn))
	lanes := make([]Lane, n)
	for i := range lanes {
		for _, name := range program.Variables(p.VarsIn) {
			defined, _ := p.VarDefs.Lookup(name)
			for _, t := range defined.Flatten() {
				v := interp.Value{Type: t}
				for range t.Elements() {
					v.Bits = append(v.Bits, anyBits(rng, t.Dtype))
				}
				lanes[i] = append(lanes[i], v)
			}
		}
		for _, s := range brought { // the machine refuses other lengths
			bits := &lanes[i][s.Len].Bits[0]
			*bits = *bits%uint64(s.Cap+1-s.Least()) + uint64(s.Least())
		}
	}
	return lanes
}

// RandomUniforms makes values for a program's input uniforms. A dimension that
// the program leaves open is mostly 5, now and then 1, 70 or 0.
func RandomUniforms(p *program.Program, seed uint64) map[string]interp.Value {
	rng := rand.New(rand.NewPCG(seed, 2))
	values := map[string]interp.Value{}
	for _, u := range p.Uniforms {
		if !u.IsInput() {
			continue
		}
		v := interp.Value{Type: program.TensorType{Dtype: u.Type.Dtype, Shape: slices.Clone(u.Type.Shape)}}
		for i, d := range v.Type.Shape {
			if d == program.AnyLength {
				v.Type.Shape[i] = []int{5, 5, 5, 5, 5, 1, 70, 0}[rng.IntN(8)]
			}
		}
		for range v.Type.Elements() {
			v.Bits = append(v.Bits, anyBits(rng, u.Type.Dtype))
		}
		values[u.Name] = v
	}
	return values
}

func anyBits(rng *rand.Rand, d program.Dtype) uint64 {
	g := &generator{data: []byte{byte(rng.Uint32())}}
	if rng.IntN(2) == 0 {
		return g.literal(d).Bits
	}
	x := rng.Uint64()
	switch {
	case d == program.Bool:
		return x & 1
	case d.Size() == 4:
		return x & 0xffffffff
	}
	return x
}
