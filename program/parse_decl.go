package program

import "github.com/lockstep-simt/lockstep/program/optab"

// header reads "program NAME source|lowered".
func (ps *parser) header() {
	ps.expect("program")
	if ps.tok.kind == tokString {
		ps.p.Name = ps.take(tokString, "a name").text
	} else {
		ps.p.Name = ps.takeName("the program's name")
	}
	switch {
	case ps.accept("source"):
		ps.p.Dialect = Source
	case ps.accept("lowered"):
		ps.p.Dialect = Lowered
	default:
		ps.errorf("expected source or lowered, found %s", ps.tok.describe())
		ps.p.Dialect = Source // go on: one error for the header is enough
	}
}

// declaration reads a line outside any function.
func (ps *parser) declaration() {
	word := ps.take(tokName, "file, error, uniform, var or func")
	switch word.text {
	case "file":
		ps.p.File = ps.take(tokString, "a quoted file name").text
	case "error":
		ps.errorText()
	case "uniform":
		ps.uniform()
	case "var":
		ps.variable()
	case "func":
		ps.function(ps.posOf(word))
	default:
		ps.errorAt(ps.posOf(word), "expected file, error, uniform, var or func, found %s", word.text)
	}
}

// errorText reads `NUMBER = "TEXT"` and the name of the variable that holds the
// error. The numbers are those that variables hold, and must rise by one from
// one line to the next.
func (ps *parser) errorText() {
	number := ps.tok
	n := ps.takeInt("the number of the error", 1<<31-1)
	if want := len(ps.p.Errors) + 1; !ps.failed && n != want {
		ps.errorAt(ps.posOf(number), "the number of the error is %d, the next is %d", n, want)
	}
	ps.expect("=")
	e := ErrorText{Text: ps.take(tokString, "the quoted text of the error").text}
	if ps.accept("as") {
		if ps.tok.kind == tokString {
			e.Var = ps.take(tokString, "a variable").text
		} else {
			e.Var = ps.takeName("a variable")
		}
	}
	if !ps.failed {
		ps.p.Errors = append(ps.p.Errors, e)
	}
}

// uniform reads "NAME : TYPE" and optional data or a definition.
func (ps *parser) uniform() {
	u := &Uniform{Name: ps.takeName("a name")}
	ps.expect(":")
	u.Type = ps.tensorType(ps.take(tokName, "a type"))
	if ps.accept("=") {
		if ps.tok.kind == tokName {
			u.Def = ps.definition()
		} else {
			u.Data = ps.data(u.Type)
		}
	}
	if !ps.failed {
		ps.p.Uniforms = append(ps.p.Uniforms, u)
	}
}

// definition reads "OPERATION operands" or "length NAME, AXIS".
func (ps *parser) definition() *Definition {
	op := ps.take(tokName, "an operation")
	if op.text == "length" {
		d := &Definition{Of: ps.takeName("a uniform")}
		ps.expect(",")
		d.Axis = ps.takeInt("an axis", MaxElements)
		return d
	}
	code, ok := ParseOpcode(op.text)
	if !ok || code == OpCopy {
		ps.errorAt(ps.posOf(op), "no uniform is defined by %s: expected an operation or length", op.text)
		return nil
	}
	return &Definition{Op: code, In: ps.operands(func(i int) Dtype { return literalType(code, i) }, nil)}
}

func (ps *parser) data(t TensorType) []uint64 {
	element := func() uint64 {
		return ps.literal(ps.take(tokLiteral, "a literal"), ps.lineNo, t.Dtype)
	}
	if len(t.Shape) == 0 && !ps.at("[") {
		return []uint64{element()}
	}
	ps.expect("[")
	data := []uint64{}
	for !ps.failed && !ps.at("]") {
		data = append(data, element())
		if !ps.accept(",") {
			break
		}
	}
	ps.expect("]")
	return data
}

// variable reads "NAME : TYPE", the storage class, the Go type, and whether lanes write to few of its elements.
func (ps *parser) variable() {
	name := ps.take(tokName, "a name")
	ps.expect(":")
	t := pattern(ps, 0, ps.tensorType)
	if ps.p.VarDefs.Has(name.text) {
		ps.errorAt(ps.posOf(name), "%s is declared twice", name.text)
	}
	if ps.failed {
		return
	}
	ps.p.VarDefs.Add(name.text, t)
	for a := Full; a < allocationEnd; a++ {
		if ps.at(a.String()) {
			if ps.p.Dialect == Source {
				ps.errorf("a storage class in the source dialect")
			}
			ps.advance()
			ps.setAlloc(name.text, a)
			break
		}
	}
	if ps.accept("as") {
		ps.setGo(name.text)
	}
	if ps.accept("sparse") {
		ps.p.VarDefs.SetSparse(name.text)
	}
	if ps.accept("scratch") {
		ps.p.VarDefs.SetScratch(name.text, true)
	}
}

