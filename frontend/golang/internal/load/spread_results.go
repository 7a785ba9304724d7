package load

import (
	"fmt"
	"go/ast"
)

// result adds what a result of the function is made of.
func (w *spreading) result(t ast.Expr, id *ast.Ident, at int) {
	column := id.Name
	if column == "_" {
		column = fmt.Sprintf("r%d", at)
	}
	value := w.fresh("value")
	w.assign = append(w.assign, value)
	if star, ok := ast.Unparen(t).(*ast.StarExpr); ok {
		w.pointed(value, printed(star.X), column)
		return
	}
	if m, ok := w.matrixOf(t); ok && w.opts.Room > 0 {
		w.rowsOf(value, m, column)
		return
	}
	name := w.add("result", printed(t), SpreadResult{Name: column, Param: -1})
	w.after = append(w.after, name+" = "+value)
}

// pointed adds what a result points to, and whether it is nil.
func (w *spreading) pointed(value, typ, column string) {
	w.spreads = true
	name := w.add("result", typ, SpreadResult{Name: column, Param: -1})
	isNil := w.add("none", "bool", SpreadResult{Name: column + ".nil", Param: -1, IsNil: true})
	w.after = append(w.after, "if "+value+" != nil { "+name+" = *"+value+" } else { "+isNil+" = true }")
}

// rowsOf adds the elements of a slice of slices, and the lengths of its rows. A lane faults that has too many rows, or
// one that is too long: that is told by making as many elements. Nothing else is made, as it would need room beside the
// rows that there are.
func (w *spreading) rowsOf(value string, m matrixType, column string) {
	w.spreads = true
	room := w.opts.Room
	name := w.add("result", fmt.Sprintf("[%d][%d]%s", room, room, m.elem),
		SpreadResult{Name: column, Param: -1, Rows: true})
	lens := w.add("lens", "[]int", SpreadResult{Name: column + ".lens", Param: -1, Rows: true})
	all, i, row := w.fresh("all"), w.fresh("i"), w.fresh("row")
	tell := func(of string) string {
		return fmt.Sprintf("if len(%s) > %d { _ = make([]int, len(%s)) }", of, room, of)
	}
	w.after = append(w.after, fmt.Sprintf("var %s [%d]int", all, room),
		fmt.Sprintf("if %s != nil { %s; %s = %s[:len(%s)] }", value, tell(value), lens, all, value),
		fmt.Sprintf("for %s, %s := range %s { %s; copy(%s[%s][:], %s); %s[%s] = len(%s) }", i, row, value, tell(row),
			name, i, row, lens, i, row))
}
