package lockstep

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
)

// Inputs gives each parameter its column: a slice of the parameter's Go type
// with one value for each lane. int and uint columns serve 64-bit parameters. A
// column of one value holds for all lanes.
//
// A parameter that is a string takes []string; see [Texts].
//
// A parameter that is a struct takes a slice of structs with fields of the same
// names, as in Inputs{"p": []Vec{{1, 2}, {3, 4}}}, or a column for each of its
// fields: Inputs{"p.X": []float64{1, 3}, "p.Y": []float64{2, 4}}. Arrays and slices
// of structs take both as well. See [Func.Rows] for a slice of structs with all
// parameters.
//
// An array parameter takes [][3]T; or a [][]T, whose rows all have the array's
// length; or a []T with all elements of lane 0, then of lane 1, and so on. So
// does a slice parameter of one length for all lanes (see Len). A slice
// parameter whose length each lane brings (see Cap) takes a [][]T or a Padded.
type Inputs map[string]any

// Padded is a column of slices, laid out flat.
type Padded struct {
	// Data is a slice of the element type with as many elements for each lane
	// as the capacity says; what lies beyond a lane's length is not looked at.
	Data any
	// Lens has the length of each lane's slice.
	Lens []int64
}

// port is a parameter or result with its place among the machine's columns.
type port struct {
	Field
	col   int
	slice int // index in ports.slices, or -1
	// text is where the bytes and lengths are of a string of any text; nil for others.
	text *program.Slice
	// unread is set if it is an input at which no lane looks.
	unread bool
}

// ports are the parameters, uniform ones apart, or the results. The length of a
// slice is a column of the machine, but no field.
type ports struct {
	fields  []port
	slices  []program.Slice
	columns int
}

func portsOf(p *program.Program, names program.Names) ports {
	flat := p.Flat(names)
	e := ports{slices: program.Slices(flat), columns: len(flat)}
	sliceOf := map[int]int{}
	for i, s := range e.slices {
		for _, col := range s.Elems {
			sliceOf[col] = i
		}
	}
	for col, d := range flat {
		if d.Go == program.GoLen {
			continue
		}
		t := d.Type.Leaf()
		f := port{col: col, slice: -1,
			Field: Field{Name: program.ColumnName(d.Name), Type: d.Go, Texts: d.Texts, Shape: t.Shape}}
		if f.Type == program.GoStored {
			f.Type = program.GoTypeOf(t.Dtype)
		}
		switch i, ok := sliceOf[col]; {
		case d.Text: // whose bytes and length are columns
			f.Type, f.Shape, f.Room, f.text = program.GoString, nil, t.Shape[0], &e.slices[i]
		case ok:
			f.slice, f.Slice = i, e.slices[i].Name
		}
		e.fields = append(e.fields, f)
	}
	return e
}

// findUnread marks the inputs that no instruction of a lowered program reads, and that are not results, if some inputs
// are strings that would have to be given numbers.
func (e *ports) findUnread(lowered *program.Program) {
	if !slices.ContainsFunc(e.fields, func(f port) bool { return f.Type == program.GoString }) {
		return
	}
	read := readNames(lowered)
	flat := lowered.Flat(lowered.VarsIn)
	for i := range e.fields {
		e.fields[i].unread = !read[flat[e.fields[i].col].Name]
	}
}

// findTold unmarks the inputs that a function of the source reads: the text of an error may need them although no lane
// does.
func (e *ports) findTold(source *program.Program) {
	read := map[string]bool{}
	for _, f := range source.Functions {
		maps.Copy(read, namesRead(&f.Graph))
		for _, d := range source.Flat(f.VarsOut) {
			read[d.Name] = true
		}
	}
	for _, b := range source.Graph.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*program.FunctionCallOp); ok {
				for i, d := range source.Flat(source.Function(call.Callee).VarsIn) {
					read[call.In[i].Name] = read[call.In[i].Name] || read[d.Name]
				}
			}
		}
	}
	flat := source.Flat(source.VarsIn)
	for i := range e.fields {
		f := &e.fields[i]
		f.unread = f.unread && !read[flat[f.col].Name]
	}
}

// readNames are the variables and uniforms of a lowered program that its instructions read, or that are results.
func readNames(lowered *program.Program) map[string]bool {
	read := namesRead(&lowered.Graph)
	for _, d := range lowered.Flat(lowered.VarsOut) {
		read[d.Name] = true
	}
	return read
}

// namesRead are those that the instructions of a graph read.
func namesRead(graph *program.ControlFlowGraph) map[string]bool {
	read := map[string]bool{}
	var names []string
	for _, b := range graph.Blocks {
		for _, in := range b.Instrs {
			names = program.Reads(in, names[:0])
			for _, name := range names {
				read[name] = true
			}
		}
		if o, ok := program.TermOperand(b.Term); ok && !o.IsLiteral() {
			read[o.Name] = true
		}
	}
	return read
}

