package circuit

import (
	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// mostData is how many elements of a table are looked at.
const mostData = 1 << 16

// factOf returns what a program says of a uniform: a table's numbers, and that a scalar is so much
// more than a length, or than another uniform.
func factOf(p *program.Program, name string) uniformFact {
	u := p.Uniform(name)
	d := u.Type.Dtype
	f := uniformFact{values: ranges.All(d)}
	scalar := len(u.Type.Shape) == 0
	if scalar {
		f.root = "uniform " + name
	}
	switch {
	case d.IsFloat():
		f.root = ""
	case u.Data != nil && len(u.Data) <= mostData:
		f.values = ranges.Empty
		for _, bits := range u.Data {
			f.values = f.values.Join(ranges.OfBits(d, bits))
		}
	case u.Def == nil || !scalar:
	case u.Def.IsLength():
		f.root, f.values = lengthRoot(u.Def.Of, u.Def.Axis), ranges.Between(0, program.MaxUniform)
	case u.Def.Op.Form() == optab.Elementwise:
		f.derive(p, u.Def)
	}
	return f
}

// derive finds what is known of an operation on uniforms.
func (f *uniformFact) derive(p *program.Program, def *program.Definition) {
	info := def.Op.Info()
	in := make([]ranges.Range, len(def.In))
	var base uniformFact
	for i, o := range def.In {
		if o.IsLiteral() {
			in[i] = ranges.OfBits(info.In[i], o.Bits)
			continue
		}
		of := factOf(p, o.Name)
		if i == 0 {
			base = of
		}
		in[i] = of.values
	}
	f.values = ranges.Result(def.Op, in...)
	if info.Type != program.I64 || base.root == "" || len(in) != 2 {
		return
	}
	n, ok := in[1].Only()
	if !ok {
		return
	}
	// A sum that wraps is not the sum; that of a length cannot wrap, since lengths are small.
	const small = 1 << 40
	if base.values.Within(-small, small) && n > -small && n < small && base.plus > -small && base.plus < small {
		switch info.Row.Name {
		case "add":
			f.root, f.plus = base.root, base.plus+n
		case "sub":
			f.root, f.plus = base.root, base.plus-n
		}
	}
}
