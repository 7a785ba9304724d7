package circuit

import (
	"math"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// mostData is how many elements of a table are looked at.
const mostData = 1 << 16

// uniforms are what is known of a program's uniforms, each found out once: derived ones are made of others, which may
// be used many times.
type uniforms struct {
	p     *program.Program
	facts map[string]uniformFact
}

func newUniforms(p *program.Program) *uniforms { return &uniforms{p, map[string]uniformFact{}} }

// fact returns what a program says of a uniform.
func (us *uniforms) fact(name string) uniformFact {
	f, ok := us.facts[name]
	if !ok {
		f = us.find(name)
		us.facts[name] = f
	}
	return f
}

// find returns what a program says of a uniform: a table's numbers, and that a scalar is so much
// more than a length, or than another uniform.
func (us *uniforms) find(name string) uniformFact {
	u := us.p.Uniform(name)
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
		f.derive(us, u.Def)
		f.test = us.test(u.Def)
	}
	return f
}

// length is a root and so much more, or a number if the root is empty.
type length struct {
	root string
	plus int64
}

// uniformTest says that two sums compare, or that they do not. Their numbers are small, and so are those that the
// first can be at least.
type uniformTest struct {
	op    program.Opcode
	holds bool
	x, y  length
	least int64 // of x
}

// small bounds numbers whose sums with lengths do not wrap.
const small = 1 << 40

// test returns what a definition compares, or nil.
func (us *uniforms) test(def *program.Definition) *uniformTest {
	info := def.Op.Info()
	if info.Row.Name == "not" && !def.In[0].IsLiteral() {
		if of := us.fact(def.In[0].Name).test; of != nil {
			t := *of
			t.holds = !t.holds
			return &t
		}
		return nil
	}
	if info.Out != program.Bool || info.Type != program.I64 || len(def.In) != 2 {
		return nil
	}
	var sides [2]length
	least := int64(-small)
	for i, o := range def.In {
		of := uniformFact{values: ranges.OfBits(info.Type, o.Bits), plus: int64(o.Bits)}
		if !o.IsLiteral() {
			if of = us.fact(o.Name); of.root == "" {
				return nil
			}
		}
		if sides[i] = (length{of.root, of.plus}); of.plus <= -small || of.plus >= small {
			return nil
		}
		if i == 0 {
			least = max(least, of.values.Lo)
		}
	}
	return &uniformTest{def.Op, true, sides[0], sides[1], least}
}

// fewer says that x is more than y by so much at most.
type fewer struct {
	x, y length
	most int64
}

// means returns what a test says that holds, or does not.
func (t *uniformTest) means(holds bool) (says []fewer) {
	name := t.op.Info().Row.Name
	if holds != t.holds {
		name, _ = optab.Opposite(name, t.op.Info().Type)
	}
	switch name {
	case "lt":
		return []fewer{{t.x, t.y, -1}}
	case "le":
		return []fewer{{t.x, t.y, 0}}
	case "gt":
		return []fewer{{t.y, t.x, -1}}
	case "ge":
		return []fewer{{t.y, t.x, 0}}
	case "eq":
		return []fewer{{t.x, t.y, 0}, {t.y, t.x, 0}}
	case "ne": // as a length is that is not 0
		if t.y.root == "" && t.y.plus == t.least {
			return []fewer{{t.y, t.x, -1}}
		}
	}
	return nil
}

// rooted is what a branch on a uniform says in a block, and in those that it dominates.
type rooted struct {
	fewer
	block int32
	test  Ref
	holds bool
}

// assumeUniform notes what a uniform's being true or false in a block says of what it compares.
func (k *known) assumeUniform(g Ref, holds bool, block int32) {
	at := int(k.c.Meta(g).Param)
	if at >= len(k.c.uniformFacts) || k.c.uniformFacts[at].test == nil {
		return
	}
	for _, says := range k.c.uniformFacts[at].test.means(holds) {
		k.rooted = append(k.rooted, rooted{says, block, g, holds})
	}
}

// ofRoot returns what a root is in a block, since lengths were compared with numbers.
func (k *known) ofRoot(root string, block int32) ranges.Range {
	r := ranges.All(program.I64)
	for i := range k.rooted {
		at := &k.rooted[i]
		switch {
		case !k.dominates(at.block, block):
		case at.x.root == root && at.y.root == "":
			r = r.Meet(ranges.Between(math.MinInt64, at.most+at.y.plus-at.x.plus))
		case at.y.root == root && at.x.root == "":
			r = r.Meet(ranges.Between(at.x.plus-at.most-at.y.plus, math.MaxInt64))
		}
	}
	return r
}

// ofUniform returns what a uniform is in a block, since lengths were compared with numbers.
func (k *known) ofUniform(g Ref, r ranges.Range, block int32) ranges.Range {
	root, plus := k.rootOf(g)
	if root == "" || len(k.rooted) == 0 {
		return r
	}
	of := k.ofRoot(root, block)
	if of.IsEmpty() {
		return of
	}
	shifted := func(n int64) int64 {
		if n == math.MinInt64 || n == math.MaxInt64 {
			return n // there is no bound
		}
		return n + plus
	}
	return r.Meet(ranges.Between(shifted(of.Lo), shifted(of.Hi)))
}

// proveByUniforms uses that y's root was compared with another one, as where two slices must be of one length.
func (k *known) proveByUniforms(x Ref, y term, c int64, block int32, goals *goal) bool {
	root, plus := y.root, int64(0)
	if y.g != None {
		root, plus = k.rootOf(y.g)
	}
	if root == "" || k.related || c <= -small || c >= small || plus <= -small || plus >= small {
		return false
	}
	k.related = true
	defer func() { k.related = false }()
	for i := range k.rooted {
		at := &k.rooted[i]
		if at.y.root != root || at.x.root == "" || at.x.root == root || !k.dominates(at.block, block) {
			continue
		}
		n := len(k.trail)
		k.trail = append(k.trail, condition{block: at.block, holds: at.holds, test: at.test, x: at.test, y: None,
			sub: None})
		// y is at.x.root at least, and more by so much.
		if k.prove(x, term{g: None, root: at.x.root}, c+at.x.plus-at.most-at.y.plus+plus, block, goals) {
			return true
		}
		k.trail = k.trail[:n]
	}
	return false
}

// derive finds what is known of an operation on uniforms.
func (f *uniformFact) derive(us *uniforms, def *program.Definition) {
	info := def.Op.Info()
	in := make([]ranges.Range, len(def.In))
	var base uniformFact
	for i, o := range def.In {
		if o.IsLiteral() {
			in[i] = ranges.OfBits(info.In[i], o.Bits)
			continue
		}
		of := us.fact(o.Name)
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
	if base.values.Within(-small, small) && n > -small && n < small && base.plus > -small && base.plus < small {
		switch info.Row.Name {
		case "add":
			f.root, f.plus = base.root, base.plus+n
		case "sub":
			f.root, f.plus = base.root, base.plus-n
		}
	}
}
