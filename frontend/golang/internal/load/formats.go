package load

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/format"
)

// Lanes have no reflection, but which verb formats which type is known when compiling. So
//
//	fmt.Sprintf("%d-%5.2f: %s", n, x, s)
//
// is compiled as what a person would write without package fmt:
//
//	format.Text(format.Signed(int64(n), 10, …) + "-" + format.Float(float64(x), 'f', 2, …) + ": " + string(s))
//
// and fmt.Fprintf(&b, …) of a strings.Builder or bytes.Buffer as b.WriteString of such a text. A call stays as it is
// where its text is that of an error or a panic, which nobody computes in lanes, and where one of its operands needs
// reflection: what an interface holds, a slice, a struct, a type with a method that says how it is printed.

// formatPath is the path of the package that makes these texts, and formatName what it is called in the packages that
// have such calls, which no source can name.
const formatPath, formatName = "fmt/format", "format "

// formatting are the functions that make texts, and whether they write them.
var formatting = map[string]bool{"fmt.Sprintf": false, "fmt.Sprint": false, "fmt.Sprintln": false,
	"fmt.Fprintf": true, "fmt.Fprint": true, "fmt.Fprintln": true, formatFloat: false, joinErrors: false}

// formatFloat makes a text of a number as Sprintf does. What is compiled for that is smaller than all that strconv may
// be asked for.
const formatFloat = "strconv.FormatFloat"

// joinErrors is the function that joins errors. The error that lanes get has another text, which nobody can ask for.
const joinErrors = "errors.Join"

// JoinsErrors reports whether errors that functions of a package make are those of errors.Join.
func JoinsErrors(importPath string) bool { return importPath == formatPath }

// reachFormats reaches the package that makes texts where a declaration calls a function of a package for one.
func (l *loader) reachFormats(d *Declaration, path string, sel *ast.SelectorExpr, at token.Pos) {
	writes, ok := formatting[path+"."+sel.Sel.Name]
	if !ok || !d.pkg.bodies || l.opts.Import == nil || l.source("strconv") == nil ||
		path != "errors" && !isComputed(d.node, sel) {
		return
	}
	l.selected["String"] = true
	if writes {
		l.selected["WriteString"] = true
	}
	for _, f := range l.source(formatPath).decls.inOrder {
		l.reach(f, at)
	}
}

// isComputed reports whether a call of a selected function makes a text that lanes may need.
func isComputed(decl ast.Node, sel *ast.SelectorExpr) (computed bool) {
	ast.PreorderStack(decl, nil, func(n ast.Node, around []ast.Node) bool {
		if n == sel {
			computed = !isSaid(around)
		}
		return true
	})
	return computed
}

// isSaid reports whether the text of an expression is that of an error or a panic, by the syntax around it.
func isSaid(around []ast.Node) bool {
	for _, n := range around {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil && n.Name.Name == "Error" {
				return true
			}
		case *ast.CallExpr:
			switch types.ExprString(n.Fun) {
			case "panic", "errors.New", "fmt.Errorf":
				return true
			}
		}
	}
	return false
}

// isSaidLater reports whether what is around an expression keeps its text for an error or a panic: it is in a literal
// of a type of errors, or goes to a variable that is used for nothing else.
func (t *Package) isSaidLater(around []ast.Node) bool {
	failure := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	for i, n := range slices.Backward(around) {
		switch n := n.(type) {
		case *ast.CompositeLit:
			typ := t.Info.Types[n].Type
			if types.Implements(typ, failure) || types.Implements(types.NewPointer(typ), failure) {
				return true
			}
		case *ast.AssignStmt:
			name, ok := n.Lhs[0].(*ast.Ident)
			return ok && len(n.Lhs) == 1 && i == len(around)-1 && n.Tok == token.DEFINE &&
				t.isOnlySaid(t.Info.Defs[name], around[0])
		case ast.Stmt:
			return false
		}
	}
	return false
}

