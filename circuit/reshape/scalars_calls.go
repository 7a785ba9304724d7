package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// What functions are passed and give, where the elements of arrays become variables.

// keepPassed keeps arrays that are passed, or given, for others: where these are none that can be split, elements are
// taken of one that stays, or one that stays is made of them if they are few.
func (s *dissolver) keepPassed(call *program.FunctionCallOp) {
	callee := s.calls.Bodies[s.calls.Index[call.Callee]]
	for i, name := range callee.In {
		s.keepUnlike(call.In[i], name)
	}
	for i, name := range callee.Out {
		s.keepUnlike(program.Ref(name), call.Out[i])
	}
}

// keepUnlike keeps an array and what it becomes if that cannot be done element by element.
func (s *dissolver) keepUnlike(from program.Operand, to string) {
	if from.IsLiteral() {
		return
	}
	t, ok := s.p.TensorTypeOf(to)
	u, known := s.p.TensorTypeOf(from.Name)
	switch a, b := s.shapes[from.Name] != nil, s.shapes[to] != nil; {
	case !a && !b:
	case !ok || !known || !slices.Equal(t.Shape, u.Shape):
		s.keepBoth(to, from)
	case a && !b && t.Elements() > scalarsBuilt:
		delete(s.shapes, from.Name)
	}
}

// keepBoth keeps two arrays as they are.
func (s *dissolver) keepBoth(name string, o program.Operand) {
	delete(s.shapes, name)
	delete(s.shapes, o.Name)
}

// pass has a call pass and give elements.
func (s *dissolver) pass(call *program.FunctionCallOp) []program.Instr {
	callee := s.calls.Bodies[s.calls.Index[call.Callee]]
	at := &program.PrimOp{Pos: call.Pos}
	var before, after []program.Instr
	var in []program.Operand
	for i, name := range callee.In {
		from, to := call.In[i], s.elements[name]
		own := s.elements[from.Name]
		switch {
		case to == nil && own == nil:
			in = append(in, from)
			continue
		case to == nil:
			whole := s.fresh(name, s.shapes[from.Name])
			before = append(before, s.built(at, whole, own)...)
			in = append(in, program.Ref(whole))
			continue
		case own == nil && !from.IsLiteral():
			own = s.freshElements(name)
			before = append(before, s.taken(at, own, from, nil)...)
		}
		for k := range to {
			if !from.IsLiteral() {
				from = program.Ref(own[k])
			}
			in = append(in, from)
		}
	}
	var out []string
	for i, name := range callee.Out {
		from, to := s.elements[name], call.Out[i]
		switch own := s.elements[to]; {
		case from == nil && own == nil:
			out = append(out, to)
		case from == nil:
			whole := s.fresh(to, s.shapes[to])
			after = append(after, s.taken(at, own, program.Ref(whole), nil)...)
			out = append(out, whole)
		case own == nil:
			from = s.freshElements(name)
			after = append(after, s.built(at, to, from)...)
			out = append(out, from...)
		default:
			out = append(out, own...)
		}
	}
	call.In, call.Out = in, out
	return slices.Concat(before, []program.Instr{call}, after)
}

// fresh declares a variable like another, of a shape.
func (s *dissolver) fresh(like string, shape []int) string {
	t, _ := s.p.TensorTypeOf(like)
	name := s.names.Fresh(like)
	s.p.VarDefs.Add(name, program.Of(program.TensorType{Dtype: t.Dtype, Shape: shape}))
	return name
}

// freshElements declares variables for the elements of an array.
func (s *dissolver) freshElements(array string) (list []string) {
	for range s.elements[array] {
		list = append(list, s.fresh(array, nil))
	}
	return list
}

// variables returns variables, elements in the place of arrays that are split.
func (s *dissolver) variables(names []string) (list []string) {
	for _, name := range names {
		if s.elements[name] != nil {
			list = append(list, s.elements[name]...)
		} else {
			list = append(list, name)
		}
	}
	return list
}
