package lockstep

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// Columns of strings that are each one of a known few: in the program, such a string is its index among them.

// Texts lists the strings that a parameter, or a field of one, may be: Texts("kind", "call", "put") or
// Texts("q.Kind", "call", "put"). A run in which a lane has any other string is an error, unless the function does not
// look at it. Without Texts, they are the strings that the function compares it with. A string that may be any text has
// a capacity instead; see [Cap]. With both, it is one of a few, unless the function looks at its bytes: then it may be
// any text.
func Texts(param string, texts ...string) CompileOption {
	return func(o *compileOptions) {
		if o.texts == nil {
			o.texts = map[string][]string{}
		}
		o.texts[param] = append(o.texts[param], texts...)
	}
}

// numbered returns a column of strings as one of their numbers, nested alike. They go to memory that is kept for other
// runs, where they are not nested. Nobody asks for the numbers of a parameter that is not read: they may be any.
func numbered(data any, f *port, memory *[]int64) (any, error) {
	n := numberer{newTextTable(f.Texts), f.Field}
	if p, ok := data.(Padded); ok {
		texts, ok := p.Data.([]string)
		if !ok {
			return nil, fmt.Errorf("%T is not []string", p.Data)
		}
		to := numbersIn(memory, len(texts))
		if f.unread {
			return Padded{Data: to, Lens: p.Lens}, nil
		}
		per := f.Elements()
		for lane := range min(len(p.Lens), len(texts)/max(per, 1)) {
			used := int(min(max(p.Lens[lane], 0)*int64(f.Elements()/f.Shape[0]), int64(per)))
			if err := n.row(texts[lane*per:][:used], to[lane*per:], lane); err != nil {
				return nil, err
			}
			clear(to[lane*per+used : (lane+1)*per])
		}
		return Padded{Data: to, Lens: p.Lens}, nil
	}
	if texts, ok := data.([]string); ok {
		to, per := numbersIn(memory, len(texts)), max(program.Elements(f.Shape), 1)
		if f.unread {
			return to, nil
		}
		if k := n.numbers.numbers(texts, to); k < len(texts) {
			return nil, n.unknown(texts[k], k/per)
		}
		return to, nil
	}
	v := reflect.ValueOf(data)
	if v.Kind() != reflect.Slice || elementOfNested(v.Type()).Kind() != reflect.String {
		return nil, fmt.Errorf("%T is not a slice with %s for each lane", data, f.InGo())
	}
	to := reflect.MakeSlice(numbersFor(v.Type()), v.Len(), v.Len())
	for lane := range v.Len() {
		if err := n.nested(v.Index(lane), to.Index(lane), lane); err != nil {
			return nil, err
		}
	}
	return to.Interface(), nil
}

// numbersIn is memory for so many numbers, which have those of an earlier run.
func numbersIn(memory *[]int64, n int) []int64 {
	if cap(*memory) < n {
		*memory = make([]int64, n)
	}
	return (*memory)[:n]
}

// numberer gives the strings of a column their numbers.
type numberer struct {
	numbers *textTable
	f       Field
}

// row gives the numbers of the strings of a lane.
func (n numberer) row(texts []string, to []int64, lane int) error {
	if k := n.numbers.numbers(texts, to); k < len(texts) {
		return n.unknown(texts[k], lane)
	}
	return nil
}

func (n numberer) unknown(text string, lane int) error {
	return fmt.Errorf("lane %d has %q, and the function was compiled for %s (lockstep.Texts)", lane, text,
		quoted(n.f.Texts))
}

// nested gives the numbers of strings in slices and arrays.
func (n numberer) nested(from, to reflect.Value, lane int) error {
	switch from.Kind() {
	case reflect.String:
		var k [1]int64
		err := n.row([]string{from.String()}, k[:], lane)
		to.SetInt(k[0])
		return err
	case reflect.Slice:
		to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
	}
	for i := range from.Len() {
		if err := n.nested(from.Index(i), to.Index(i), lane); err != nil {
			return err
		}
	}
	return nil
}

// sliceOfStrings returns a slice of strings, of any string type.
func sliceOfStrings(data any) (texts []string, ok bool) {
	if texts, ok = data.([]string); ok {
		return texts, true
	}
	v := reflect.ValueOf(data)
	if v.Kind() != reflect.Slice || v.Type().Elem().Kind() != reflect.String {
		return nil, false
	}
	texts = make([]string, v.Len())
	for i := range texts {
		texts[i] = v.Index(i).String()
	}
	return texts, true
}

// elementOfNested returns what slices and arrays are of.
func elementOfNested(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	return t
}

// numbersFor returns the type of the numbers of nested strings.
func numbersFor(t reflect.Type) reflect.Type {
	switch t.Kind() {
	case reflect.Slice:
		return reflect.SliceOf(numbersFor(t.Elem()))
	case reflect.Array:
		return reflect.ArrayOf(t.Len(), numbersFor(t.Elem()))
	}
	return reflect.TypeFor[int64]()
}

// quoted lists strings for a message.
func quoted(texts []string) string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = strconv.Quote(text)
	}
	return strings.Join(list, ", ")
}

// strings are the strings whose numbers a column has; those of lanes that did not finish are empty.
func (r *Result) strings(f port) []string {
	if f.text != nil {
		return r.spelled(f)
	}
	numbers := r.run.Cols[f.col].Data.([]int64)
	texts, per := make([]string, len(numbers)), program.Elements(f.Shape)
	for i, k := range numbers {
		if k >= 0 && int(k) < len(f.Texts) && r.Finished(i/per) {
			texts[i] = f.Texts[k]
		}
	}
	return texts
}