// isOnlySaid reports whether all uses of a variable in some syntax are texts of errors and panics.
func (t *Package) isOnlySaid(v types.Object, in ast.Node) bool {
	said := true
	ast.PreorderStack(in, nil, func(n ast.Node, around []ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && v != nil && t.Info.Uses[id] == v {
			said = said && isSaid(around)
		}
		return said
	})
	return said
}

// writeFormats changes the calls that make texts, if anything that was kept does.
func (l *View) writeFormats(t *Package, changes *undo) {
	formats := l.formats
	if formats == nil {
		return
	}
	for _, f := range t.pruned {
		ast.PreorderStack(f, nil, func(n ast.Node, around []ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f := &formatted{t: t, call: call}
			made := f.joined()
			if made == nil && !isSaid(append(around, n)) && !t.isSaidLater(around) {
				made = f.make()
			}
			if made == nil {
				l.noteUnformatted(f)
				return true
			}
			if t.Types.Scope().Lookup(formatName) == nil {
				t.Types.Scope().Insert(types.NewPkgName(token.NoPos, t.Types, formatName, formats))
			}
			if types.CheckExpr(t.fset, t.Types, call.Pos(), made, t.Info) != nil {
				return true // such as a slice of bytes of a type of its own
			}
			was := *call
			*call = *made
			changes.add(func() { *call = was })
			return true // an operand may be a call of package fmt as well
		})
	}
}

// formatted is a call of a function of package fmt on its way to be another one.
type formatted struct {
	t     *Package
	call  *ast.CallExpr
	text  ast.Expr // what there is of the text
	known string   // and behind that
	why   string   // what lanes cannot have of it, for a message
}

// callee is the function that is called, such as fmt.Sprintf, or "" if that is not known.
func (f *formatted) callee() string {
	sel, ok := f.call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	fn, ok := f.t.Info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil {
		return ""
	}
	return fn.Pkg().Path() + "." + fn.Name()
}

// joined is the call in the place of errors.Join, or nil if that is not called.
func (f *formatted) joined() *ast.CallExpr {
	if f.callee() != joinErrors {
		return nil
	}
	call := f.function("Join", f.call.Args...)
	call.Ellipsis = f.call.Ellipsis
	return call
}

// make is the call that makes the same text, or nil if none does.
func (f *formatted) make() *ast.CallExpr {
	name := f.callee()
	writes, ok := formatting[name]
	if !ok {
		return nil
	}
	if f.call.Ellipsis.IsValid() {
		f.why = "has its operands in a slice; give them one by one"
		return nil
	}
	args := f.call.Args
	if writes {
		args = args[1:]
	}
	switch {
	case name == formatFloat:
		ok = f.byVerb(args)
	case strings.HasSuffix(name, "f"):
		ok = f.byFormat(args)
	default:
		ok = f.byDefault(args, strings.HasSuffix(name, "ln"))
	}
	if !ok {
		return nil
	}
	f.flush()
	if f.text == nil {
		f.text = f.literal(token.STRING, `""`)
	}
	if !writes {
		return f.function("Text", f.text)
	}
	to, ok := f.t.Info.Types[f.call.Args[0]].Type.(*types.Pointer)
	if !ok || !slices.Contains([]string{"strings.Builder", "bytes.Buffer"}, to.Elem().String()) {
		return nil
	}
	return f.apply(&ast.SelectorExpr{X: &ast.ParenExpr{X: f.call.Args[0], Lparen: f.call.Args[0].Pos()},
		Sel: f.name("WriteString")}, f.text)
}

// byDefault adds operands as Sprint does, or Sprintln.
func (f *formatted) byDefault(args []ast.Expr, line bool) bool {
	before := true // what is before it is a text
	for i, arg := range args {
		basic, _ := types.Default(f.t.Info.Types[arg].Type).Underlying().(*types.Basic)
		isText := basic != nil && kinds[basic.Kind()] == textKind
		if i > 0 && (line || !isText && !before) {
			f.known += " "
		}
		if v := (verb{letter: 'v', precision: format.None}); !f.operand(v, arg) {
			f.why = f.whyNotVerb("", v, arg)
			return false
		}
		before = isText
	}
	if line {
		f.known += "\n"
	}
	return true
}

