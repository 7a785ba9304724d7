package dataio

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program"
)

// ReadJSONLines reads the wanted columns of lines that are JSON objects, one for
// each lane. A parameter is a member by its name; a field p.X is the member X of
// an object p, or a member called p.X; an array is a list, and null is a slice without
// elements, as to encoding/json. Infinities and NaN are strings. Of the members called
// like keep, the values are carried over as they are. Empty lines are skipped.
func ReadJSONLines(r io.Reader, name string, want []Field, keep ...string) (*Table, error) {
	d := &jsonDecoder{bad: problems{file: name}, want: want, keep: keep, known: map[string]bool{}}
	for _, f := range want {
		d.columns = append(d.columns, Column{Field: f}.vector())
		d.known[f.Name] = true
	}
	for _, k := range keep {
		d.known[k] = true
	}
	d.rows, d.lens, d.kept = rowsOf(want), make([][]int64, len(want)), make([][]string, len(keep))
	if err := eachObject(r, name, &d.bad, d.row); err != nil {
		return nil, err
	}
	t := &Table{Lanes: d.lanes, Ignored: d.ignored}
	for i, f := range want {
		t.Columns = append(t.Columns, Column{Field: f, Data: d.columns[i].data(), Lens: d.lens[i]})
	}
	for i, k := range keep {
		t.Kept = append(t.Kept, Column{
			Field: Field{Name: k, Type: program.GoString}, JSON: true, Data: slices.Clip(d.kept[i])})
	}
	return t, sameLens(name, t.Columns)
}

// object is a line of JSON.
type object = map[string]any

// eachObject calls f for the object of each line until there are too many
// errors, and returns these.
func eachObject(r io.Reader, name string, bad *problems, f func(o object, line int)) error {
	lines := bufio.NewReaderSize(&textReader{r: r, file: name, row: maxRow, lines: true}, 1<<16)
	for number := 1; !bad.full(); number++ {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return asFileError(name, err)
		}
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			o, col, problem := parseObject(line)
			if problem != "" {
				bad.add(number, col, "%s", problem)
				return bad.err() // what follows may be of the same object
			}
			f(o, number)
		}
		if err == io.EOF {
			return bad.err()
		}
	}
	bad.list.Stopped = true
	return bad.err()
}

// asFileError returns an error that names the file.
func asFileError(name string, err error) error {
	var place *Error
	if errors.As(err, &place) {
		return place
	}
	return fileError(name, "%v", err)
}

// parseObject parses a line. The problem is a sentence, with the column where it
// is known.
func parseObject(line []byte) (o object, col int, problem string) {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	if line[0] == '[' {
		return nil, 0, "the line is a list; write one object a line, as jq -c '.[]' does of a list of objects"
	}
	err := dec.Decode(&o)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, int(syntax.Offset), "not JSON: " + syntax.Error()
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, len(line), "the object does not end in its line; write each object in one line"
	case err != nil || o == nil:
		return nil, 0, `the line is not an object such as {"x": 1.5}`
	}
	if rest := bytes.TrimSpace(line[dec.InputOffset():]); len(rest) > 0 {
		return nil, int(dec.InputOffset()) + 1, "there is more behind the object; write one object a line"
	}
	if wrong := notText(line); wrong != nil {
		return nil, int(wrong.offset) + 1, wrong.msg
	}
	if colons(line) > members(o) {
		var twice *jsonError
		if _, err := parseJSON(line); errors.As(err, &twice) {
			return nil, int(twice.offset) + 1, twice.msg
		}
	}
	return o, 0, ""
}

// colons counts those of JSON that are not in strings: one for each member of an object.
func colons(text []byte) (n int) {
	inString := false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			inString = !inString
		case inString && text[i] == '\\':
			i++
		case !inString && text[i] == ':':
			n++
		}
	}
	return n
}

// members counts the members of all objects in a decoded value: a name that came twice counts once.
func members(v any) (n int) {
	switch v := v.(type) {
	case object:
		n = len(v)
		for _, x := range v {
			n += members(x)
		}
	case []any:
		for _, x := range v {
			n += members(x)
		}
	}
	return n
}

