package gofuzz

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep/internal/testkit"
)

// Shrink returns a smaller program that fails in the same way, and the failure.
//
// It edits the text: a round tries many edits, each by itself, in one build,
// then those that kept the failure together, and goes on from the smallest
// program that still fails. Edits that do not type-check are dropped, so an
// edit needs no understanding of Go. Time limits the work.
func Shrink(f *Failure, within time.Duration) *Failure {
	s := &shrinker{best: f, deadline: time.Now().Add(within), rng: rand.New(rand.NewPCG(1, 2))}
	start := *f.Program
	if f.Input != nil {
		start.Inputs = []Input{f.Input}
	}
	if alone := s.try([]*Program{&start})[0]; alone != nil {
		s.best = alone
	}
	for time.Now().Before(s.deadline) && s.round() {
	}
	s.inputs()
	return s.best
}

type shrinker struct {
	best     *Failure
	deadline time.Time
	rng      *rand.Rand
	serial   int
}

// perRound is how many edits a round tries.
const perRound = 120

// try gives the failures of those programs that fail as the best one does.
func (s *shrinker) try(programs []*Program) []*Failure {
	for _, p := range programs {
		s.serial++
		p.rename(fmt.Sprintf("s%d", s.serial))
	}
	native := s.best.Kind != refused && s.best.Kind != gaveUp && s.best.Kind != noProgram
	fs, _ := evaluate(programs, func(int) []testkit.Config {
		if s.best.Kind == otherBatch {
			return testkit.QuickConfigs()
		}
		return nil
	}, native, nil)
	for i, f := range fs {
		if f != nil && !f.same(s.best) {
			fs[i] = nil
		}
	}
	return fs
}

// rename changes the program's name, which is part of its import paths.
func (p *Program) rename(name string) {
	p.Packages = slices.Clone(p.Packages)
	for i := range p.Packages {
		p.Packages[i].Text = strings.ReplaceAll(p.Packages[i].Text, `"`+p.ImportPath("")+"/", `"`+module+"/"+name+"/")
	}
	p.Name = name
}

// round makes the best program smaller and reports whether it could.
func (s *shrinker) round() bool {
	p := s.best.Program
	c, err := p.check()
	if err != nil {
		return false
	}
	e := &editor{p: p, c: c}
	e.collect()
	// Large cuts first, but not always the same ones.
	s.rng.Shuffle(len(e.edits), func(i, j int) { e.edits[i], e.edits[j] = e.edits[j], e.edits[i] })
	sort.SliceStable(e.edits, func(i, j int) bool { return e.edits[i].gain() > 2*e.edits[j].gain() })
	for len(e.edits) > 0 {
		var tried []edit
		var programs []*Program
		for len(programs) < perRound && len(e.edits) > 0 {
			next := e.edits[0]
			e.edits = e.edits[1:]
			if q := apply(p, next); q != nil {
				tried, programs = append(tried, next), append(programs, q)
			}
		}
		var kept []edit
		var best *Failure
		for i, f := range s.try(programs) {
			if f != nil {
				kept = append(kept, tried[i])
				best = smaller(best, f)
			}
		}
		if best == nil {
			if time.Now().After(s.deadline) {
				return false
			}
			continue
		}
		// Together: all, the better half, the better quarter...
		sort.SliceStable(kept, func(i, j int) bool { return kept[i].gain() > kept[j].gain() })
		var together []*Program
		for n := len(kept); n > 1; n /= 2 {
			if q := apply(p, kept[:n]...); q != nil {
				together = append(together, q)
			}
		}
		for _, f := range s.try(together) {
			best = smaller(best, f)
		}
		s.best = best
		return true
	}
	return false
}

func smaller(a, b *Failure) *Failure {
	if a == nil || b != nil && b.Program.size() < a.Program.size() {
		return b
	}
	return a
}

func (p *Program) size() int {
	n := 0
	for _, pkg := range p.Packages {
		n += len(pkg.Text)
	}
	return n
}

// inputs makes the words of the failing input small.
func (s *shrinker) inputs() {
	if s.best.Input == nil {
		return
	}
	for again := true; again; {
		again = false
		p := *s.best.Program
		p.Inputs = nil
		in := s.best.Input
		for i, words := range in {
			from := 0
			if _, ok := s.best.checked.entry.Params().At(i).Type().Underlying().(*types.Slice); ok {
				from = 2 // not the length
			}
			for j := from; j < len(words); j++ {
				for _, w := range []uint64{0, 1, math.Float64bits(1)} {
					if words[j] != w && (words[j] > 1 || w == 0) && words[j] != math.Float64bits(1) {
						p.Inputs = append(p.Inputs, replaceWord(in, i, j, w))
					}
				}
			}
		}
		if len(p.Inputs) == 0 {
			return
		}
		if f := s.try([]*Program{&p})[0]; f != nil && f.Input != nil {
			p.Inputs = []Input{f.Input}
			f.Program = &p
			s.best, again = f, true
		}
	}
}

func replaceWord(in Input, i, j int, w uint64) Input {
	out := slices.Clone(in)
	out[i] = slices.Clone(in[i])
	out[i][j] = w
	return out
}

// edit is a change of a program's text.
type edit struct {
	cuts  []cut
	param int // of Fn that it removes, or -1
}

// cut replaces a piece of one package's text.
type cut struct {
	pkg      int
	from, to int
	text     string
}

func (e edit) gain() int {
	n := 0
	for _, c := range e.cuts {
		n += c.to - c.from - len(c.text)
	}
	return n
}

