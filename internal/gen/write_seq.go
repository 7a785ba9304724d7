package gen

import (
	"strings"
)

// seq writes the function over a sequence.
func (f *function) seq() {
	w := f.w
	lanes, outputs := w.lanes(), w.outputs()
	in := w.args
	if in == "" {
		in = f.imports.typeName(lanes[0].typ)
	}
	out := w.result
	switch {
	case len(outputs) == 0:
		out = "struct{}"
	case out == "":
		out = f.imports.typeName(outputs[0].typ)
	}
	var uniforms []*param
	for _, pa := range w.params {
		if pa.uniform {
			uniforms = append(uniforms, pa)
		}
	}
	input, chunk := f.names.fresh("in"), f.names.fresh("chunk")
	extra := ""
	if len(uniforms) > 0 {
		extra = ", " + f.params(uniforms)
	}
	f.comment(f.seqComment(input))
	e := f.predeclared("error")
	f.signature("%s(%s %s.Context, %s %s.Seq[%s]%s, %s ...%s.Option) %s.Seq2[%s, %s]",
		w.seq, f.ctx, f.context, input, f.iter, in, extra, f.opts, f.lane, f.iter, out, e)
	f.printf("return %s.Stream(%s, %s, %s, func(%s %s.Context, %s []%s, %s ...%s.Option) ([]%s, []%s, %s) {\n",
		f.wrap, f.ctx, input, f.opts, f.ctx, f.context, chunk, in, f.opts, f.lane, out, e, e)

	values := map[*param]string{}
	for _, pa := range uniforms {
		values[pa] = pa.name
	}
	if w.args == "" {
		values[lanes[0]] = chunk
	} else {
		for _, pa := range lanes {
			values[pa] = pa.name
			f.printf("%s := %s\n", pa.name, f.makes(f.imports.typeName(pa.typ), f.length(chunk)))
		}
		f.printf("for %s := range %s {\n", f.i, chunk)
		for k, pa := range lanes {
			f.printf("%s[%s] = %s[%s].%s\n", pa.name, f.i, chunk, f.i, f.argFields[k])
		}
		f.printf("}\n")
	}
	var args, results []string
	for _, pa := range w.params {
		args = append(args, values[pa])
	}
	for _, r := range w.returned() {
		results = append(results, r.name)
	}
	f.printf("%s := %s(%s, %s, %s...)\n", strings.Join(append(results, f.err), ", "), w.batch, f.ctx,
		strings.Join(args, ", "), f.opts)
	errs := f.none("[]" + e)
	if last := w.lastError(); last != nil {
		errs = last.name
	}
	result := ""
	switch len(outputs) {
	case 0:
		result = f.makes("struct{}", f.length(chunk))
	case 1:
		result = outputs[0].name
	default:
		result = f.names.fresh("out")
		f.printf("%s := %s\nfor %s := range %s {\n%s[%s] = %s{", result, f.makes(out, f.length(outputs[0].name)), f.i,
			result, result, f.i, out)
		for _, r := range outputs {
			f.printf("%s[%s], ", r.name, f.i)
		}
		f.printf("}\n}\n")
	}
	f.printf("return %s, %s, %s\n})\n}\n", result, errs, f.err)
}