// byFormat adds what a format says.
func (f *formatted) byFormat(args []ast.Expr) bool {
	if len(args) == 0 {
		return false
	}
	says := f.t.Info.Types[args[0]].Value
	if says == nil {
		f.why = "has a format that is not a constant; give it one"
		return false
	}
	rest, args := constant.StringVal(says), args[1:]
	for {
		before, after, more := strings.Cut(rest, "%")
		f.known += before
		if !more {
			if len(args) > 0 {
				f.why = "has more operands than verbs"
			}
			return len(args) == 0
		}
		if strings.HasPrefix(after, "%") {
			f.known, rest = f.known+"%", after[1:]
			continue
		}
		v, behind, ok := parseVerb(after)
		shown := "%" + strings.TrimSuffix(after, behind)
		switch {
		case !ok:
			f.why = whyNotRead(shown)
			return false
		case len(args) == 0:
			f.why = "has no operand for " + shown
			return false
		case !f.operand(v, args[0]):
			f.why = f.whyNotVerb(shown, v, args[0])
			return false
		}
		rest, args = behind, args[1:]
	}
}

// byVerb adds what strconv.FormatFloat gives by a verb, a precision and a size that are constants.
func (f *formatted) byVerb(args []ast.Expr) bool {
	var by [3]int
	for i, arg := range args[1:] {
		says := f.t.Info.Types[arg].Value
		if says == nil {
			return false
		}
		n, ok := constant.Int64Val(constant.ToInt(says))
		if !ok || n != int64(int32(n)) {
			return false
		}
		by[i] = int(n)
	}
	v := verb{letter: rune(by[0]), precision: max(by[1], format.None)}
	shortest := v.precision == format.None && v.letter != 'g' && v.letter != 'G'
	if !strings.ContainsRune("eEfgG", v.letter) || by[2] != 64 || shortest || hasFunction(args[0]) {
		return false
	}
	piece := f.float(v, float64Kind, args[0])
	if piece == nil {
		return false
	}
	f.add(piece)
	return true
}

// verb is a verb of a format with what is before it.
type verb struct {
	letter                  rune
	flags, width, precision int
}

// parseVerb reads a verb behind its percent sign. Widths and operands by number are not for lanes.
func parseVerb(s string) (v verb, rest string, ok bool) {
	for s != "" && strings.Contains("+- 0#", s[:1]) {
		v.flags |= 1 << strings.Index("+- 0#", s[:1])
		s = s[1:]
	}
	number := func() (n int) {
		digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
		n, _ = strconv.Atoi("0" + s[:digits]) // more digits than a number has are too wide below
		s = s[digits:]
		return n
	}
	v.width, v.precision = number(), format.None
	if strings.HasPrefix(s, ".") {
		s = s[1:]
		v.precision = number()
	}
	letter, n := utf8.DecodeRuneInString(s)
	v.letter = letter
	return v, s[n:], n > 0 && v.width <= format.MostWidth && v.precision <= format.MostWidth
}

// Kinds of operands.
type kind int

const (
	otherKind kind = iota
	signedKind
	unsignedKind
	float32Kind
	float64Kind
	textKind
	bytesKind
	boolKind
)

var kinds = map[types.BasicKind]kind{
	types.Int: signedKind, types.Int8: signedKind, types.Int16: signedKind, types.Int32: signedKind,
	types.Int64: signedKind,
	types.Uint:  unsignedKind, types.Uint8: unsignedKind, types.Uint16: unsignedKind, types.Uint32: unsignedKind,
	types.Uint64:  unsignedKind,
	types.Float32: float32Kind, types.Float64: float64Kind, types.String: textKind, types.Bool: boolKind,
}

