package gofuzz

import "fmt"

// tree is a type of nodes, and the functions over them.
type tree struct {
	name, insert, fold, turn, rest string
	key, value                     *typ
	copies                         bool // insert copies the nodes on the way
}

// newTree declares a search tree, with one of several ways to add a node.
func (g *gen) newTree() *tree {
	t := &tree{key: integerTypes[g.pick(len(integerTypes))], value: []*typ{float64Type, float32Type}[g.pick(2)]}
	op := []string{"acc + t.val", "acc - t.val", "t.val - acc"}[g.pick(3)]
	if g.chance(2, 3) {
		t.value = integerTypes[g.pick(len(integerTypes))]
		op = []string{"acc*3 + t.val", "acc ^ t.val", "acc - 5*t.val"}[g.pick(3)]
	}
	t.name, t.insert, t.fold = g.unique("tree"), g.unique("insert"), g.unique("fold")
	t.turn, t.rest = g.unique("turn"), g.unique("rest")
	g.declare("type %s struct {\nkey %s\nval %s\nleft, right *%s\n}", t.name, t.key.text, t.value.text, t.name)
	made := fmt.Sprintf("&%s{key: key, val: val}", t.name)
	var body string
	switch g.pick(3) {
	case 0:
		body = fmt.Sprintf("if t == nil {\nreturn %s\n}\nswitch {\n"+
			"case key < t.key:\nt.left = %[2]s(t.left, key, val)\n"+
			"case key > t.key:\nt.right = %[2]s(t.right, key, val)\ndefault:\nt.val = val\n}\nreturn t", made, t.insert)
	case 1:
		t.copies = true
		body = fmt.Sprintf("switch {\ncase t == nil:\nreturn %s\ncase key < t.key:\n"+
			"return &%[2]s{t.key, t.val, %[3]s(t.left, key, val), t.right}\ncase key > t.key:\n"+
			"return &%[2]s{key: t.key, val: t.val, left: t.left, right: %[3]s(t.right, key, val)}\n}\n"+
			"return t", made, t.name, t.insert)
	default:
		body = fmt.Sprintf("p := &t\nfor *p != nil {\nif key < (*p).key {\np = &(*p).left\n} else {\n"+
			"p = &(*p).right\n}\n}\n"+
			"*p = %s\nreturn t", made)
	}
	g.declare("func %s(t *%s, key %s, val %s) *%s {\n%s\n}", t.insert, t.name, t.key.text, t.value.text, t.name, body)
	g.declare("func %[1]s(t *%[2]s, acc %[3]s) %[3]s {\nif t == nil {\nreturn acc\n}\nacc = %[1]s(t.left, acc)\n"+
		"acc = %[4]s\nreturn %[1]s(t.right, acc)\n}", t.fold, t.name, t.value.text, op)
	g.declare("func %s(t *%[2]s) *%[2]s {\nif t == nil || t.right == nil {\nreturn t\n}\nr := t.right\n"+
		"t.right, r.left = r.left, t\nreturn r\n}", t.turn, t.name)
	g.declare("func %[1]s(t *%[2]s) *%[2]s {\nif t.left == nil {\nreturn t.right\n}\nt.left = %[1]s(t.left)\n"+
		"return t\n}", t.rest, t.name)
	return t
}

// useTree builds a tree, changes it and folds it.
func (g *gen) useTree() bool {
	n := g.rounds()
	if !g.on[Trees] || n == 0 || g.noCall > 0 || n*g.times > room/2 || g.cost+g.times*n*n*40 > g.limit {
		return false
	}
	if len(g.trees) == 0 || g.chance(1, 4) {
		g.trees = append(g.trees, g.newTree())
	}
	t := g.trees[g.pick(len(g.trees))]
	left, ok := g.placeToAssign(t.value)
	if !ok || left.faults || t.copies && n > 8 {
		return false
	}
	g.cost += g.times * n * n * 20
	g.noFault++
	defer func() { g.noFault-- }()
	root := g.localName("root")
	g.line("var %s *%s", root, t.name)
	i := g.counter(intType)
	g.line("for %s := range %d {", i.name, n)
	mark := g.open()
	g.add(i)
	g.times *= n
	g.line("%s = %s(%s, %s, %s)", root, t.insert, root, g.expr(t.key, 2).text, g.expr(t.value, 2).text)
	g.times /= n
	g.close(mark)
	g.line("_ = %s", i.name)
	g.line("}")
	if g.chance(1, 2) {
		g.line("%s = %s(%s)", root, t.turn, root)
	}
	if g.chance(1, 2) {
		other := g.localName("other")
		g.line("%s := %s(%s, %s, %s)", other, t.insert, root, g.expr(t.key, 1).text, g.expr(t.value, 1).text)
		g.line("if %s != %s || %s.left == nil {", other, root, other)
		g.line("%s = %s(%s, %s)", left.text, t.fold, other, g.expr(t.value, 1).text)
		g.line("}")
	}
	switch g.pick(4) {
	case 0:
		if g.on[Faults] {
			g.line("%s = %s.left.val", left.text, root) // there may be none
		}
	case 1:
		g.line("%s = %s(%s)", root, t.rest, root)
	}
	g.line("%s = %s(%s, %s)", left.text, t.fold, root, g.expr(t.value, 1).text)
	return true
}
