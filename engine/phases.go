package engine

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// phases makes the code of blocks, each under the mask of the lanes that get there.
type phases struct {
	*codegen.Builder
	g      *graph
	now    map[string]codegen.Value         // of variables
	masks  map[int][]codegen.Value          // which together are the lanes that are at a block, or wait there
	split  map[codegen.Value]*split         // of masks that are parts of others
	ofCase map[codegen.Value]*split         // of masks that are cases of a switch, whatever became of the parts
	ends   map[int]map[string]codegen.Value // variables at the ends of blocks, of the lanes that were there
	faults bool                             // lanes may fault

	uniforms  map[string]codegen.Value
	lengths   map[codegen.Value]bool   // of uniforms, which are not below 0
	depth     map[string]codegen.Value // of variables that are saved, inside a block
	start     map[string]codegen.Value // variables at the start
	saves     map[string]*saves
	asked     map[asked][]codegen.Value // which lanes told a number of an element
	clustered bool                      // the target saves clusters as lines of each lane's own
	at        site
	begin     bool          // the lanes are some that begin, among others
	parted    bool          // a phase is for some lanes, and others may have anything in what it computes with
	place     codegen.Value // of lanes, see places.go
	again     codegen.Value // whether a region whose lanes leave it at once has another round
	late      []lateFault   // that were not taken out of masks yet
	reached   map[int]bool  // blocks that lanes came to since
	passed    []bool        // blocks in which some lane is in each turn, see bypass.go
	stretches []stretch     // phases that may be jumped over
}

// site says where an instruction is.
type site struct{ block, instr int }

func (g *graph) newPhases(name string, target codegen.Target) *phases {
	p := &phases{
		Builder: codegen.NewBuilder(name, target.Has), g: g, now: map[string]codegen.Value{},
		masks: map[int][]codegen.Value{}, split: map[codegen.Value]*split{},
		ofCase: map[codegen.Value]*split{}, ends: map[int]map[string]codegen.Value{},
		uniforms: map[string]codegen.Value{}, lengths: map[codegen.Value]bool{},
		saves: map[string]*saves{}, asked: map[asked][]codegen.Value{}, again: codegen.NoValue, place: codegen.NoValue,
	}
	p.Build, p.Narrow = g.form, g.width == 4
	p.clustered = g.width == 8 && target.Has(codegen.StoreFrame+".u64")
	for _, o := range g.memory {
		p.AddArray(codegen.Array{Type: o.typ, Len: o.len, Narrow: g.narrow(o, target)})
	}
	return p
}

// addUniforms adds parameters for what the frame has of uniforms, behind all others.
func (p *phases) addUniforms() {
	for _, u := range p.g.given {
		if u.table {
			continue
		}
		v := p.SameParam(u.typ)
		if u.bool {
			v = p.Emit(optab.Bool, "ne."+u.typ.String(), v, p.literal(u.typ, 0))
		}
		if u.axis == 0 {
			if d := p.g.prog.Uniform(u.name).Def; d != nil && d.IsLength() {
				if of, ok := p.uniforms[axisOf(d.Of, d.Axis)]; ok {
					v = of // so that nobody asks twice whether an element exists
				}
			}
		}
		if u.axis > 0 {
			p.lengths[v] = true
		}
		p.uniforms[u.key()] = v
	}
	// Tables side by side have one length, and an index is asked once whether it is within it.
	for _, rec := range p.g.records {
		for _, f := range rec.Fields {
			n := p.uniforms[axisOf(rec.Name, 0)]
			length := p.uniforms[axisOf(f.Table, 0)]
			for key, v := range p.uniforms {
				if v == length {
					p.uniforms[key] = n
				}
			}
		}
	}
}

// value is the value of an operand.
func (p *phases) value(o program.Operand, t optab.Type) codegen.Value {
	if o.IsLiteral() {
		return p.literal(t, o.Bits)
	}
	if v, ok := p.uniforms[o.Name]; ok {
		return v
	}
	if v, ok := p.now[o.Name]; ok {
		return v
	}
	return p.literal(p.g.typeOf(o.Name), 0) // read in no lane before it is written
}