// kindOf is the kind of an operand, otherKind if it has methods by which package fmt prints it: Error and String are
// for verbs that strings have too, so that %d is the number of a type that has a name for it.
func (f *formatted) kindOf(v verb, arg ast.Expr) kind {
	typ := types.Default(f.t.Info.Types[arg].Type)
	methods := []string{"Format", "Error", "String"}
	if !strings.ContainsRune("vsxXq", v.letter) {
		methods = methods[:1]
	}
	for _, method := range methods {
		if m, _, _ := types.LookupFieldOrMethod(typ, false, f.t.Types, method); m != nil {
			return otherKind
		}
	}
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		return kinds[u.Kind()]
	case *types.Slice:
		if b, ok := u.Elem().(*types.Basic); ok && b.Kind() == types.Uint8 {
			return bytesKind
		}
	}
	return otherKind
}

// ShownType is what %T prints of a value of a type. It is not known of types whose names are written otherwise in a
// source.
func ShownType(typ types.Type) (name string, ok bool) {
	t := types.Unalias(typ)
	for pointer, ok := t.(*types.Pointer); ok; pointer, ok = t.(*types.Pointer) {
		t, name = types.Unalias(pointer.Elem()), name+"*"
	}
	switch t := t.(type) {
	case *types.Basic:
		return name + types.Typ[t.Kind()].Name(), t.Info()&(types.IsBoolean|types.IsNumeric|types.IsString) != 0
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil && t.TypeArgs().Len() == 0 {
			return name + pkg.Name() + "." + t.Obj().Name(), true
		}
	}
	return "", false
}

// typeName adds the name of the type of an operand that is the same in all lanes. What is computed for the operand is
// left out, so that it is a variable or constant.
func (f *formatted) typeName(v verb, arg ast.Expr) bool {
	_, isName := ast.Unparen(arg).(*ast.Ident)
	says := f.t.Info.Types[arg]
	typ := types.Default(says.Type)
	name, ok := ShownType(typ)
	if !ok || types.IsInterface(typ) || !isName && says.Value == nil {
		return false
	}
	if v != (verb{letter: 'T', precision: format.None}) {
		return false
	}
	f.known += name
	return true
}

// operand adds an operand by a verb, and reports whether it can.
func (f *formatted) operand(v verb, arg ast.Expr) bool {
	if hasFunction(arg) {
		return false
	}
	if v.letter == 'T' {
		return f.typeName(v, arg)
	}
	k := f.kindOf(v, arg)
	if v.letter == 'v' {
		if v.flags &^= format.Plus; v.flags&format.Sharp != 0 || k == bytesKind {
			return false
		}
	}
	var piece ast.Expr
	switch k {
	case signedKind, unsignedKind:
		piece = f.integer(v, k, arg)
	case float32Kind, float64Kind:
		piece = f.float(v, k, arg)
	case textKind, bytesKind:
		piece = f.string(v, arg)
	case otherKind:
		if text := f.stringer(v, arg); text != nil {
			piece = f.string(v, text)
		} else if text := f.failure(v, arg); text != nil {
			piece = f.string(v, text)
		}
	case boolKind:
		if v.letter == 't' || v.letter == 'v' {
			piece = f.pad(v, f.function("Bool", f.function("Boolean", arg)))
		}
	}
	if piece == nil {
		return false
	}
	f.flush()
	f.add(piece)
	return true
}

// hasFunction reports whether an expression has a function literal in it.
func hasFunction(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		_, isFunc := n.(*ast.FuncLit)
		found = found || isFunc
		return !found
	})
	return found
}

// integer is the text of an integer.
func (f *formatted) integer(v verb, k kind, arg ast.Expr) ast.Expr {
	base := map[rune]int{'d': 10, 'v': 10, 'b': 2, 'o': 8, 'O': 8, 'x': 16, 'X': 16}[v.letter]
	switch v.letter {
	case 'O':
		v.flags |= format.Octal
	case 'X':
		v.flags |= format.Upper
	case 'c', 'q', 'U':
		if v.flags&^(format.Minus|format.Zero) != 0 || v.precision != format.None {
			return nil
		}
		name := map[rune]string{'c': "Rune", 'q': "QuotedRune", 'U': "Unicode"}[v.letter]
		if v.letter == 'U' {
			v.flags &^= format.Zero
		}
		if k == signedKind {
			arg = f.function("Int64", arg) // a constant below zero is refused, and left to package fmt
		}
		return f.pad(v, f.function(name, f.function("Uint64", arg)))
	}
	if base == 0 {
		return nil
	}
	name, typ := "Signed", "Int64"
	if k == unsignedKind {
		name, typ = "Unsigned", "Uint64"
	}
	if v.flags|v.width == 0 && v.precision == format.None && k == signedKind && base == 10 {
		return f.function("Decimal", f.function(typ, arg))
	}
	return f.function(name, f.function(typ, arg), f.number(base), f.number(v.flags), f.number(v.precision),
		f.filling(" ", v.width))
}

