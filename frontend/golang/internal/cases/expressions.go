package cases

// Trees whose nodes are of several types: expressions, made and parsed.

type expression interface{ Eval(x float64) float64 }

type numberNode struct{ v float64 }

type variableNode struct{}

type sumNode struct{ l, r expression }

type productNode struct{ l, r expression }

func (n *numberNode) Eval(x float64) float64 { return n.v }

func (n *variableNode) Eval(x float64) float64 { return x }

func (n *sumNode) Eval(x float64) float64 { return n.l.Eval(x) + n.r.Eval(x) }

func (n *productNode) Eval(x float64) float64 { return n.l.Eval(x) * n.r.Eval(x) }

func makeExpression(seed *uint32, d int) expression {
	*seed = *seed*1664525 + 1013904223
	k := *seed >> 28
	if d == 0 || k < 3 {
		if k&1 == 0 {
			return &numberNode{float64(k)}
		}
		return &variableNode{}
	}
	if k&1 == 0 {
		return &sumNode{makeExpression(seed, d-1), makeExpression(seed, d-1)}
	}
	return &productNode{makeExpression(seed, d-1), makeExpression(seed, d-1)}
}

func ExpressionPointers(seed uint32, x float64) float64 {
	return makeExpression(&seed, 4).Eval(x)
}

type valueExpr interface{ Eval(x float64) float64 }

type valueNum struct{ v float64 }

type valueVar struct{}

type valueBin struct {
	op   uint8
	l, r valueExpr
}

func (n valueNum) Eval(x float64) float64 { return n.v }

func (n valueVar) Eval(x float64) float64 { return x }

func (b valueBin) Eval(x float64) float64 {
	l, r := b.l.Eval(x), b.r.Eval(x)
	switch b.op {
	case 0:
		return l + r
	case 1:
		return l - r
	}
	return l * r
}

func makeValue(seed *uint32, d int) valueExpr {
	*seed = *seed*1664525 + 1013904223
	k := *seed >> 28
	if d == 0 || k < 3 {
		if k&1 == 0 {
			return valueNum{float64(k)}
		}
		return valueVar{}
	}
	return valueBin{uint8(k % 3), makeValue(seed, d-1), makeValue(seed, d-1)}
}

func ExpressionValues(seed uint32, x float64) float64 {
	return makeValue(&seed, 4).Eval(x)
}

type tokenReader struct {
	toks [12]uint8
	pos  int
}

type syntaxTree struct {
	kind uint8
	v    int
	kids [2]*syntaxTree
}

func (l *tokenReader) expr() *syntaxTree {
	a := l.term()
	for l.pos < len(l.toks) && l.toks[l.pos] == 1 {
		l.pos++
		a = &syntaxTree{kind: 1, kids: [2]*syntaxTree{a, l.term()}}
	}
	return a
}

func (l *tokenReader) term() *syntaxTree {
	a := l.factor()
	for l.pos < len(l.toks) && l.toks[l.pos] == 2 {
		l.pos++
		a = &syntaxTree{kind: 2, kids: [2]*syntaxTree{a, l.factor()}}
	}
	return a
}

func (l *tokenReader) factor() *syntaxTree {
	if l.pos >= len(l.toks) {
		return &syntaxTree{v: 1}
	}
	t := l.toks[l.pos]
	l.pos++
	if t == 3 {
		a := l.expr()
		if l.pos < len(l.toks) && l.toks[l.pos] == 4 {
			l.pos++
		}
		return a
	}
	return &syntaxTree{v: int(t)}
}

func (a *syntaxTree) eval() int {
	switch a.kind {
	case 1:
		return a.kids[0].eval() + a.kids[1].eval()
	case 2:
		return a.kids[0].eval() * a.kids[1].eval()
	}
	return a.v
}

func ExpressionParsed(s uint64) int {
	var l tokenReader
	for i := range l.toks {
		l.toks[i] = uint8(s>>(5*i)) & 7
	}
	return l.expr().eval()
}
