package gen

import "fmt"

const lanetestPath = "github.com/lockstep-simt/lockstep/lane/lanetest"

// How many lanes the test and the benchmark have.
const (
	testedLanes   = 1000
	measuredLanes = 10_000
)

// tests writes the file with tests.
func (g *writer) tests(wrappers []*wrapper) {
	lanetest := g.imports.use(lanetestPath, "lanetest")
	testing := g.imports.use("testing", "testing")
	g.wrap = g.imports.use(wrapPath, "wrap")
	for _, w := range wrappers {
		f := newFunction(g, w)
		t, b, gen := f.names.fresh("t"), f.names.fresh("b"), f.names.fresh("g")
		f.comment(fmt.Sprintf("%s, if a test file of the package sets it, changes the inputs that are made\nfor %s "+
			"where others make more sense: those of the lanes, or what all lanes share.", w.testInputs, w.fn))
		f.printf("var %s = func(%s *%s) {}\n", w.testInputs, f.work, w.work)

		f.comment(fmt.Sprintf("%s returns lanes with moderate inputs and some special ones, the same every time.",
			w.testLanes))
		f.printf("func %s(%s *%s.Gen, %s %s) %s.Work {\n%s := %s{\n", w.testLanes, gen, lanetest, f.n,
			f.predeclared("int"), g.wrap, f.work, w.work)
		for _, pa := range w.params {
			typ := f.imports.typeName(pa.typ)
			switch {
			case pa.uniform && pa.pointer:
				f.printf("%s: %s.Shared[*%s](%s),\n", pa.field, lanetest, typ, gen)
			case pa.uniform:
				f.printf("%s: %s.Shared[%s](%s),\n", pa.field, lanetest, typ, gen)
			default:
				f.printf("%s: %s.Column[%s](%s, %s", pa.field, lanetest, typ, gen, f.n)
				for _, s := range pa.sizes() {
					f.printf(", %s.Size{Of: %q, Least: %d, Most: %d}", lanetest, s.path, s.least, s.most)
				}
				pa.value.any(func(v *value) bool {
					if v.kind() == text && v.column >= 0 && v.room == 0 {
						f.printf(", %s.Size{Of: %q, Texts: []%s{%s}}", lanetest, v.path, f.predeclared("string"),
							literals(w.in[v.column].Texts))
					}
					return false
				})
				f.printf("),\n")
			}
		}
		f.printf("}\n%s(&%s)\n%s = %s.room(%s)\nreturn &%s\n}\n", w.testInputs, f.work, f.work, f.work, f.n, f.work)

		f.comment(fmt.Sprintf("%s compares %s with what it gives in lockstep, bit for bit.", w.test, w.fn))
		f.printf("func %s(%s *%s.T) {\n%s.Compare(%s, %s, %d, %s)\n}\n", w.test, t, testing, lanetest, t, w.program,
			testedLanes, w.testLanes)

		f.comment(fmt.Sprintf("%s measures a loop over %s, a batch, and what\n%s chooses.", w.benchmark, w.fn, w.batch))
		f.printf("func %s(%s *%s.B) {\n%s.Benchmark(%s, %s, %d, %s)\n}\n", w.benchmark, b, testing, lanetest, b,
			w.program, measuredLanes, w.testLanes)
	}
}
