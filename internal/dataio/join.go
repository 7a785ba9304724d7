package dataio

import (
	"reflect"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// repeat makes n values of a column that has a single one.
func (c *Column) repeat(n int) {
	one := reflect.ValueOf(c.Data)
	all := reflect.MakeSlice(one.Type(), 0, n*one.Len())
	for range n {
		all = reflect.AppendSlice(all, one)
	}
	c.Data = all.Interface()
	if len(c.Lens) == 1 {
		c.Lens = slices.Repeat(c.Lens, n)
	}
}

// Join puts tables of the same columns one behind the other, and uses their
// memory. The names are those of their files. What is carried over must have the
// same shape in all.
func Join(tables []*Table, names []string) (*Table, error) {
	if len(tables) == 1 {
		return tables[0], nil
	}
	for k, c := range tables[0].Kept {
		for i, t := range tables {
			if !slices.Equal(t.Kept[k].Shape, c.Shape) {
				return nil, fileError(names[i], "%q has the shape %s for each lane, but in %s it is %s",
					c.Name, formatShape(t.Kept[k].Shape), names[0], formatShape(c.Shape))
			}
		}
	}
	all := &Table{}
	for _, t := range tables {
		all.Lanes += t.Lanes
		for _, name := range t.Ignored {
			if !slices.Contains(all.Ignored, name) {
				all.Ignored = append(all.Ignored, name)
			}
		}
	}
	join := func(part func(*Table) []Column) []Column {
		var joined []Column
		for i := range part(tables[0]) {
			var list []Column
			for _, t := range tables {
				list = append(list, part(t)[i])
			}
			joined = append(joined, joinColumns(list, tables))
		}
		return joined
	}
	all.Columns = join(func(t *Table) []Column { return t.Columns })
	all.Kept = join(func(t *Table) []Column { return t.Kept })
	return all, nil
}

// joinColumns joins one column of several tables. Of what is carried over, text
// goes with all types.
func joinColumns(list []Column, tables []*Table) Column {
	joined := Column{Field: list[0].Field, JSON: list[0].JSON}
	alike := !slices.ContainsFunc(list, func(c Column) bool { return c.Type != joined.Type || c.JSON != joined.JSON })
	var data reflect.Value
	for i, c := range list {
		if !alike {
			c = c.asText()
			joined.Type, joined.JSON = program.GoString, false
		}
		if reflect.ValueOf(c.Data).Len() != tables[i].Lanes*c.Elements() {
			c.repeat(tables[i].Lanes)
		}
		if !data.IsValid() {
			data = reflect.ValueOf(c.Data)
		} else {
			data = reflect.AppendSlice(data, reflect.ValueOf(c.Data))
		}
		joined.Lens = append(joined.Lens, c.Lens...)
	}
	joined.Data = data.Interface()
	return joined
}

// asText returns a column with the texts of its values.
func (c Column) asText() Column {
	v := c.vector()
	n := reflect.ValueOf(c.Data).Len()
	list := make([]string, n)
	for i := range list {
		if t, ok := v.(*texts); ok {
			list[i] = t.plain(i)
		} else {
			list[i] = string(v.appendText(nil, i))
		}
	}
	c.Type, c.JSON, c.Data = program.GoString, false, list
	return c
}

// Take returns a table of the given lanes of another, in their order. A single
// value for all lanes stays one.
func (t *Table) Take(lanes []int) *Table {
	take := func(columns []Column) []Column {
		var taken []Column
		for _, c := range columns {
			data, n := reflect.ValueOf(c.Data), c.Elements()
			if data.Len() == n && t.Lanes != 1 {
				taken = append(taken, c)
				continue
			}
			all := reflect.MakeSlice(data.Type(), 0, n*len(lanes))
			var lens []int64
			for _, lane := range lanes {
				all = reflect.AppendSlice(all, data.Slice(lane*n, (lane+1)*n))
				if c.Slice != "" {
					lens = append(lens, c.Lens[lane])
				}
			}
			c.Data, c.Lens = all.Interface(), lens
			taken = append(taken, c)
		}
		return taken
	}
	return &Table{Columns: take(t.Columns), Kept: take(t.Kept), Lanes: len(lanes), Ignored: t.Ignored}
}

// Raw returns the elements of a column as bytes, little endian, as a .npy file has
// them, and how many bytes one takes. All NaNs are the same.
func (c Column) Raw() (raw []byte, size int) {
	v := c.vector()
	size = v.dtype().size
	if c.Data == nil {
		return nil, size
	}
	n := reflect.ValueOf(c.Data).Len()
	raw = make([]byte, 0, n*size)
	for i := range n {
		raw = v.appendRaw(raw, i)
	}
	return raw, size
}