// apply makes the program that edits give, without what they leave unused, or
// returns nil if they clash or do not make it smaller.
func apply(p *Program, edits ...edit) *Program {
	q := *p
	q.Packages = slices.Clone(p.Packages)
	perPkg := map[int][]cut{}
	drop := -1
	for _, e := range edits {
		clash := e.param >= 0 && drop >= 0
		for i, c := range e.cuts {
			for _, d := range e.cuts[:i] { // a call among the arguments of another
				clash = clash || c.from < d.to && d.from < c.to
			}
			for _, d := range perPkg[c.pkg] {
				clash = clash || c.from < d.to && d.from < c.to || c.from == d.from
			}
		}
		if clash {
			continue
		}
		for _, c := range e.cuts {
			perPkg[c.pkg] = append(perPkg[c.pkg], c)
		}
		if e.param >= 0 {
			drop = e.param
		}
	}
	for pkg, cuts := range perPkg {
		q.Packages[pkg].Text = cutText(q.Packages[pkg].Text, cuts)
	}
	if drop >= 0 {
		q.Inputs = nil
		for _, in := range p.Inputs {
			q.Inputs = append(q.Inputs, slices.Delete(slices.Clone(in), drop, drop+1))
		}
	}
	if !q.tidy() || q.size() >= p.size() {
		return nil
	}
	return &q
}

func cutText(text string, cuts []cut) string {
	sort.Slice(cuts, func(i, j int) bool { return cuts[i].from < cuts[j].from })
	var b strings.Builder
	at := 0
	for _, c := range cuts {
		b.WriteString(text[at:c.from])
		b.WriteString(c.text)
		at = c.to
	}
	b.WriteString(text[at:])
	return b.String()
}

// tidy removes what nothing uses and reports whether the program is Go then.
func (p *Program) tidy() bool {
	for range 20 {
		c, err := p.check()
		if err == nil {
			for i := range p.Packages {
				text, err := format.Source([]byte(p.Packages[i].Text))
				if err != nil {
					return false
				}
				p.Packages[i].Text = string(text)
			}
			return true
		}
		unused, ok := isUnused(err)
		if !ok {
			return false
		}
		e := &editor{p: p, c: c}
		cuts := map[int][]cut{}
		for _, u := range unused {
			for _, d := range e.unused(u.Pos) {
				if !slices.ContainsFunc(cuts[d.pkg], func(c cut) bool { return d.from < c.to && c.from < d.to }) {
					cuts[d.pkg] = append(cuts[d.pkg], d)
				}
			}
		}
		if len(cuts) == 0 {
			return false
		}
		for pkg, list := range cuts {
			p.Packages[pkg].Text = cutText(p.Packages[pkg].Text, list)
		}
	}
	return false
}

// editor finds edits of a program.
type editor struct {
	p     *Program
	c     *checked
	pkg   int
	edits []edit
}

// cut makes a cut of the text between two positions.
func (e *editor) cut(from, to token.Pos, text string) cut {
	f := e.c.fset.File(from)
	return cut{e.pkg, f.Offset(from), f.Offset(to), text}
}

func (e *editor) add(cuts ...cut) { e.edits = append(e.edits, edit{cuts: cuts, param: -1}) }

func (e *editor) text(n ast.Node) string {
	f := e.c.fset.File(n.Pos())
	return e.p.Packages[e.pkg].Text[f.Offset(n.Pos()):f.Offset(n.End())]
}

// unused makes the cuts that remove what is declared and not used at pos, or
// put a blank in its place.
func (e *editor) unused(pos token.Pos) (cuts []cut) {
	for i, f := range e.c.files {
		if pos < f.FileStart || pos >= f.FileEnd {
			continue
		}
		e.pkg = i
		var object types.Object
		for id, o := range e.c.info.Defs {
			if id.Pos() == pos {
				object = o
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GenDecl:
				if n.Tok == token.IMPORT && n.Specs[0].Pos() == pos {
					cuts = append(cuts, e.cut(n.Pos(), n.End(), ""))
				}
			case *ast.DeclStmt:
				if vs, ok := n.Decl.(*ast.GenDecl).Specs[0].(*ast.ValueSpec); ok && vs.Pos() == pos &&
					len(vs.Names) == 1 {
					cuts = append(cuts, e.cut(n.Pos(), n.End(), ""))
				}
			case *ast.AssignStmt:
				blanks, mine := 0, -1
				for k, l := range n.Lhs {
					id, ok := l.(*ast.Ident)
					if ok && (id.Pos() == pos || object != nil && e.c.info.Uses[id] == object) {
						mine = k
					} else if ok && id.Name == "_" {
						blanks++
					}
				}
				switch {
				case mine < 0:
				case len(n.Lhs) == 1:
					cuts = append(cuts, e.cut(n.Pos(), n.End(), ""))
				default:
					cuts = append(cuts, e.cut(n.Lhs[mine].Pos(), n.Lhs[mine].End(), "_"))
					if blanks == len(n.Lhs)-1 && n.Tok == token.DEFINE {
						cuts = append(cuts, e.cut(n.TokPos, n.TokPos+2, "="))
					}
				}
			case *ast.RangeStmt:
				switch {
				case n.Key != nil && n.Key.Pos() == pos && n.Value == nil:
					cuts = append(cuts, e.cut(n.Key.Pos(), n.Range, ""))
				case n.Key != nil && n.Key.Pos() == pos:
					cuts = append(cuts, e.cut(n.Key.Pos(), n.Key.End(), "_"))
				case n.Value != nil && n.Value.Pos() == pos:
					cuts = append(cuts, e.cut(n.Key.End(), n.Value.End(), ""))
				}
				if id, ok := n.Key.(*ast.Ident); ok && id.Name == "_" && n.Value != nil && n.Value.Pos() == pos {
					cuts = []cut{e.cut(n.Key.Pos(), n.Range, "")}
				}
			}
			return true
		})
	}
	return cuts
}
