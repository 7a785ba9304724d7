package gofuzz

import "fmt"

// longestText is about how many bytes a string that a function makes has at most.
const longestText = 48

// words are strings that functions begin with: some have runes of several bytes, and one has bytes that are none.
var words = []string{"", "a", "lanes", "grün", "naïve x", "\xff\xc3é", "0123456789", "  pad ", "€ur", "-17", "a,b,,c"}

// someString is a string in the making: a variable, and how many bytes it has at most.
type someString struct {
	name string
	most int
}

// stringFunction makes a function that makes strings of any text and gives numbers of them.
func (g *gen) stringFunction() {
	fn := &function{name: g.funcName()}
	end := g.begin(fn, helperLimit)
	g.someParams(2 + g.pick(2))
	fn.results = []*typ{intType}
	sig := g.signature()
	var all []someString
	for range 1 + g.pick(2) {
		all = append(all, g.beginString())
	}
	sum := g.localName("sum")
	g.line("%s := 0", sum)
	for range 2 + g.pick(4) {
		s := g.pick(len(all))
		if g.chance(1, 2) {
			g.useString(sum, all[s], all[g.pick(len(all))])
		} else {
			all = g.changeString(all, s)
		}
	}
	for _, s := range all {
		g.line("for i, r := range %s {\n%s = %s*31 + int(r) + i\n}", s.name, sum, sum)
	}
	g.line("return %s", sum)
	g.finish("", "", sig)
	g.keeps = true
	g.cost += 400
	fn.cost = g.cost + 1
	end()
	g.funcs = append(g.funcs, fn)
}

// upTo is a number from 0 to a mask that lanes differ in.
func (g *gen) upTo(mask int) string {
	return fmt.Sprintf("int(%s)&%d", g.simple(g.integerType()).text, mask)
}

// beginString declares a string.
func (g *gen) beginString() someString {
	s := someString{name: g.localName("s")}
	word := words[g.pick(len(words))]
	s.most = len(word)
	switch g.pick(5) {
	case 0:
		g.line("%s := %q", s.name, word)
	case 1:
		g.line("%s := %q[min(%s, %d):]", s.name, word, g.upTo(7), len(word))
	case 2:
		s.most = 20
		g.line("%s := strconv.Itoa(int(%s))", s.name, g.simple(g.integerType()).text)
	case 3:
		s.most = 4
		g.line("%s := string(rune(%s) %% 0x800)", s.name, g.simple(g.integerType()).text)
	default:
		buf := g.localName("buf")
		s.most = 6
		g.line("%s := [6]byte{byte(%s), 'a' + byte(%s), ' ', 0xC3, byte(%s), '1'}", buf, g.upTo(255), g.upTo(15),
			g.upTo(255))
		g.line("%s := string(%s[:min(%s, 6)])", s.name, buf, g.upTo(7))
	}
	return s
}

// changeString gives a string another value, or makes one of it.
func (g *gen) changeString(all []someString, at int) []someString {
	s := all[at]
	other := all[g.pick(len(all))]
	var value string
	most := s.most
	switch n := s.name; g.pick(9) {
	case 0:
		value = fmt.Sprintf("%s[min(%s, len(%s)):]", n, g.upTo(3), n)
	case 1:
		value = fmt.Sprintf("%s[:len(%s)-min(%s, len(%s))]", n, n, g.upTo(3), n)
	case 2:
		value, most = n+" + "+other.name, s.most+other.most
	case 3:
		value, most = fmt.Sprintf("%q + %s", words[g.pick(len(words))], n), s.most+10
	case 4:
		value, most = fmt.Sprintf("strings.%s(%s)", []string{"ToUpper", "ToLower"}[g.pick(2)], n), s.most*2
	case 5:
		value = fmt.Sprintf("strings.TrimSpace(%s)", n)
	case 6:
		value = fmt.Sprintf("strings.Trim(%s, %q)", n, "a 1é")
	case 7:
		value, most = fmt.Sprintf("string(append([]byte(%s), '.'))", n), s.most+1
	default:
		value, most = fmt.Sprintf("strings.ReplaceAll(%s, \"a\", %q)", n, words[g.pick(4)]), s.most*5
	}
	if most > longestText {
		return all
	}
	switch g.pick(3) {
	case 0:
		all[at].most = max(s.most, most)
		g.line("if %s {\n%s = %s\n}", g.header(g.condition), s.name, value)
	case 1:
		all[at].most = most
		g.line("%s = %s", s.name, value)
	default:
		made := someString{g.localName("t"), most}
		g.line("%s := %s", made.name, value)
		return append(all, made)
	}
	return all
}

// useString adds something that strings say to a sum.
func (g *gen) useString(sum string, s, t someString) {
	add := func(format string, args ...any) { g.line("%s += "+format, append([]any{sum}, args...)...) }
	when := func(format string, args ...any) {
		g.line("if "+format+" {\n%s += %d\n}", append(args, sum, 1+g.pick(9))...)
	}
	const some = "aé0 -"
	part := []string{"a", "é", "0", "", " ", "ne", ","}[g.pick(7)]
	switch g.pick(11) {
	case 0:
		add("len(%s)", s.name)
	case 1:
		when("%s %s %s", s.name, []string{"==", "!=", "<", "<=", ">"}[g.pick(5)], t.name)
	case 2:
		when("%s %s %q", s.name, []string{"==", "<", ">="}[g.pick(3)], words[g.pick(len(words))])
	case 3:
		add("strings.Index(%s, %q)", s.name, part)
	case 4:
		add("strings.Count(%s, %q)", s.name, part)
	case 5:
		when("strings.%s(%s, %q)", []string{"Contains", "HasPrefix", "HasSuffix"}[g.pick(3)], s.name, part)
	case 6:
		g.line("if x, err := strconv.Atoi(%s); err == nil {\n%s += x\n}", s.name, sum)
	case 7:
		g.line("if before, after, ok := strings.Cut(%s, %q); ok {\n%s += len(before)*3 - len(after)\n}", s.name, part,
			sum)
	case 8:
		add("strings.LastIndexAny(%s, %q)", s.name, some)
	case 9:
		if g.on[Faults] && g.chance(1, 3) {
			add("int(%s[%s])", s.name, g.upTo(3))
			return
		}
		g.line("if len(%s) > 2 {\n%s += int(%s[1]) - int(%s[len(%s)-1])\n}", s.name, sum, s.name, s.name, s.name)
	default:
		g.line("for i := range len(%s) {\nif %s[i] >= 'a' {\n%s ^= int(%s[i]) << (i & 3)\n}\n}", s.name, s.name, sum,
			s.name)
	}
}