func (p *phases) literal(t optab.Type, bits uint64) codegen.Value {
	return p.Constant(t, bits&codegen.WidthMask(t))
}

// arrive adds lanes to those at a block.
func (p *phases) arrive(b int, mask codegen.Value) { p.masks[b] = append(p.masks[b], mask) }

// run adds the phases of blocks, in order. Lanes that go elsewhere, or back, are in masks
// afterwards.
func (p *phases) run(blocks []int) error {
	p.start = maps.Clone(p.now)
	waiting := map[int][]codegen.Value{} // that go back, or stay
	p.late, p.reached, p.passed = nil, map[int]bool{}, p.findPassed(blocks)
	for i, b := range blocks {
		if p.g.hosts[b] && p.g.placed {
			continue
		}
		mask := p.come(b)
		if mask == codegen.NoValue {
			continue
		}
		delete(p.masks, b)
		if p.g.hosts[b] {
			waiting[b] = []codegen.Value{mask}
			continue
		}
		if r := p.g.innermost(b); r != nil && r.header == b && r.atOnce {
			waiting[b] = []codegen.Value{mask}
		}
		leave := func(to int, m codegen.Value) {
			p.reached[to] = p.reached[to] || len(p.late) > 0
			if to > b && (!p.g.placed || slices.Contains(blocks, to) && !p.g.hosts[to]) {
				p.arrive(to, m)
			} else if p.g.placed {
				p.goToBlock(to, m)
			} else {
				waiting[to] = append(waiting[to], m)
			}
		}
		if err := p.addPhase(b, mask, p.mayWait(blocks[i+1:]), leave); err != nil {
			return err
		}
		p.writeSettled(b, blocks[i+1:])
	}
	p.writeAllSaved()
	for _, b := range slices.Sorted(maps.Keys(waiting)) {
		p.masks[b] = append(p.masks[b], waiting[b]...)
	}
	p.takeOutLate()
	return nil
}

// blocksOf lists the blocks of a part.
func (g *graph) blocksOf(of part) (list []int) {
	for b := range g.blocks {
		if g.part[b] == of {
			list = append(list, b)
		}
	}
	return list
}

// operation adds an operation on numbers, for the lanes of a mask.
func (p *phases) operation(op *program.PrimOp, active codegen.Value) (result, fault codegen.Value, err error) {
	info := op.Op.Info()
	var args []codegen.Value
	for i, o := range op.In {
		args = append(args, p.value(o, info.In[min(i, len(info.In)-1)]))
	}
	if order := len(args) - 1; info.Row.Has(optab.Unbounded) && !op.In[order].IsLiteral() {
		// What other lanes have would take steps, too.
		args[order] = p.Emit(optab.I64, "select.i64", active, args[order], p.Constant(optab.I64, 0))
	}
	if p.parted {
		p.Active = active
		defer func() { p.Active = codegen.NoValue }()
	}
	return p.apply(op.Op, args, claimsOf(op))
}

// whyFault says why lanes may fault at an operation.
func whyFault(op program.Opcode) string {
	if row := op.Info().Row; !row.Has(optab.Unbounded) {
		return row.Code.String()
	}
	return fmt.Sprintf("order beyond %d", simd.MachineOrder)
}

// apply adds an operation on values, of which something may be proven.
func (p *phases) apply(op program.Opcode, args []codegen.Value, known claims) (result, fault codegen.Value, err error) {
	if len(p.F.Code) > 2*maxCode { // some of it may not be needed
		return 0, 0, &largeError{len(p.F.Code), maxCode}
	}
	info := op.Info()
	if info.Row.Form == optab.Const {
		return args[0], codegen.NoValue, nil
	}
	if info.Row.Name == "checkindex" {
		n, ok := p.IsConst(args[1])
		if info.Type == optab.I32 {
			n = uint64(int32(n))
		}
		if ok && p.g.exists(p.at, 0, int(n)) {
			p.g.note(p.at.block).proven++
			known.proven = true
		} else if p.lengths[args[1]] {
			beyond := "ge.u64"
			if info.Type == optab.I32 {
				beyond = "ge.u32"
			}
			return args[0], p.Emit(optab.Bool, beyond, args...), nil
		}
	}
	return operation(p.Builder, op, args, known)
}
