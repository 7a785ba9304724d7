package main

import (
	"encoding/json"
	"go/types"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/internal/shared"
	"github.com/lockstep-simt/lockstep/internal/shared/sourcetype"
)

// takeWholes reads the parameters that -uniform gives as JSON, whose types say what is in them.
func (j *function) takeWholes(f *dataFlags, path string) error {
	var names []string
	for _, name := range f.uniforms.names() {
		if _, constant := f.constants[name]; !constant && dataio.UniformIsJSON(f.uniforms[name]) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	if isProgram(path) {
		return usagef(f.command, "-uniform %s: JSON is of the types of a Go function, and a program in text form has "+
			"none of them: give its uniforms as literals, .csv or .npy files", names[0])
	}
	sig, err := typeOf(path, j.fn)
	if err != nil {
		return err
	}
	j.wholes = map[string]shared.Value{}
	for _, name := range names {
		param, _, isPart := strings.Cut(name, ".")
		if isPart {
			return usagef(f.command, "-uniform %s: JSON gives a whole parameter: -uniform %s=%s", name, param,
				f.uniforms[name])
		}
		v := parameter(sig, name)
		if v == nil {
			continue // of another function
		}
		for _, part := range f.uniforms.names() {
			if strings.HasPrefix(part, name+".") {
				return usagef(f.command, "-uniform %s: the whole of %s is given as well", part, name)
			}
		}
		t := sourcetype.Of(v.Type())
		value, ignored, err := dataio.ReadUniformJSON(f.uniforms[name], name, t)
		if err != nil {
			return pathProblem(err)
		}
		laid, err := shared.LayOut(name, t, value)
		if err != nil {
			return usagef(f.command, "-uniform %v", err)
		}
		j.opts = append(j.opts, lockstep.WithUniform(name, laid))
		j.wholes[name] = value
		f.ignored = append(f.ignored, ignored...)
	}
	return nil
}

// hasWhole reports whether a parameter, or the whole that it is a part of, was given in JSON.
func (j *function) hasWhole(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	_, ok := j.wholes[name]
	return ok
}

// parameter finds a parameter or receiver.
func parameter(sig *types.Signature, name string) *types.Var {
	if r := sig.Recv(); r != nil && r.Name() == name {
		return r
	}
	for v := range sig.Params().Variables() {
		if v.Name() == name {
			return v
		}
	}
	return nil
}

// missing is the error about a uniform that no flag gives.
func (f *dataFlags) missing(p lockstep.Field, path string) error {
	whole, _, isPart := strings.Cut(p.Name, ".")
	if data, given := f.uniforms[whole]; given && isPart {
		list, err := json.Marshal(strings.Split(data, ","))
		if err != nil {
			panic("bug: " + err.Error()) // strings always are JSON
		}
		return usagef(f.command, "-uniform %s=%s: what has strings, structs or slices inside is given in JSON, as a "+
			"list in -uniform '%s=%s', or as a file, -uniform %s=FILE.json", whole, data, whole, list, whole)
	}
	if isPart && !isProgram(path) {
		return usagef(f.command, "%s is one value for all lanes: give the whole with -uniform %s=FILE.json, or "+
			"this part of it with -uniform %s=DATA", describe(p), whole, p.Name)
	}
	return usagef(f.command, "%s is one value for all lanes: give it with -uniform %s=DATA", describe(p), p.Name)
}

// noteIgnored says which members of JSON are not fields.
func (f *dataFlags) noteIgnored(e *env) {
	slices.Sort(f.ignored)
	if names := slices.Compact(f.ignored); len(names) > 0 {
		e.notef("members that are not fields are ignored: %s", strings.Join(names[:min(len(names), 10)], ", "))
	}
}
