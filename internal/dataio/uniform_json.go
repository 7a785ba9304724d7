package dataio

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/program"
)

// UniformIsJSON reports whether a uniform's data are JSON: the name of a .json file, or text that begins as an object
// or list does.
func UniformIsJSON(data string) bool {
	return uniformExt(data) == ".json" || strings.HasPrefix(data, "{") || strings.HasPrefix(data, "[")
}

// ReadUniformJSON reads a whole parameter that all lanes share, of a name and type, as package encoding/json writes it:
// an object for a struct or map, a list for an array or slice, null for nil. The data are a .json file or the text.
//
// Members are found by the names of fields or those of their json tags; fields that are missing are zero. A map may
// also be a list of [key, value], a complex number is [re, im], and an infinity or NaN is a string. Members that are
// not fields, and those of fields such as functions, are ignored; their names are returned.
func ReadUniformJSON(data, name string, t *shared.Type) (v shared.Value, ignored []string, err error) {
	file, text := "-uniform "+name, []byte(data)
	if uniformExt(data) == ".json" {
		f, _, err := openFile(data)
		if err != nil {
			return v, nil, err
		}
		defer f.Close()
		if text, err = io.ReadAll(f); err != nil {
			return v, nil, asFileError(data, err)
		}
		file, text = data, bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	}
	d := &valueDecoder{text: text, bad: problems{file: file}, ignored: map[string]bool{},
		members: map[*shared.Type]map[string][]int{}}
	root, err := parseJSON(text)
	var problem *jsonError
	if errors.As(err, &problem) {
		d.wrong(problem.offset, "%s", problem.msg)
		return v, nil, d.bad.err()
	}
	v = d.value(root, t, name)
	return v, slices.Sorted(maps.Keys(d.ignored)), d.bad.err()
}

// valueDecoder turns JSON into a value of a type.
type valueDecoder struct {
	text    []byte
	bad     problems
	ignored map[string]bool
	members map[*shared.Type]map[string][]int // of structs: see membersOf
}

// zero is a value whose memory is left as it is.
var zero = shared.Value{Nil: true}

// wrong records an error at an offset.
func (d *valueDecoder) wrong(offset int64, format string, args ...any) shared.Value {
	before := d.text[:offset]
	line, begin := 1+bytes.Count(before, []byte{'\n'}), 1+bytes.LastIndexByte(before, '\n')
	if d.bad.full() {
		d.bad.list.Stopped = true
		return zero
	}
	d.bad.add(line, len(before)-begin+1, format, args...)
	return zero
}

// value decodes what is called name in messages.
func (d *valueDecoder) value(j jsonValue, t *shared.Type, name string) shared.Value {
	switch t.Kind {
	case reflect.Pointer:
		if j.token == nil {
			return zero
		}
		return shared.Value{List: []shared.Value{d.value(j, t.Elem, name)}}
	case reflect.Struct:
		return d.structure(j, t, name)
	case reflect.Array:
		if !j.isList() || len(j.list) != t.Len {
			return d.wrong(j.offset, "%s is %s, and a list of %s is wanted", name, counts(j),
				counted.Of(t.Len, "element"))
		}
		return d.elements(j, t, name)
	case reflect.Slice:
		text, isText := j.token.(string)
		switch {
		case j.token == nil:
			return zero
		case isText && t.Elem.Kind == reflect.Uint8:
			return d.bytes(j, text, name)
		case !j.isList():
			return d.wrong(j.offset, "%s is %v, and a list is wanted", name, j)
		}
		return d.elements(j, t, name)
	case reflect.Map:
		return d.mapping(j, t, name)
	case reflect.String:
		text, ok := j.token.(string)
		if !ok {
			return d.wrong(j.offset, "%s is %v, and a string is wanted", name, j)
		}
		return shared.Value{Text: text}
	case reflect.Complex64, reflect.Complex128:
		if !j.isList() || len(j.list) != 2 {
			return d.wrong(j.offset, "%s is %s, and a complex number is [re, im]", name, counts(j))
		}
		part := &shared.Type{Kind: reflect.Float64}
		if t.Kind == reflect.Complex64 {
			part.Kind = reflect.Float32
		}
		return d.elements(j, &shared.Type{Elem: part}, name)
	}
	if shared.Numbers[t.Kind] == nil {
		d.ignored[name] = true
		return zero
	}
	return d.number(j, t.Kind, name)
}

// counts says what a value is, and of a list how long it is.
func counts(j jsonValue) string {
	if j.isList() {
		return "a list of " + strconv.Itoa(len(j.list))
	}
	return j.String()
}

// elements decodes a list.
func (d *valueDecoder) elements(j jsonValue, t *shared.Type, name string) shared.Value {
	v := shared.Value{List: make([]shared.Value, len(j.list))}
	for i, e := range j.list {
		if d.bad.full() {
			break
		}
		v.List[i] = d.value(e, t.Elem, name+"[]")
	}
	return v
}

// bytes decodes bytes that encoding/json writes as text.
func (d *valueDecoder) bytes(j jsonValue, text, name string) shared.Value {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return d.wrong(j.offset, "%s is %v, and bytes are a list of numbers or text in base 64", name, j)
	}
	v := shared.Value{List: make([]shared.Value, len(data))}
	for i, b := range data {
		v.List[i].Bits = uint64(b)
	}
	return v
}

