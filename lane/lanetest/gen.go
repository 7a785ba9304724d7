package lanetest

import (
	"math"
	"math/rand/v2"
	"reflect"
	"unsafe"
)

// Gen makes values of any type that a wrapper may have, the same ones every time.
type Gen struct {
	rng  *rand.Rand
	calm bool // for what all lanes share: indices into slices, numbers of rounds
	most int  // above the integers of what they share
	deep int  // of slices and pointers in one another
	size map[string]Size
}

// newGen returns a generator by which integers that all lanes share are below most.
func newGen(most int) *Gen { return &Gen{rng: rand.New(rand.NewPCG(1, 2)), most: most} }

// Size is how many elements the slices of a lane have, or which its strings are.
type Size struct {
	// Of says which slices or strings: "" the value itself, "[]" the rows of a slice of slices, ".Xs" a field of a
	// struct.
	Of          string
	Least, Most int
	// Texts are the strings that a value or a part of one may be. One in sixteen is another.
	Texts []string
}

// Column returns a value for each of n lanes: mostly moderate numbers, and some that are
// special: zeros, infinities, NaN, the least and the greatest. Slices whose sizes are not given
// are nil, as is what lanes do not bring: pointers, errors, functions.
func Column[T any](g *Gen, n int, sizes ...Size) []T {
	h := *g
	h.size = map[string]Size{}
	for _, s := range sizes {
		h.size[s.Of] = s
	}
	values := make([]T, n)
	for i := range values {
		h.fill(reflect.ValueOf(&values[i]).Elem(), "")
	}
	return values
}

// sharedLen is how many elements slices have that all lanes share.
const sharedLen = 16

// sharedDeep is how deep slices and pointers are in one another.
const sharedDeep = 7

// Shared returns a value that all lanes share: its slices have 16 elements, its
// integers are from 0 to 7 (or less, where hardly any lane finishes with those), and its floats
// are moderate. Pointers point to such values, and maps have up to 8. In what they and slices
// refer to, slices of structs have up to 3 elements and some pointers are nil. Strings have
// up to 6 bytes. Functions and the like are zero.
func Shared[T any](g *Gen) (value T) {
	h := &Gen{rng: g.rng, calm: true, most: g.most}
	h.fill(reflect.ValueOf(&value).Elem(), "")
	return value
}

