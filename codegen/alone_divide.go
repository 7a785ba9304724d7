package codegen

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// worthBranch is how many additions, about, one side of a choice must take by itself to be worth a branch.
const worthBranch = 12

// divide puts what one side of a choice alone needs into regions. Behind the items, some values are read.
func (a *alone) divide(list []item, behind []Value) []item {
	links := a.link(list)
	for i := len(list) - 1; i >= 0; i-- {
		var divided []item
		if it := &list[i]; it.Op == If {
			divided = a.divideRegion(list, i, links, behind)
		} else if isChoice(it) && !a.merged[it.Args[0]] && a.f.Types[it.Dst] != optab.Bool {
			divided = a.divideChoice(list, i, links, behind)
		}
		if divided != nil {
			i = min(i, len(divided)-(len(list)-i)) // what is before it
			list, links = divided, a.link(divided)
		}
	}
	for i := range list {
		if it := &list[i]; it.Op == If {
			it.body = a.divide(it.body, append(slices.Clip(behind), changes(it)...))
		}
	}
	return list
}

func isChoice(it *item) bool {
	name, _, _ := strings.Cut(it.Op, ".")
	return name == "select"
}

// changes are the values from before a region or loop that it merges.
func changes(it *item) (list []Value) {
	own := map[Value]bool{}
	it.each(func(in *Instr) {
		switch {
		case in.Op != Merge:
			own[in.Dst] = true
		case !own[in.Dst] && !slices.Contains(list, in.Dst):
			list = append(list, in.Dst)
		}
	}, func(Value) {})
	return list
}

// links are which items make and read which values.
type links struct {
	makes, reads    [][]Value
	makers, readers [][]int // by value
}

func (a *alone) link(list []item) *links {
	n := len(a.f.Types)
	l := &links{makers: make([][]int, n), readers: make([][]int, n)}
	for i := range list {
		it := &list[i]
		var makes, reads []Value
		if it.body == nil {
			if reads = it.Args; it.Dst != NoValue {
				makes = []Value{it.Dst}
			}
		} else {
			makes, reads = changes(it), needs(it)
		}
		for _, v := range makes {
			l.makers[v] = append(l.makers[v], i)
		}
		for _, v := range reads {
			if r := l.readers[v]; len(r) == 0 || r[len(r)-1] != i {
				l.readers[v] = append(r, i)
			}
		}
		l.makes, l.reads = append(l.makes, makes), append(l.reads, reads)
	}
	return l
}

// needs are the values from before a region or loop that it reads.
func needs(it *item) (list []Value) {
	own, seen := map[Value]bool{}, map[Value]bool{}
	read := func(v Value) {
		if !own[v] && !seen[v] {
			seen[v] = true
			list = append(list, v)
		}
	}
	it.each(func(in *Instr) {
		for _, v := range in.Args {
			read(v)
		}
		if in.Dst != NoValue && in.Op != Merge {
			own[in.Dst] = true
		}
	}, read)
	return list
}

// side finds the items before an index that are there for some values alone, as some items read them. They are in
// order, and there are none if they are not worth a branch.
func (a *alone) side(
	list []item, at int, l *links, roots []Value, allowed func(reader int, v Value) bool, behind []Value,
) (chosen []int) {
	in := make([]bool, len(list))
	for work := slices.Clone(roots); len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, k := range l.makers[v] {
			if k < at && !in[k] && list[k].Op != Const {
				in[k] = true
				work = append(append(work, l.reads[k]...), l.makes[k]...)
			}
		}
	}
	other := func(k int) bool { return !in[k] }
	stays := func(k int) bool {
		for _, v := range l.makes[k] {
			if slices.Contains(behind, v) || slices.ContainsFunc(l.makers[v], other) ||
				slices.ContainsFunc(l.readers[v], func(r int) bool { return !in[r] && !allowed(r, v) }) {
				return true
			}
		}
		for _, v := range l.reads[k] { // as it is there
			if a.merged[v] && slices.ContainsFunc(l.makers[v], func(m int) bool { return !in[m] && m > k && m < at }) {
				return true
			}
		}
		return false
	}
	// What reads a value comes behind what makes it, so that one way back finds nearly all.
	for changed := true; changed; {
		changed = false
		for k := at - 1; k >= 0; k-- {
			if in[k] && stays(k) {
				in[k] = false
				changed = true
			}
		}
	}
	weight := 0
	for k, is := range in {
		if is {
			chosen = append(chosen, k)
			weight += weightOfItem(&list[k])
		}
	}
	if weight < worthBranch {
		return nil
	}
	return chosen
}

// weightOfItem is about what an item takes, in additions. Regions may be jumped over.
func weightOfItem(it *item) int {
	if it.body == nil {
		return weightOf(it.Op)
	}
	sum := 0
	for i := range it.body {
		sum += weightOfItem(&it.body[i])
	}
	if it.Op == If {
		sum /= 2
	}
	return sum
}

