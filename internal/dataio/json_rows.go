package dataio

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program"
)

// A slice of slices is a list of lists of any lengths. Its column has room for so many rows of so many elements, and
// the lengths of the rows are a column of their own, NAME.lens, which the lists say if no member does.

// rowsSuffix ends the name of the column that has the lengths of the rows of another.
const rowsSuffix = ".lens"

// rowsOf returns, by field, the name of the slice of slices whose rows, or whose fields' rows, it has, or "".
func rowsOf(want []Field) []string {
	of := make([]string, len(want))
	for _, lens := range want {
		name, ok := strings.CutSuffix(lens.Name, rowsSuffix)
		if !ok || lens.Slice == "" {
			continue
		}
		for i, f := range want {
			if len(f.Shape) >= 2 && f.Slice == "" && (f.Name == name || strings.HasPrefix(f.Name, name+".")) {
				of[i] = name
			}
		}
	}
	return of
}

// lengthsOf returns the lengths of the lists in the list that a member is.
func lengthsOf(o object, name string) (lens []int, ok bool) {
	x, ok := pick(o, name)
	rows, isList := x.([]any)
	if !ok || !isList && x != nil {
		return nil, false
	}
	lens = make([]int, len(rows))
	for i, row := range rows {
		list, isList := row.([]any)
		if !isList && row != nil {
			return nil, false
		}
		lens[i] = len(list)
	}
	return lens, true
}

// lensMember is the lengths of rows as a member would have them.
func lensMember(o object, name string) (member any, ok bool) {
	lens, ok := lengthsOf(o, name)
	list := make([]any, len(lens))
	for i, n := range lens {
		list[i] = json.Number(strconv.Itoa(n))
	}
	return list, ok
}

// isFlat reports whether a value is a list without lists in it.
func isFlat(x any) bool {
	list, ok := x.([]any)
	return ok && !slices.ContainsFunc(list, func(e any) bool { _, isList := e.([]any); return isList })
}

// setRows stores a list of lists in the elements from number at on, which have room for more.
func setRows(v vector, x any, f Field, name string, at int) error {
	rows, ok := x.([]any)
	switch {
	case !ok:
		return fmt.Errorf("%s is not a list of lists", jsonText(x))
	case len(rows) > f.Shape[0]:
		return fmt.Errorf("there are %s, and room for %d; compile it for more (-cap %s=%d)",
			counted.Of(len(rows), "row"), f.Shape[0], name, len(rows))
	}
	each := program.Elements(f.Shape[2:])
	for i, row := range rows {
		list, ok := row.([]any)
		switch {
		case row == nil:
			continue
		case !ok:
			return fmt.Errorf("%s is not a list", jsonText(row))
		case len(list) > f.Shape[1]:
			return fmt.Errorf("row %d has %s, and there is room for %d; compile it for more (-cap %s[]=%d)",
				i+1, counted.Of(len(list), "element"), f.Shape[1], name, len(list))
		}
		to := at + i*f.Shape[1]*each
		if err := setJSON(v, row, slices.Concat([]int{len(list)}, f.Shape[2:]), &to, f.Type); err != nil {
			return err
		}
	}
	return nil
}

// rowExtents takes the lengths of the rows of a slice of slices from a list of lists.
func rowExtents(o object, name string, e Extent, seen bool) (Extent, bool) {
	lens, ok := lengthsOf(o, name)
	if !ok {
		return e, seen
	}
	for _, n := range lens {
		e = Extent{Len: max(e.Len, n), Varies: e.Varies || seen && e.Len != n}
		seen = true
	}
	return e, seen
}

// rowLengths returns, of columns that are slices of slices by their names, the columns with the lengths of their rows:
// there may be fewer of these than there is room for.
// A program may have variables of such names that mean something else.
func rowLengths(columns []cells) map[string]*cells {
	lens := map[string]*cells{}
	for i := range columns {
		name, ok := strings.CutSuffix(columns[i].Name, rowsSuffix)
		counts, areCounts := columns[i].Data.([]int64)
		if !ok || !areCounts || len(columns[i].Shape) != 1 {
			continue
		}
		isRows := func(c cells) bool {
			return c.Name == name && c.Slice == "" && len(c.Shape) >= 2 && c.Shape[0] >= columns[i].Shape[0] &&
				!slices.ContainsFunc(counts, func(n int64) bool { return n < 0 || n > int64(c.Shape[1]) })
		}
		if slices.ContainsFunc(columns, isRows) {
			lens[name] = &columns[i]
		}
	}
	return lens
}

// appendJSONRows appends what a lane has of a slice of slices.
func appendJSONRows(b []byte, c, lens *cells, lane int) []byte {
	counts := lens.Data.([]int64)[lane*lens.elements:][:lens.used(lane)]
	b = append(b, '[')
	for i, n := range counts {
		if i > 0 {
			b = append(b, ',')
		}
		from := lane*c.elements + i*program.Elements(c.Shape[1:])
		b = appendJSONList(b, c.v, slices.Concat([]int{int(n)}, c.Shape[2:]), &from)
	}
	return append(b, ']')
}
