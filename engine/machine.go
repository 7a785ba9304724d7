package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// machine is what an instruction set has for the code around the phases: for lanes that
// come and go, and masks of lanes. Its methods add instructions to an emitter. A mask is a
// register of optab.Bool; a row is 64 bytes of the frame.
type machine interface {
	// transfer is the instruction that loads a value of a type from a row, and stores it.
	transfer(t optab.Type) string

	// or, and, andNot and not are of masks; andNot has the lanes of x that are not in y.
	or(x, y codegen.Reg) codegen.Reg
	and(x, y codegen.Reg) codegen.Reg
	andNot(x, y codegen.Reg) codegen.Reg
	not(x codegen.Reg) codegen.Reg
	// test makes JEQ jump if no lane is in a mask.
	test(x codegen.Reg)
	// count puts into CX how many lanes are in a mask.
	count(x codegen.Reg)

	// merge changes a register in the lanes of a mask, and mergeRow a row, whose value is
	// in now.
	merge(t optab.Type, v, mask, into codegen.Reg)
	mergeRow(t optab.Type, v, mask, now codegen.Reg, row int)

	// numbers are those of a group's lanes: the next input's plus first, and on.
	numbers(first int) codegen.Reg
	// below and known are the lanes of a mask, or all if it is NoReg, whose numbers are
	// below the limit, and those that have a number.
	below(numbers, among codegen.Reg) codegen.Reg
	known(numbers, among codegen.Reg) codegen.Reg

	// load and store move elements between consecutive lanes and memory, those of a mask, or all
	// if it is NoReg.
	load(t optab.Type, from codegen.Address, mask codegen.Reg) codegen.Reg
	store(t optab.Type, v, mask codegen.Reg, to codegen.Address)

	// renew gives the lanes in ended, which were ids, the next numbers, as far as there
	// are any, and leaves in CX how many lanes ended. input is what those that have one
	// find in a column, whose next element is at an address.
	renew(ids, ended codegen.Reg) renewed
	input(r renewed, t optab.Type, from codegen.Address) codegen.Reg
	// scatter stores results of lanes at their numbers.
	scatter(lanes, numbers codegen.Reg, results []scattered)
	// list adds the numbers of lanes to the list of those that faulted.
	list(lanes, numbers codegen.Reg)
}

// anyOf are the lanes of some masks, one at least.
func anyOf(m machine, masks ...codegen.Reg) codegen.Reg {
	any := masks[0]
	for _, mask := range masks[1:] {
		any = m.or(any, mask)
	}
	return any
}

// renewed is what became of lanes that ended.
type renewed struct {
	now   codegen.Reg // numbers of all lanes
	valid codegen.Reg // those that ended and have a new one
	// Where a table tells how elements are spread over lanes: the permutation, and how
	// many of the next elements there are, as a mask.
	spread, there codegen.Reg
}

// scattered is a result: where the address of its column is in the frame, and its values.
type scattered struct {
	column int
	typ    optab.Type
	values codegen.Reg
}

// instructions is an instruction set that there is machine code for.
type instructions struct {
	name   string // the implementation of kernels that uses it
	target codegen.Target
	// vectorPins and maskPins are how many registers of each kind variables may have
	// throughout; the others are for what is computed. Without maskPins masks are vectors.
	vectorPins, maskPins int
	// shortPins are how many more variables may have where regions are short. Where it is not 0, masks have no
	// precedence over variables.
	shortPins int
	// byName tells that it is used only where it is asked for.
	byName bool
	// machine adds to an emitter. The lanes' numbers are of a type; rows is where rows of
	// the machine's own are in the frame, one more than there are results.
	machine func(e *codegen.Emitter, number optab.Type, rows int) machine
	// rows is machine for code of superblocks, see blocks.go.
	rows func(e *codegen.Emitter, number optab.Type, rows int) rowMachine
}

// setOf returns the instruction set of a name; without one, that of the kernels in use.
func setOf(name string) (*instructions, error) { return chooseSet(sets, name, simd.Active()) }

// chooseSet is setOf among instruction sets of an architecture.
func chooseSet(sets []*instructions, name, active string) (*instructions, error) {
	i := slices.IndexFunc(sets, func(s *instructions) bool {
		return s.name == name || name == "" && s.name == active && !s.byName
	})
	switch {
	case i >= 0 && sets[i].available():
		return sets[i], nil
	case i >= 0:
		return nil, fmt.Errorf("the processor does not have %s", sets[i].name)
	case name != "":
		return nil, fmt.Errorf("there is no machine code for %s here, but for %s", name, listed(sets))
	}
	return nil, fmt.Errorf("machine code is for %s, and the kernels in use are %s", listed(sets), active)
}

// listed names instruction sets.
func listed(sets []*instructions) string {
	var names []string
	for _, s := range sets {
		name := s.name
		if s.byName {
			name += ", where it is asked for"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return "no instruction set of this architecture"
	}
	return strings.Join(names, " and ")
}

// available reports whether the processor has the instructions.
func (s *instructions) available() bool {
	return slices.ContainsFunc(simd.Implementations(), func(impl simd.Implementation) bool {
		return impl.Name == s.name && impl.Available
	})
}

// Machines are the names of the instruction sets that there is machine code for here. It is for tests.
func Machines() (names []string) {
	if executable() != nil {
		return nil
	}
	for _, s := range sets {
		if s.available() {
			names = append(names, s.name)
		}
	}
	return names
}

// letter ends the names of integer instructions on elements of a type.
func letter(typ optab.Type) string {
	if typ.Size() == 4 {
		return "D"
	}
	return "Q"
}

// count is n numbers from first on.
func count(first, n int) []uint64 {
	list := make([]uint64, n)
	for i := range list {
		list[i] = uint64(first + i)
	}
	return list
}