// setGo reads the Go type of a variable, and of a string which it may be.
func (ps *parser) setGo(variable string) {
	name := ps.take(tokName, "a Go type")
	t, ok := ParseGoType(name.text)
	if !ps.failed && !ok {
		ps.errorAt(ps.posOf(name), "%s is not a Go type that elements can have", name.text)
	}
	ps.p.VarDefs.SetGo(variable, t)
	if t == GoUint8 && ps.accept("string") {
		ps.p.VarDefs.SetText(variable)
	}
	if t == GoLen && ps.accept("nil") {
		ps.p.VarDefs.SetNil(variable)
	}
	if t != GoString {
		return
	}
	texts := []string{ps.take(tokString, "the quoted strings that it may be").text}
	for !ps.failed && ps.accept(",") {
		texts = append(texts, ps.take(tokString, "a quoted string").text)
	}
	ps.p.VarDefs.SetTexts(variable, texts)
}

func (ps *parser) setAlloc(name string, a Allocation) {
	if a == Full {
		return // what a variable without an entry is
	}
	if ps.p.VarAlloc == nil {
		ps.p.VarAlloc = map[string]Allocation{}
	}
	ps.p.VarAlloc[name] = a
}

// tensorType reads what follows an element type: nothing, or a shape.
func (ps *parser) tensorType(word token) TensorType {
	t := TensorType{Dtype: optab.ParseType(word.text)}
	if t.Dtype == Invalid {
		ps.errorAt(ps.posOf(word), "%s is not a type: expected bool, i32, i64, u32, u64, f32 or f64", word.text)
	}
	if ps.accept("[") {
		for {
			if ps.accept("?") {
				t.Shape = append(t.Shape, AnyLength)
			} else {
				t.Shape = append(t.Shape, ps.takeInt("a dimension", MaxUniform))
			}
			if ps.failed || !ps.accept(",") {
				break
			}
		}
		ps.expect("]")
	}
	return t
}

// pattern reads a leaf, a tuple or a record. leaf reads a leaf whose first
// word is already taken.
func pattern[L any](ps *parser, depth int, leaf func(token) L) Pattern[L] {
	if !ps.at("(") {
		return Leaf(leaf(ps.take(tokName, "a name, a type or (")))
	}
	open := ps.tok
	p, comma := inner(ps, depth, leaf)
	if len(p.Elems()) == 1 && p.Fields() == nil && !comma {
		ps.errorAt(ps.posOf(open), "a tuple of one is written with a comma: (x,)")
	}
	return p
}

// inner reads a tuple or record in parentheses, and reports whether it ended
// with a comma.
func inner[L any](ps *parser, depth int, leaf func(token) L) (_ Pattern[L], comma bool) {
	if depth >= maxPatternDepth {
		ps.errorf("patterns nest deeper than %d", maxPatternDepth)
	}
	ps.expect("(")
	var elems []Pattern[L]
	var fields []string
	for !ps.failed && !ps.at(")") {
		field, elem := element(ps, depth, leaf)
		if (field != "") != (len(fields) > 0) && len(elems) > 0 {
			ps.errorf("a record names all its elements, a tuple none")
		}
		elems = append(elems, elem)
		if field != "" {
			fields = append(fields, field)
		}
		if comma = ps.accept(","); !comma {
			break
		}
	}
	ps.expect(")")
	if fields == nil || ps.failed {
		return Tuple(elems...), comma
	}
	return Record(fields, elems), comma
}

// element reads one element of a tuple or record; field is empty in a tuple.
func element[L any](ps *parser, depth int, leaf func(token) L) (field string, p Pattern[L]) {
	if ps.at("(") {
		return "", pattern(ps, depth+1, leaf)
	}
	word := ps.take(tokName, "a name, a type or (")
	if ps.accept(":") {
		return word.text, pattern(ps, depth+1, leaf)
	}
	return "", Leaf(leaf(word))
}

// function reads a function's head: "NAME(in) -> (out) {", or a declaration
// "NAME(in) -> (out) at ENTRY" in the lowered dialect.
func (ps *parser) function(pos Pos) {
	name := ps.take(tokName, "a name")
	f := &Function{Name: name.text}
	leaf := func(t token) string { return t.text }
	f.VarsIn, _ = inner(ps, 0, leaf)
	ps.expect("->")
	f.VarsOut, _ = inner(ps, 0, leaf)
	declared := ps.accept("at")
	if declared {
		f.Entry = ps.takeName("a block")
	}
	f.Pos = ps.position(pos)
	main := f.Name == MainName
	switch {
	case ps.failed:
	case main && ps.hasMain:
		ps.errorAt(ps.posOf(name), "main is defined twice")
	case declared && (main || ps.p.Dialect == Source):
		ps.errorAt(ps.posOf(name), "only a function of the lowered dialect is declared with at")
	}
	if !declared {
		ps.expect("{")
		ps.fn, ps.inMain, ps.block = f, main, nil
	}
	if ps.failed {
		ps.skipBody(name.text, declared)
		return
	}
	if main {
		ps.hasMain = true
		ps.p.VarsIn, ps.p.VarsOut = f.VarsIn, f.VarsOut
		return
	}
	ps.p.Functions = append(ps.p.Functions, f)
}

// skipBody makes sure that the lines after a broken head are read as a body,
// so that they do not each give an error.
func (ps *parser) skipBody(name string, declared bool) {
	if !declared {
		ps.fn, ps.inMain, ps.block = &Function{Name: name}, name == MainName, nil
	}
}

// endFunction closes the body being read.
func (ps *parser) endFunction() {
	ps.endBlock()
	if ps.inMain {
		ps.p.Graph = ps.fn.Graph
	}
	ps.fn, ps.block = nil, nil
}
