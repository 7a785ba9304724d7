package golang

import (
	"errors"
	"go/types"
	"math"
	"reflect"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/fingerprint"
	"github.com/lockstep-simt/lockstep/program"
)

// Package-level variables that are taken for constants because the user says so.

// Assumed is a variable that Options.AssumeConstant names and that a program
// depends on.
type Assumed struct {
	Path, Name string
	// Fingerprint is that of its value (package fingerprint), if Err is nil.
	Fingerprint uint64
	Err         error
}

// assumes reports whether a variable is taken for a constant, and notes that the
// program depends on it.
func (t *translator) assumes(v *types.Var, d datum) bool {
	path := v.Pkg().Path()
	isOf := func(name string) bool {
		return name == path+"."+v.Name() || name == v.Pkg().Name()+"."+v.Name() || path == t.rootPath() && name == v.Name()
	}
	if !slices.ContainsFunc(t.opts.AssumeConstant, isOf) {
		return false
	}
	if t.opts.OnAssumed != nil {
		a := Assumed{Path: path, Name: v.Name()}
		if path == t.rootPath() {
			a.Path = t.opts.Path
		}
		var sum fingerprint.Sum
		p := &printer{sum: &sum, seen: map[printed]uint64{}}
		p.value(d, v.Type(), 0)
		a.Fingerprint, a.Err = uint64(sum), p.err
		t.opts.OnAssumed(a)
	}
	return true
}

// nameOf is how an option names a variable.
func (t *translator) nameOf(v *types.Var) string {
	if path := v.Pkg().Path(); path != t.rootPath() {
		return path + "." + v.Name()
	}
	return v.Name()
}

// printer says a value of the evaluator in the words of package fingerprint.
type printer struct {
	sum  *fingerprint.Sum
	seen map[printed]uint64
	err  error
}

// printed is a pointer or slice that was said before.
type printed struct {
	at   *datum
	len  int
	elem string
}

func (p *printer) value(d datum, t types.Type, depth int) {
	if depth > fingerprint.MaxDepth {
		p.err = fingerprint.ErrDeep
	}
	if bad, ok := d.ref.(*poison); ok {
		p.err = errors.New("a part of it is not known when compiling: its initialiser " + bad.why)
	}
	if p.err != nil {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		p.basic(d, u)
	case *types.Array:
		for _, x := range d.ref.(aggregate) {
			p.value(x, u.Elem(), depth+1)
		}
	case *types.Struct:
		for i := range u.NumFields() {
			if u.Field(i).Name() != "_" {
				p.value(d.ref.(aggregate)[i], u.Field(i).Type(), depth+1)
			}
		}
	default:
		if d.ref == nil {
			p.sum.Word(fingerprint.Nil)
			return
		}
		p.referred(d, t, depth)
	}
}

func (p *printer) basic(d datum, u *types.Basic) {
	if part, ok := known.ComplexPart(u); ok {
		c, _ := d.ref.(complexPair)
		for _, bits := range c {
			if part == program.F32 {
				p.sum.Float(float64(math.Float32frombits(uint32(bits))))
			} else {
				p.sum.Float(math.Float64frombits(bits))
			}
		}
		return
	}
	v, ok := goValue(u.Kind(), d)
	if !ok { // uintptr, unsafe.Pointer
		p.sum.Word(d.bits)
		return
	}
	switch v := reflect.ValueOf(v); {
	case v.CanInt():
		p.sum.Word(uint64(v.Int()))
	case v.CanUint():
		p.sum.Word(v.Uint())
	case v.CanFloat():
		p.sum.Float(v.Float())
	case v.Kind() == reflect.String:
		p.sum.Text(v.String())
	default:
		p.sum.Word(d.bits & 1)
	}
}

// referred says what refers to something.
func (p *printer) referred(d datum, t types.Type, depth int) {
	switch ref := d.ref.(type) {
	case *datum:
		elem := gotypes.Pointee(t)
		if !p.before(printed{ref, -1, gotypes.Key(elem)}) {
			p.value(*ref, elem, depth+1)
		}
	case elements:
		elem := t.Underlying().(*types.Slice).Elem()
		if len(ref) == 0 {
			p.sum.Word(fingerprint.Here)
			p.sum.Word(0)
		} else if !p.before(printed{&ref[0], len(ref), gotypes.Key(elem)}) {
			p.sum.Word(uint64(len(ref)))
			for _, x := range ref {
				p.value(x, elem, depth+1)
			}
		}
	case *mapDatum:
		p.entries(ref, t.Underlying().(*types.Map), depth)
	case *dynamic:
		p.sum.Word(fingerprint.Here)
		if !gotypes.IsError(t) {
			p.sum.Text(types.TypeString(ref.typ, (*types.Package).Name))
			p.value(ref.val, ref.typ, depth+1)
		}
	default:
		p.sum.Word(fingerprint.Here)
	}
}

// entries says a map, whose entries have no order.
func (p *printer) entries(m *mapDatum, t *types.Map, depth int) {
	if m.bad != nil {
		p.value(datum{ref: m.bad}, t, depth)
		return
	}
	p.sum.Word(fingerprint.Here)
	p.sum.Word(uint64(len(m.index)))
	var all fingerprint.Sum
	for _, i := range m.index {
		var one fingerprint.Sum
		entry := &printer{sum: &one, seen: map[printed]uint64{}}
		entry.value(m.keys[i], t.Key(), depth+1)
		entry.value(m.values[i], t.Elem(), depth+1)
		all += one
		if entry.err != nil {
			p.err = entry.err
			return
		}
	}
	p.sum.Word(uint64(all))
}

// before says whether a pointer or slice was here before, and if so, which it is.
func (p *printer) before(r printed) bool {
	n, ok := p.seen[r]
	if ok {
		p.sum.Word(fingerprint.Seen)
		p.sum.Word(n)
		return true
	}
	p.seen[r] = uint64(len(p.seen))
	p.sum.Word(fingerprint.Here)
	return false
}
