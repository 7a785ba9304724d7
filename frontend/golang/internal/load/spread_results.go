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

// rowsOf adds the elements of a slice of slices, and the lengths of its rows. What makes
// them anew sees to it that a lane faults for which there is no room.
func (w *spreading) rowsOf(value string, m matrixType, column string) {
	w.spreads = true
	array := fmt.Sprintf("[%d][%d]%s", w.opts.Room, w.opts.Room, m.elem)
	name := w.add("result", array, SpreadResult{Name: column, Param: -1, Rows: true})
	lens := w.add("lens", "[]int", SpreadResult{Name: column + ".lens", Param: -1, Rows: true})
	i, row, own := w.fresh("i"), w.fresh("row"), w.fresh("own")
	w.after = append(w.after, fmt.Sprintf("if %s != nil { %s = make([]int, len(%s)) }", value, lens, value),
		fmt.Sprintf("for %s, %s := range %s { %s := make([]%s, len(%s)); copy(%s, %s); copy(%s[%s][:], %s); "+
			"%s[%s] = len(%s) }", i, row, value, own, m.elem, row, own, row, name, i, own, lens, i, row))
}