// pick returns the member of an object that has a name: by the name itself, or
// by its parts between dots. Of a list it returns those of all elements.
func pick(v any, name string) (any, bool) {
	switch v := v.(type) {
	case object:
		if x, ok := v[name]; ok {
			return x, true
		}
		for at := range len(name) {
			if name[at] != '.' {
				continue
			}
			if below, ok := v[name[:at]]; ok {
				if x, ok := pick(below, name[at+1:]); ok {
					return x, true
				}
			}
		}
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			x, ok := pick(e, name)
			if !ok {
				return nil, false
			}
			list[i] = x
		}
		return list, true
	}
	return nil, false
}

// whatHas says what the object has in which a member was looked for: the deepest on the way to its name.
func whatHas(v object, path, name string) string {
	for at := range len(name) {
		if name[at] != '.' {
			continue
		}
		if below, ok := v[name[:at]].(object); ok {
			return whatHas(below, path+name[:at+1], name[at+1:])
		}
	}
	names, of := sortedNames(v), "the object"
	if path != "" {
		of = strconv.Quote(strings.TrimSuffix(path, "."))
	}
	if len(v) == 0 && path != "" {
		return of + " is empty"
	}
	first, _, _ := strings.Cut(name, ".")
	return of + " has " + cmp.Or(otherCase(names, name), whatThereIs(names, first))
}

// jsonDecoder is lines of JSON on their way into vectors.
type jsonDecoder struct {
	bad     problems
	want    []Field
	keep    []string
	known   map[string]bool // members that are wanted, kept or noted as ignored
	ignored []string
	columns []vector
	rows    []string // by column: the slice of slices that it is, or a field of; see json_rows.go
	lens    [][]int64
	kept    [][]string
	lanes   int
	padding int  // elements that slices have room for and do not have
	full    bool // there is no room for more
}

// row stores one object as the next lane.
func (d *jsonDecoder) row(o object, line int) {
	if d.full {
		return
	}
	for i, f := range d.want {
		v := d.columns[i]
		v.extend(f.Elements())
		at := d.lanes * f.Elements()
		x, ok := d.member(o, i)
		derived := false
		if name, isLens := strings.CutSuffix(f.Name, rowsSuffix); isLens && slices.Contains(d.rows, name) {
			if !ok || !isFlat(x) { // a member of elements that there are none of
				x, ok = lensMember(o, name)
				derived = ok
			}
		}
		if !ok {
			d.bad.add(line, 0, "no %q (%s): %s", f.Name, f.InGo(), whatHas(o, "", f.Name))
			continue
		}
		shape := f.Shape
		if list, ok := x.([]any); ok && f.Slice != "" {
			if len(list) > shape[0] && derived {
				continue // the rows themselves are too many
			}
			if len(list) > shape[0] {
				d.bad.add(line, 0, "%q has %s, but %s holds at most %d; compile it for more (-cap %s=%d)",
					f.Name, counted.Of(len(list), "element"), f, shape[0], f.Slice, len(list))
				continue
			}
			shape = append([]int{len(list)}, shape[1:]...)
			d.lens[i] = append(d.lens[i], int64(len(list)))
			if d.padding += (f.Shape[0] - len(list)) * perElement(f); d.padding > maxPadding {
				d.bad.add(line, 0, "the slices of %q up to here are so much shorter than %v that they take "+
					"room for %d "+
					"elements more: compile it for less (-cap %s=N)",
					f.Name, f, d.padding, f.Slice)
				d.full = true
				return
			}
		}
		var err error
		if name := d.rows[i]; name != "" {
			err = setRows(v, x, f, name, at)
		} else {
			err = setJSON(v, x, shape, &at, f.Type)
		}
		if err != nil {
			d.bad.add(line, 0, "%q: %v", f.Name, err)
		}
	}
	for i, k := range d.keep {
		x, ok := pick(o, k)
		text, err := json.Marshal(x)
		if !ok || err != nil {
			d.bad.add(line, 0, "no %q to keep: %s", k, whatHas(o, "", k))
			continue
		}
		d.kept[i] = append(d.kept[i], string(text))
	}
	for name := range o {
		if !d.known[name] {
			d.known[name] = true
			if !d.below(name) {
				d.ignored = append(d.ignored, name)
			}
		}
	}
	slices.Sort(d.ignored)
	d.lanes++
}