// float is the text of a number.
func (f *formatted) float(v verb, k kind, arg ast.Expr) ast.Expr {
	letter := v.letter
	switch letter {
	case 'v':
		letter = 'g'
	case 'F':
		letter = 'f'
	}
	if !strings.ContainsRune("eEfgG", letter) || v.flags&format.Sharp != 0 || v.precision > format.MostPrecision ||
		letter != 'f' && v.precision > format.MostDigits {
		return nil
	}
	if v.precision == format.None && letter != 'g' && letter != 'G' {
		v.precision = 6
	}
	bits := 64
	if k == float32Kind {
		bits = 32
	}
	return f.function("Float", f.function("Float64", arg), f.number(int(letter)), f.number(v.precision), f.number(bits),
		f.number(v.flags), f.filling(" ", v.width), f.filling("0", v.width))
}

// string is the text of a string or of bytes.
func (f *formatted) string(v verb, arg ast.Expr) ast.Expr {
	s := f.function("String", arg)
	switch v.letter {
	case 's', 'v':
		if v.flags&^(format.Minus|format.Zero) != 0 {
			return nil
		}
		if v.precision != format.None {
			s = f.function("Cut", s, f.number(v.precision))
		}
		return f.pad(v, s)
	case 'q', 'x', 'X':
		if v.flags&^format.Minus != 0 || v.precision != format.None {
			return nil
		}
		if v.letter == 'q' {
			return f.pad(v, f.function("Quoted", s))
		}
		upper := 0
		if v.letter == 'X' {
			upper = format.Upper
		}
		return f.pad(v, f.function("Hex", s, f.number(upper)))
	}
	return nil
}

// pad is a text in the width of a verb.
func (f *formatted) pad(v verb, s *ast.CallExpr) ast.Expr {
	if v.width == 0 {
		return s
	}
	filling := " "
	if v.flags&(format.Zero|format.Minus) == format.Zero {
		filling = "0"
	}
	return f.function("Pad", s, f.filling(filling, v.width), f.number(v.flags))
}

// flush adds what is known of the text behind what there is.
func (f *formatted) flush() {
	if f.known != "" {
		f.add(f.literal(token.STRING, strconv.Quote(f.known)))
		f.known = ""
	}
}

// add adds a piece to the text.
func (f *formatted) add(piece ast.Expr) {
	if f.text == nil {
		f.text = piece
		return
	}
	f.text = &ast.BinaryExpr{X: f.text, OpPos: f.call.Pos(), Op: token.ADD, Y: piece}
}

// Syntax at the place of the call.

func (f *formatted) name(s string) *ast.Ident { return &ast.Ident{NamePos: f.call.Pos(), Name: s} }

func (f *formatted) literal(tok token.Token, s string) *ast.BasicLit {
	return &ast.BasicLit{ValuePos: f.call.Pos(), Kind: tok, Value: s}
}

func (f *formatted) number(n int) ast.Expr { return f.literal(token.INT, strconv.Itoa(n)) }

func (f *formatted) filling(of string, width int) ast.Expr {
	return f.literal(token.STRING, strconv.Quote(strings.Repeat(of, width)))
}

func (f *formatted) apply(fun ast.Expr, args ...ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{Fun: fun, Lparen: f.call.Lparen, Args: args, Rparen: f.call.Rparen}
}

// function is a call of a function of package format, or a conversion to one of its types.
func (f *formatted) function(name string, args ...ast.Expr) *ast.CallExpr {
	return f.apply(&ast.SelectorExpr{X: f.name(formatName), Sel: f.name(name)}, args...)
}
