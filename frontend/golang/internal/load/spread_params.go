package load

import (
	"fmt"
	"go/ast"
	"go/token"
)

// param adds what a parameter of the function is made of.
func (w *spreading) param(t ast.Expr, id *ast.Ident) {
	name, at := id.Name, len(w.args)
	if name == "_" {
		name = fmt.Sprintf("p%d", at)
	}
	if w.opts.Keep(name) {
		w.keep(name, t)
		return
	}
	if star, ok := ast.Unparen(t).(*ast.StarExpr); ok {
		w.pointer(name, printed(star.X), at)
		return
	}
	m, ok := w.matrixOf(t)
	if size := w.opts.Rows(name); ok && size.Rows > 0 && size.Elems > 0 {
		w.matrix(name, m, size, at)
		return
	}
	if how := w.opts.Copies[name]; how != NoCopy {
		w.copied(name, t, how)
		return
	}
	w.keep(name, t)
}

// declare adds a parameter, and returns its name: the function's, which messages have, or one of its own
// if that would hide what the text needs.
func (w *spreading) declare(column, typ string) string {
	name := column
	if w.taken[name] || !token.IsIdentifier(name) {
		name = w.fresh("in")
	}
	w.taken[name] = true
	w.params = append(w.params, spreadParam{name, typ, column})
	return name
}

// keep adds a parameter that the function is given as it is.
func (w *spreading) keep(name string, t ast.Expr) {
	arg := w.declare(name, printed(t))
	if _, ok := t.(*ast.Ellipsis); ok {
		arg += "..."
	}
	w.args = append(w.args, arg)
}

// copied adds a slice, and gives the function a copy.
func (w *spreading) copied(name string, t ast.Expr, how Copy) {
	w.spreads = true
	typ, variadic := printed(t), ""
	if e, ok := t.(*ast.Ellipsis); ok {
		typ, variadic = "[]"+printed(e.Elt), "..."
	}
	in, c := w.declare(name, typ), w.fresh("copy")
	w.before = append(w.before, fmt.Sprintf("%s := make(%s, len(%s))", c, typ, in),
		fmt.Sprintf("copy(%s, %s)", c, in))
	if w.opts.TellNil {
		w.before = append(w.before, fmt.Sprintf("if %s == nil { %s = nil }", in, c))
	}
	w.args = append(w.args, c+variadic)
	if how == CopyInOut {
		w.after = append(w.after, fmt.Sprintf("copy(%s, %s)", in, c))
	}
}

// pointer adds what a pointer leads to, and a result that has what the function leaves there.
func (w *spreading) pointer(name, typ string, at int) {
	w.spreads = true
	in := w.declare(name, typ)
	w.args = append(w.args, "&"+in)
	w.left = append(w.left, func() {
		left := w.add("left", typ, SpreadResult{Name: name + ".out", Param: at})
		w.after = append(w.after, left+" = "+in)
	})
}

// matrix adds the elements of a slice of slices, as an array of arrays, and the lengths of
// its rows.
func (w *spreading) matrix(name string, m matrixType, size Matrix, at int) {
	w.spreads, w.rows = true, append(w.rows, at)
	array := fmt.Sprintf("[%d][%d]%s", size.Rows, size.Elems, m.elem)
	in := w.declare(name, array)
	rows, i := w.fresh("rows"), w.fresh("i")
	switch {
	case w.opts.Own:
		w.ownRows(m, size, in, name, rows, i)
	case size.Fixed:
		w.before = append(w.before, fmt.Sprintf("%s := make(%s, %d)", rows, m.whole, size.Rows),
			fmt.Sprintf("for %s := range %s { %s[%s] = %s[%s][:] }", i, rows, rows, i, in, i))
	default:
		lens, n := w.declare(name+".lens", "[]int"), w.fresh("n")
		w.before = append(w.before, fmt.Sprintf("%s := make(%s, len(%s), %d)", rows, m.whole, lens, size.Rows),
			fmt.Sprintf("%s = %s[:len(%s):len(%s)]", rows, rows, lens, lens),
			fmt.Sprintf("for %s, %s := range %s { %s[%s] = %s[%s][:%s:%s] }", i, n, lens, rows, i, in, i, n, n))
	}
	arg := rows
	if m.variadic {
		arg += "..."
	}
	w.args = append(w.args, arg)
	if !w.opts.Left {
		return
	}
	w.left = append(w.left, func() {
		room := size.Elems
		if !size.Fixed {
			room = max(room, w.opts.Room) // a row may be one that the function made
		}
		left := w.add("left", fmt.Sprintf("[%d][%d]%s", size.Rows, room, m.elem),
			SpreadResult{Name: name + ".out", Param: at, Rows: true})
		lens, row := "", w.fresh("row")
		if !size.Fixed {
			typ := fmt.Sprintf("[%d]int", size.Rows)
			lens = w.add("lens", typ, SpreadResult{Name: name + ".out.lens", Param: at, Rows: true})
		}
		// A row that is no longer the one that it was may be longer than there is room for.
		check := fmt.Sprintf("if len(%s) > %d { panic(%q) }", row, room,
			"a row of "+name+" has got longer than there is room for (-cap, -make-cap)")
		if size.Fixed {
			check = fmt.Sprintf("if len(%s) != %d { panic(%q) }", row, size.Elems,
				"a row of "+name+" has got another length")
		}
		line := fmt.Sprintf("for %s, %s := range %s { %s; copy(%s[%s][:len(%s)], %s)", i, row, rows, check, left, i,
			row, row)
		if lens != "" {
			line += fmt.Sprintf("; %s[%s] = len(%s)", lens, i, row)
		}
		w.after = append(w.after, line+" }")
	})
}

// ownRows makes rows, and copies the elements of in to them.
func (w *spreading) ownRows(m matrixType, size Matrix, in, name, rows, i string) {
	row := w.fresh("row")
	if size.Fixed {
		w.before = append(w.before, fmt.Sprintf("%s := make(%s, %d)", rows, m.whole, size.Rows),
			fmt.Sprintf("for %s := range %s { %s := make([]%s, %d); copy(%s, %s[%s][:]); %s[%s] = %s }",
				i, rows, row, m.elem, size.Elems, row, in, i, rows, i, row))
		return
	}
	lens, n, none := w.declare(name+".lens", "[]int"), w.fresh("n"), ""
	if w.opts.TellNil {
		none = fmt.Sprintf("; if %s[%s][:%s] == nil { %s = nil }", in, i, n, row)
	}
	w.before = append(w.before, fmt.Sprintf("%s := make(%s, len(%s))", rows, m.whole, lens),
		fmt.Sprintf("for %s, %s := range %s { %s := make([]%s, %s); copy(%s, %s[%s][:%s])%s; %s[%s] = %s }",
			i, n, lens, row, m.elem, n, row, in, i, n, none, rows, i, row))
}