// structure decodes an object for a struct. Null leaves it zero, as in encoding/json.
func (d *valueDecoder) structure(j jsonValue, t *shared.Type, name string) shared.Value {
	switch {
	case j.token == nil:
		return zero
	case !j.isObject():
		return d.wrong(j.offset, "%s is %v, and an object is wanted", name, j)
	}
	members := d.membersOf(t)
	v := shared.Value{List: zeros(t)}
	var met [][]int
	for i, key := range j.keys {
		path, ok := members[key.name]
		if !ok {
			path, ok = members[strings.ToLower(key.name)]
		}
		below := name + "." + key.name
		switch {
		case !ok:
			d.ignored[below] = true
			continue
		case slices.ContainsFunc(met, func(p []int) bool { return slices.Equal(p, path) }):
			d.wrong(key.offset, "the member %s is a field that another member gave", clip(key.name))
			continue
		}
		met = append(met, path)
		at, of := &v, t
		for _, k := range path[:len(path)-1] {
			of = of.Fields[k].Type
			if at = &at.List[k]; at.Nil {
				*at = shared.Value{List: zeros(of)}
			}
		}
		last := path[len(path)-1]
		at.List[last] = d.value(j.list[i], of.Fields[last].Type, below)
	}
	return v
}

func zeros(t *shared.Type) []shared.Value { return slices.Repeat([]shared.Value{zero}, len(t.Fields)) }

// membersOf are the names that members of an object for a struct may have, with the way to the field: those of tags
// and fields, those of embedded structs if they hide nothing, and all in lower case if nothing has that name.
func (d *valueDecoder) membersOf(t *shared.Type) map[string][]int {
	if m := d.members[t]; m != nil {
		return m
	}
	m := map[string][]int{}
	d.members[t] = m
	add := func(name string, path []int) {
		if _, taken := m[name]; !taken && name != "" && name != "_" && name != "-" {
			m[name] = path
		}
	}
	for i, f := range t.Fields {
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		add(tag, []int{i})
	}
	for i, f := range t.Fields {
		add(f.Name, []int{i})
	}
	for i, f := range t.Fields {
		if f.Embedded && f.Type.Kind == reflect.Struct {
			inside := d.membersOf(f.Type)
			for _, name := range slices.Sorted(maps.Keys(inside)) {
				add(name, append([]int{i}, inside[name]...))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		add(strings.ToLower(name), m[name])
	}
	return m
}

// mapping decodes an object or a list of pairs for a map.
func (d *valueDecoder) mapping(j jsonValue, t *shared.Type, name string) shared.Value {
	var v shared.Value
	met := map[string]bool{}
	switch {
	case j.token == nil:
		return zero
	case j.isList():
		for _, pair := range j.list {
			if !pair.isList() || len(pair.list) != 2 {
				return d.wrong(pair.offset, "%s is a list, and has %s where a map has [key, value]", name, counts(pair))
			}
			key := d.value(pair.list[0], t.Key, "a key of "+name)
			d.entry(&v, met, key, pair.list[0].offset, pair.list[1], t, name)
		}
		return v
	case !j.isObject():
		return d.wrong(j.offset, "%s is %v, and an object or a list of [key, value] is wanted", name, j)
	}
	for i, key := range j.keys {
		var k shared.Value
		switch kind := t.Key.Kind; {
		case kind == reflect.String:
			k.Text = key.name
		case kind >= reflect.Int && kind <= reflect.Uintptr:
			k = d.number(jsonValue{offset: key.offset, token: json.Number(key.name)}, kind, "a key of "+name)
		default:
			return d.wrong(j.offset, "%s has keys that are neither strings nor integers: write a list of [key, value]",
				name)
		}
		d.entry(&v, met, k, key.offset, j.list[i], t, name)
	}
	return v
}

// entry adds a key and its value to a map.
func (d *valueDecoder) entry(
	v *shared.Value, met map[string]bool, key shared.Value, at int64, value jsonValue, t *shared.Type, name string,
) {
	if d.bad.full() {
		return
	}
	id := key.Key(t.Key)
	if met[id] {
		d.wrong(at, "a key of %s comes twice", name)
		return
	}
	met[id] = true
	v.List = append(v.List, key, d.value(value, t.Elem, name+"[]"))
}

// number decodes a number or bool. As in lines of JSON it may be in quotes.
func (d *valueDecoder) number(j jsonValue, kind reflect.Kind, name string) (v shared.Value) {
	var text string
	switch token := j.token.(type) {
	case json.Number:
		text = token.String()
	case string:
		text = strings.TrimSpace(token)
	case bool:
		text = strconv.FormatBool(token)
	default:
		text = j.String()
	}
	goType, _ := program.ParseGoType(kind.String())
	bits := 8 * int(shared.Numbers[kind].Size())
	var err error
	switch {
	case kind == reflect.Bool:
		var is bool
		if is, err = parseBool(text); is {
			v.Bits = 1
		}
	case goType.IsFloat():
		var x float64
		x, err = parseFloat(text, goType, bits)
		if v.Bits = math.Float64bits(x); bits == 32 {
			v.Bits = uint64(math.Float32bits(float32(x)))
		}
	case kind <= reflect.Int64:
		var n int64
		n, err = parseSigned(text, goType, bits)
		v.Bits = uint64(n)
	default:
		v.Bits, err = parseUnsigned(text, goType, bits)
	}
	var large *tooLarge
	if errors.As(err, &large) {
		err = errors.New(large.says(`"inf"`))
	}
	if err != nil {
		return d.wrong(j.offset, "%s: %v", name, err)
	}
	return v
}