// member returns what an object has of a column. A slice that is null has no elements, and none of their fields.
func (d *jsonDecoder) member(o object, column int) (x any, ok bool) {
	f := d.want[column]
	x, ok = pick(o, f.Name)
	slice := cmp.Or(f.Slice, d.rows[column])
	if !ok && slice != "" {
		x, ok = pick(o, slice)
		ok = ok && x == nil
	}
	if ok && x == nil && slice != "" {
		return []any{}, true
	}
	return x, ok
}

// below reports whether something wanted is in an object or list of that name.
func (d *jsonDecoder) below(name string) bool {
	return slices.ContainsFunc(d.want, func(f Field) bool { return strings.HasPrefix(f.Name, name+".") })
}

func sortedNames(o object) []string {
	var names []string
	for name := range o {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// setJSON stores a value, or a list of a shape, in the elements from number *at
// on.
func setJSON(v vector, x any, shape []int, at *int, goType program.GoType) error {
	list, isList := x.([]any)
	switch {
	case len(shape) > 0 && !isList:
		return fmt.Errorf("%s is not a list of %s", jsonText(x), counted.Of(shape[0], "element"))
	case len(shape) == 0 && isList:
		return fmt.Errorf("a list is not %s %s", article(goType), goType)
	case isList && len(list) != shape[0]:
		return fmt.Errorf("the list has %s, wanted %d", counted.Of(len(list), "element"), shape[0])
	case isList:
		for _, e := range list {
			if err := setJSON(v, e, shape[1:], at, goType); err != nil {
				return err
			}
		}
		return nil
	}
	*at++
	if _, isString := x.(string); goType == program.GoString && !isString && x != nil {
		return fmt.Errorf("%s is not a string; write %q", jsonText(x), jsonText(x))
	}
	switch x := x.(type) {
	case json.Number:
		var large *tooLarge
		err := v.setText(*at-1, x.String())
		if errors.As(err, &large) {
			return errors.New(large.says(`"inf"`))
		}
		return err
	case string:
		if goType != program.GoString {
			x = strings.TrimSpace(x)
		}
		return v.setText(*at-1, x)
	case bool:
		return v.setText(*at-1, strconv.FormatBool(x))
	}
	return fmt.Errorf("%s is not %s %s", jsonText(x), article(goType), goType)
}

// jsonText shows a value in a message.
func jsonText(x any) string {
	text, err := json.Marshal(x)
	if err != nil || len(text) > 40 {
		return "the value"
	}
	return string(text)
}

// jsonExtents takes the lengths of slices from the lists of all objects.
func jsonExtents(r io.Reader, file string, names []string, found map[string]Extent) error {
	bad := problems{file: file}
	err := eachObject(r, file, &bad, func(o object, _ int) {
		for _, name := range names {
			e, seen := found[name]
			if of, isRows := strings.CutSuffix(name, "[]"); isRows {
				if e, seen = rowExtents(o, of, e, seen); seen {
					found[name] = e
				}
				continue
			}
			n, ok := lengthOf(o, name)
			if !ok {
				continue
			}
			found[name] = Extent{Len: max(e.Len, n), Varies: e.Varies || seen && e.Len != n}
		}
	})
	var list *ErrorList
	if errors.As(err, &list) {
		return nil // reading the columns will say what is wrong
	}
	return err
}

// lengthOf returns the length of a list that an object has: by its name, or as a
// field of what has the name, the longest of them.
func lengthOf(o object, name string) (n int, ok bool) {
	take := func(x any) {
		if list, is := x.([]any); is || x == nil {
			n, ok = max(n, len(list)), true
		}
	}
	x, found := pick(o, name)
	if found {
		take(x)
	}
	if fields, is := x.(object); is {
		for _, x := range fields {
			take(x)
		}
	}
	for member, x := range o {
		if strings.HasPrefix(member, name+".") {
			take(x)
		}
	}
	return n, ok
}