// fill sets a value, fields that are not exported included. path leads to it from a lane's value.
func (g *Gen) fill(v reflect.Value, path string) {
	if !v.CanSet() {
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(g.rng.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(g.signed(v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(g.unsigned(v.Type().Bits()))
	case reflect.Float32:
		v.SetFloat(float64(g.float32()))
	case reflect.Float64:
		v.SetFloat(g.float64())
	case reflect.Complex64:
		v.SetComplex(complex(float64(g.float32()), float64(g.float32())))
	case reflect.Complex128:
		v.SetComplex(complex(g.float64(), g.float64()))
	case reflect.String:
		if s, ok := g.size[path]; ok && s.Most > 0 {
			v.SetString(g.text(s))
		} else if ok && len(s.Texts) > 0 {
			text := s.Texts[g.rng.IntN(len(s.Texts))]
			if g.rng.IntN(16) == 0 {
				text += "?"
			}
			v.SetString(text)
		} else if g.calm {
			v.SetString(g.text(Size{Most: 6}))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "_" {
				g.fill(v.Field(i), path+"."+name)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			g.fill(v.Index(i), path+"[]")
		}
	case reflect.Slice:
		if !g.calm {
			if s, ok := g.size[path]; ok {
				g.elements(v, s.Least+g.rng.IntN(s.Most-s.Least+1), path)
			}
			return
		}
		n := sharedLen
		if g.deep > 0 && !isMatrix(v.Type()) {
			n = g.rng.IntN(4)
		}
		if g.deep++; g.deep <= sharedDeep {
			g.elements(v, n, path)
		}
		g.deep--
	case reflect.Map:
		if !g.calm {
			return
		}
		if g.deep++; g.deep <= sharedDeep {
			g.entries(v, g.rng.IntN(9), path)
		}
		g.deep--
	case reflect.Pointer:
		if !g.calm {
			return
		}
		if g.deep++; g.deep <= sharedDeep && (g.deep < 3 || g.rng.IntN(3) > 0) {
			v.Set(reflect.New(v.Type().Elem()))
			g.fill(v.Elem(), path)
		}
		g.deep--
	}
}

// text is a string of letters and digits, with other characters now and then, as far as there is room.
func (g *Gen) text(s Size) string {
	const characters = "aaabcdexyzAZ000123456789 .,-+é€"
	all := []rune(characters)
	text := ""
	for n := s.Least + g.rng.IntN(s.Most-s.Least+1); len(text) < n; {
		next := string(all[g.rng.IntN(len(all))])
		if len(text)+len(next) > s.Most {
			break
		}
		text += next
	}
	return text
}

// elements makes a slice with n elements.
func (g *Gen) elements(v reflect.Value, n int, path string) {
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		g.fill(v.Index(i), path+"[]")
	}
}

// entries makes a map with up to n entries.
func (g *Gen) entries(v reflect.Value, n int, path string) {
	v.Set(reflect.MakeMap(v.Type()))
	for range n {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		g.fill(key, path+"[]")
		g.fill(value, path+"[]")
		v.SetMapIndex(key, value)
	}
}

// isMatrix reports whether slices of a type are rows of numbers: they are equally long.
func isMatrix(t reflect.Type) bool {
	for t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t.Kind() < reflect.Array
}

// signed returns an integer that a type with so many bits holds.
func (g *Gen) signed(bits int) int64 {
	least, greatest := int64(-1)<<(bits-1), int64(1)<<(bits-1)-1
	switch k := g.rng.IntN(40); {
	case g.calm:
		return int64(g.rng.IntN(g.most))
	case k == 0:
		return least + int64(g.rng.IntN(2))
	case k == 1:
		return greatest - int64(g.rng.IntN(2))
	case k == 2:
		return int64(g.rng.Uint64()) >> (64 - bits)
	case k < 12:
		return int64(g.rng.IntN(7)) - 2
	case k < 20:
		return int64(g.rng.IntN(128)) - 28
	}
	return int64(g.rng.IntN(32))
}

func (g *Gen) unsigned(bits int) uint64 {
	switch k := g.rng.IntN(40); {
	case g.calm:
		return uint64(g.rng.IntN(g.most))
	case k == 0:
		return math.MaxUint64 >> (64 - bits)
	case k == 1:
		return g.rng.Uint64() >> (64 - bits)
	case k < 12:
		return uint64(g.rng.IntN(5))
	}
	return uint64(g.rng.IntN(100))
}

var special = [...]float64{
	0, math.Copysign(0, -1), 1, -1, 0.5, 2, math.Inf(1), math.Inf(-1), math.NaN(), math.Pi,
	math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1022, 0x1p53, -0x1p63, 1e-300, 1e300,
}

func (g *Gen) float64() float64 {
	switch k := g.rng.IntN(20); {
	case g.calm:
		return g.rng.NormFloat64()
	case k == 0:
		return special[g.rng.IntN(len(special))]
	case k == 1:
		return math.Float64frombits(g.rng.Uint64())
	case k < 5:
		return float64(g.rng.IntN(21) - 10)
	case k < 9:
		return g.rng.Float64()
	case k < 12:
		return math.Exp(10 * g.rng.NormFloat64())
	}
	return 10 * g.rng.NormFloat64()
}

func (g *Gen) float32() float32 {
	switch k := g.rng.IntN(40); {
	case g.calm:
		return float32(g.rng.NormFloat64())
	case k == 0:
		return math.Float32frombits(g.rng.Uint32())
	case k == 1:
		return [...]float32{math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-126, 0x1p24}[g.rng.IntN(4)]
	}
	return float32(g.float64())
}