// divideChoice divides choices by one mask, whose first is at an index. It returns nil if there is nothing to
// divide, or an earlier choice is the first.
func (a *alone) divideChoice(list []item, at int, l *links, behind []Value) []item {
	mask := list[at].Args[0]
	isBefore := func(k, i int) bool { // whether the sides of a choice are made before an index
		return !slices.ContainsFunc(list[k].Args[1:], func(v Value) bool {
			return a.merged[v] || slices.ContainsFunc(l.makers[v], func(m int) bool { return m >= i })
		})
	}
	var all []int
	for _, k := range l.readers[mask] {
		if !isChoice(&list[k]) || list[k].Args[0] != mask || a.f.Types[list[k].Dst] == optab.Bool {
			continue
		}
		if k < at && isBefore(at, k) {
			return nil
		}
		if k == at || k > at && isBefore(k, at) {
			all = append(all, k)
		}
	}
	var sides [2][]int
	for n := range sides {
		var roots []Value
		for _, k := range all {
			roots = append(roots, list[k].Args[1+n])
		}
		sides[n] = a.side(list, at, l, roots, func(r int, v Value) bool {
			return slices.Contains(all, r) && list[r].Args[0] != v && list[r].Args[2-n] != v
		}, behind)
	}
	if sides[0] == nil && sides[1] == nil {
		return nil
	}
	return a.write(list, at, all, sides)
}

// write writes choices at an index with regions for their sides.
func (a *alone) write(list []item, at int, all []int, sides [2][]int) (out []item) {
	mask := list[at].Args[0]
	var regions []item
	for n, side := range sides {
		if side == nil {
			continue
		}
		region := item{Instr: Instr{Op: If, Dst: NoValue, Args: []Value{mask}, Mark: list[at].Mark}, while: NoValue}
		if n == 1 {
			not := a.emit(optab.Bool, "not.bool", mask)
			regions = append(regions, not)
			region.Args = []Value{not.Dst}
		}
		for _, k := range side {
			region.body = append(region.body, list[k])
		}
		for _, k := range all {
			region.body = append(region.body, a.merge(region.Args[0], list[k].Dst, list[k].Args[1+n]))
		}
		regions = append(regions, region)
	}
	var before []item // what each choice is unless a region changes it
	for _, k := range all {
		first := list[k].Args[1]
		switch {
		case sides[0] != nil && sides[1] != nil:
			zero := a.emit(a.f.Types[list[k].Dst], Const)
			before, first = append(before, zero), zero.Dst
		case sides[0] != nil:
			first = list[k].Args[2]
		}
		before = append(before, a.copy(list[k].Dst, first))
	}
	for k, it := range list {
		if k == at {
			out = append(append(out, before...), regions...)
		}
		if !slices.Contains(sides[0], k) && !slices.Contains(sides[1], k) && !slices.Contains(all, k) {
			out = append(out, it)
		}
	}
	return out
}

// divideRegion puts what is replaced where a region at an index runs into a region of those where it does not.
func (a *alone) divideRegion(list []item, at int, l *links, behind []Value) []item {
	mask := list[at].Args[0]
	if a.merged[mask] {
		return nil
	}
	copies := map[int]bool{}
	var roots []Value
	for _, v := range l.makes[at] {
		k := l.makers[v][0]
		if list[k].Op != Copy || a.f.Types[v] == optab.Bool || !a.isReplaced(&list[at], v) || l.makers[v][1] != at ||
			slices.ContainsFunc(l.readers[v], func(r int) bool { return r <= at }) {
			continue
		}
		copies[k] = true
		roots = append(roots, list[k].Args[0])
	}
	side := a.side(list, at, l, roots, func(r int, _ Value) bool { return copies[r] }, behind)
	if side == nil {
		return nil
	}
	not := a.emit(optab.Bool, "not.bool", mask)
	region := item{Instr: Instr{Op: If, Dst: NoValue, Args: []Value{not.Dst}, Mark: list[at].Mark}, while: NoValue}
	for _, k := range side {
		region.body = append(region.body, list[k])
	}
	var out []item
	for k, it := range list {
		switch {
		case slices.Contains(side, k):
			continue
		case copies[k]:
			region.body = append(region.body, a.merge(not.Dst, it.Dst, it.Args[0]))
			zero := a.emit(a.f.Types[it.Dst], Const)
			out = append(out, zero)
			it = a.copy(it.Dst, zero.Dst)
		case k == at:
			out = append(out, it)
			it = region
			out = append(out, not)
		}
		out = append(out, it)
	}
	return out
}

// isReplaced reports whether a region leaves nothing of what a value was before.
func (a *alone) isReplaced(region *item, v Value) bool {
	for i := range region.body {
		it := &region.body[i]
		if it.Op == Merge && it.Dst == v {
			return it.Args[0] == region.Args[0]
		}
	}
	return false
}

// emit makes an instruction, whose value is new.
func (a *alone) emit(t optab.Type, op string, args ...Value) item {
	v := a.f.NewValue(t)
	a.merged = append(a.merged, false)
	return a.makes(Instr{Op: op, Dst: v, Args: args})
}

func (a *alone) makes(in Instr) item {
	a.made[in.Dst] = &in
	return item{Instr: in, while: NoValue}
}

// copy begins a value that is merged from now on.
func (a *alone) copy(v, from Value) item {
	a.merged[v] = true
	return a.makes(Instr{Op: Copy, Dst: v, Args: []Value{from}})
}

func (a *alone) merge(mask, into, v Value) item {
	return item{Instr: Instr{Op: Merge, Dst: into, Args: []Value{mask, v}}, while: NoValue}
}