// width returns the number of numbers in one element of a slice.
func (f port) width() int { return program.Elements(f.Shape[1:]) }

func (e *ports) list() []Field {
	var list []Field
	for _, f := range e.fields {
		list = append(list, f.Field)
	}
	return list
}

// complete reports whether inputs are a column for each parameter by its own name, and nothing else.
func (e *ports) complete(in Inputs) bool {
	for i := range e.fields {
		if _, given := in[e.fields[i].Name]; !given {
			return false
		}
	}
	return len(in) == len(e.fields)
}

// checkNames finds what is wrong with the names of inputs.
func (fn *Func) checkNames(in Inputs) error {
	known := map[string]bool{}
	var missing []string
	for _, f := range fn.params {
		known[f.Name] = true
		switch _, given := in[f.Name]; {
		case f.Uniform && given:
			return fmt.Errorf("lockstep: %s is uniform; give it with WithUniform", f.Name)
		case !f.Uniform && !given:
			missing = append(missing, f.Name)
		}
	}
	for _, name := range sortedKeys(in) {
		if !known[name] {
			return fmt.Errorf("lockstep: there is no parameter %s; the parameters are %s", name,
				strings.Join(paramNames(fn.params), ", "))
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("lockstep: no column for %s", strings.Join(missing, ", "))
	}
	return nil
}

// columns puts the inputs into the order of the machine's columns.
// The number of lanes is that of the columns that have not one value for all.
func (fn *Func) columns(in Inputs, s *scratch) (lanes int, err error) {
	e, cols := &fn.in, s.cols
	if !e.complete(in) {
		if in, err = e.expand(in); err != nil {
			return 0, err
		}
		if err := fn.checkNames(in); err != nil {
			return 0, err
		}
	}
	lanes = 1
	longest := ""
	for i := range e.fields {
		f := &e.fields[i]
		data := in[f.Name]
		var lens []int64
		if f.text != nil {
			n, err := f.spell(data, cols, &s.texts[i])
			if err != nil {
				return 0, fmt.Errorf("lockstep: column %s: %w", f.Name, err)
			}
			if n != 1 {
				if longest != "" && n != lanes {
					return 0, fmt.Errorf("lockstep: column %s has %d lanes, but %s has %d", f.Name, n, longest, lanes)
				}
				lanes, longest = n, f.Name
			}
			continue
		}
		if f.Type == program.GoString {
			if data, err = numbered(data, f, &s.numbers[i]); err != nil {
				return 0, fmt.Errorf("lockstep: column %s: %w", f.Name, err)
			}
		}
		if p, ok := data.(Padded); ok && f.slice >= 0 {
			if err := p.check(f.Field); err != nil {
				return 0, fmt.Errorf("lockstep: column %s: %w", f.Name, err)
			}
			data, lens = p.Data, p.Lens
		} else {
			var err error
			if data, lens, err = flatten(data, f.Field, &s.nests[i]); err != nil {
				return 0, fmt.Errorf("lockstep: column %s: %w", f.Name, err)
			}
		}
		cols[f.col] = batch.Column{Data: data, Shape: f.Shape}
		n, err := cols[f.col].Rows()
		if err != nil {
			return 0, fmt.Errorf("lockstep: column %s: %w", f.Name, err)
		}
		if n != 1 {
			if longest != "" && n != lanes {
				return 0, fmt.Errorf("lockstep: column %s has %d lanes, but %s has %d", f.Name, n, longest, lanes)
			}
			lanes, longest = n, f.Name
		}
		if f.slice < 0 {
			continue
		}
		s := e.slices[f.slice]
		first := e.fields[slices.IndexFunc(e.fields, func(f port) bool { return f.col == s.Elems[0] })].Name
		if err := sameLens(cols[s.Len].Data, lens, first, f.Name); err != nil {
			return 0, err
		}
		cols[s.Len] = batch.Column{Data: lens}
	}
	return lanes, nil
}

// sameLens returns an error if the columns of one slice of structs have slices
// of different lengths; before is nil for the first of them.
func sameLens(before any, lens []int64, first, name string) error {
	want, ok := before.([]int64)
	switch {
	case !ok:
		return nil
	case len(want) != len(lens):
		return fmt.Errorf("lockstep: column %s has %d lanes, but %s has %d", name, len(lens), first, len(want))
	}
	for lane, n := range lens {
		if n != want[lane] {
			return fmt.Errorf("lockstep: column %s: lane %d has %d elements, but that of %s has %d", name, lane, n,
				first, want[lane])
		}
	}
	return nil
}

// check finds what is wrong with a padded column for a slice. The run looks at the lengths themselves.
func (p Padded) check(f Field) error {
	n, err := batch.Column{Data: p.Data, Shape: f.Shape}.Rows()
	if err != nil {
		return err
	}
	if n != len(p.Lens) {
		return fmt.Errorf("there are elements for %d lanes and lengths for %d", n, len(p.Lens))
	}
	return nil
}

func paramNames(fields []Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}
