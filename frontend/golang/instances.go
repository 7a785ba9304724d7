package golang

import (
	"io"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// InstanceInfo is a function as it is compiled for what it is called with in some places: for which
// functions, constants, uniforms and memory.
type InstanceInfo struct {
	Symbol     string   // a name that no other instance has
	Function   string   // the name in the source, as the program's text form writes it
	Operations int      // how many it has
	Calls      int      // in how many places it is called
	Callers    []string // symbols of the instances that these are in
	State      string   // how far it came: "done" if nothing is missing
	Takes      string   // what it is specialised to
	Gives      string   // what is known of its results; empty if it never returns
}

// InstanceList are the instances that a function needs, itself first, with what finding them took.
type InstanceList struct {
	Instances      []InstanceInfo
	Begun          int // instances, those that turned out not to be needed among them
	Hits           int // calls that found an instance that was there
	HitsUnfinished int // of these, one that was not finished
	Deferred       int // calls for which an instance became more general
	Runs           int // of operations
}

// Instances finds the instances of the named function and of what it calls,
// without emitting a program. If log is not nil, it gets the transcript. The
// list is not nil unless nothing could be loaded; the error is as of Compile.
func Instances(files []File, fn string, opts Options, log io.Writer) (*InstanceList, error) {
	s, err := Parse(files, opts)
	if err != nil {
		return nil, err
	}
	return s.Instances(fn, opts, log)
}

// Instances finds the instances of a function as [Instances] does.
func (s *Source) Instances(fn string, opts Options, log io.Writer) (*InstanceList, error) {
	with, fn, err := s.whereIs(fn)
	if err != nil {
		return nil, err
	}
	var list *InstanceList
	errs := guard(func() program.ErrorList {
		opts.loads = loads{}
		t, errs := with.instantiate(fn, opts, log, newKeeping())
		if t != nil {
			list = listInstances(t.cache)
		}
		return errs
	})
	if errs != nil {
		return list, errs
	}
	return list, nil
}

// listInstances describes what a cache has.
func listInstances(c *instance.Cache) *InstanceList {
	stats, entries := c.Stats(), c.Reachable()
	list := &InstanceList{Begun: stats.Entries, Hits: stats.Hits, HitsUnfinished: stats.HitsUnfinished,
		Deferred: stats.Deferred, Runs: stats.Runs}
	calls, callers := map[*instance.Entry]int{}, map[*instance.Entry][]string{}
	for _, e := range entries {
		for op := range e.Operations() {
			for _, callee := range e.Callees(op) {
				calls[callee]++
				if !slices.Contains(callers[callee], e.Symbol()) {
					callers[callee] = append(callers[callee], e.Symbol())
				}
			}
		}
	}
	for _, e := range entries {
		i := InstanceInfo{Symbol: e.Symbol(), Function: e.Operator().Name(), Operations: len(e.Operations()),
			Calls: calls[e], Callers: callers[e], State: e.State().String(), Takes: e.In().String()}
		if e.Outputs() != nil {
			i.Gives = e.Outputs().String()
		}
		list.Instances = append(list.Instances, i)
	}
	return list
}
