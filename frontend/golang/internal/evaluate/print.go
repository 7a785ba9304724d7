package evaluate

import (
	"errors"
	"go/types"
	"math"
	"reflect"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/fingerprint"
	"github.com/lockstep-simt/lockstep/program"
)

// FingerprintOf is the fingerprint (package fingerprint) of a value of a type.
func FingerprintOf(d Datum, t types.Type) (uint64, error) {
	var sum fingerprint.Sum
	p := &printer{sum: &sum, seen: map[printed]uint64{}}
	p.value(d, t, 0)
	return uint64(sum), p.err
}

// printer says a value of the evaluator in the words of package fingerprint.
type printer struct {
	sum  *fingerprint.Sum
	seen map[printed]uint64
	err  error
}

// printed is a pointer or slice that was said before.
type printed struct {
	at   *Datum
	len  int
	elem string
}

func (p *printer) value(d Datum, t types.Type, depth int) {
	if depth > fingerprint.MaxDepth {
		p.err = fingerprint.ErrDeep
	}
	if bad, ok := d.Ref.(*Poison); ok {
		p.err = errors.New("a part of it is not known when compiling: its initialiser " + bad.Why)
	}
	if p.err != nil {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		p.basic(d, u)
	case *types.Array:
		for _, x := range d.Ref.(Aggregate) {
			p.value(x, u.Elem(), depth+1)
		}
	case *types.Struct:
		for i := range u.NumFields() {
			if u.Field(i).Name() != "_" {
				p.value(d.Ref.(Aggregate)[i], u.Field(i).Type(), depth+1)
			}
		}
	default:
		if d.Ref == nil {
			p.sum.Word(fingerprint.Nil)
			return
		}
		p.referred(d, t, depth)
	}
}

func (p *printer) basic(d Datum, u *types.Basic) {
	if part, ok := known.ComplexPart(u); ok {
		c, _ := d.Ref.(ComplexPair)
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
		p.sum.Word(d.Bits)
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
		p.sum.Word(d.Bits & 1)
	}
}

// referred says what refers to something.
func (p *printer) referred(d Datum, t types.Type, depth int) {
	switch ref := d.Ref.(type) {
	case *Datum:
		elem := gotypes.Pointee(t)
		if !p.before(printed{ref, -1, gotypes.Key(elem)}) {
			p.value(*ref, elem, depth+1)
		}
	case Elements:
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
	case *MapDatum:
		p.entries(ref, t.Underlying().(*types.Map), depth)
	case *Dynamic:
		p.sum.Word(fingerprint.Here)
		if !gotypes.IsError(t) {
			p.sum.Text(types.TypeString(ref.Type, (*types.Package).Name))
			p.value(ref.Val, ref.Type, depth+1)
		}
	default:
		p.sum.Word(fingerprint.Here)
	}
}

// entries says a map, whose entries have no order.
func (p *printer) entries(m *MapDatum, t *types.Map, depth int) {
	if m.Bad != nil {
		p.value(Datum{Ref: m.Bad}, t, depth)
		return
	}
	p.sum.Word(fingerprint.Here)
	p.sum.Word(uint64(len(m.Index)))
	var all fingerprint.Sum
	for _, i := range m.Index {
		var one fingerprint.Sum
		entry := &printer{sum: &one, seen: map[printed]uint64{}}
		entry.value(m.keys[i], t.Key(), depth+1)
		entry.value(m.Values[i], t.Elem(), depth+1)
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
