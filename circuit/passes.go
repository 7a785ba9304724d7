package circuit

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program/edit"
)

// Pass improves a circuit in place.
type Pass struct {
	Name string // a command-line value
	Doc  string // one sentence
	Run  func(c *Circuit)
	// States is set if the pass may change the sequential part. One that is not set leaves every
	// state and the wires between states as they are.
	States bool
}

// Passes are the passes, in order.
var Passes = []Pass{
	{"fold", "Replaces operations on constants, and those that simpler ones stand for.", fold, false},
	{"branches", "Drops ways that no lane takes, and states that only lead on.", branches, true},
	{"share", "Uses again what was computed, loaded or checked on every way before.", share, false},
	{"refold", "Folds what sharing has brought together.", fold, false},
	{"rebranch", "Drops the ways that are left.", branches, true},
	{"constants", "Computes on each way what comes of constants that are chosen there.", constants, false},
	{"ranges", "Decides checks, faults and branches by the ranges of numbers.", confine, false},
	{"reduce", "Replaces operations on integers by cheaper ones where ranges allow it.", reduce, false},
	{"hoist", "Computes once, before a branch, what each of its ways begins with.", hoist, false},
	{"stores", "Stores once, behind several ways, what each of them stores.", stores, false},
	{"promote", "Keeps in variables, while loops run, elements that they take and replace.", promote, false},
	{"carry", "Takes from the round before what it stored or loaded, and a loop loads.", carry, false},
	{"invariants", "Lets what hangs on tokens leave loops in which it gives the same each round.", leaveLoops, false},
	{"narrow", "Notes which operations have small operands only.", narrow, false},
	{"settle", "Folds what ranges have decided, and drops the ways that are left to nobody.", settle, true},
	{"reuse", "Shares what loads and stores that were moved have in common.", reuse, false},
	{"quotients", "Computes remainders from the quotients of the same numbers.", quotients, false},
	{"dead", "Drops what nobody needs.", dead, false},
	{"gather", "Computes once, behind several ways, what each of them computes.", gather, false},
	{"loosen", "Lets stand anywhere what does not fault with any operands.", loosen, false},
	{"apart", "Computes on several ways what the ways past them do not need.", apart, false},
	{"vary", "Notes which values are the same for all lanes.", vary, false},
}

// firstTogether is the first pass that asks what is known of all functions of a program: those before it have run over
// each of them then.
const firstTogether = "ranges"

// split returns the passes that need no function but their own, and those that come behind them.
func split(passes []Pass) (alone, together []Pass) {
	at := slices.IndexFunc(passes, func(pass Pass) bool { return pass.Name == firstTogether })
	return passes[:at], passes[at:]
}

// Order is why the passes are in the order in which they are.
var Order = []edit.Constraint{
	edit.Before("fold", "branches", "a branch whose condition is a constant is a jump"),
	edit.Before("branches", "share", "what only lanes compute that do not exist is not shared"),
	edit.Before("share", "refold", "operands that were two gates may be one"),
	edit.Before("refold", "rebranch", "a condition may be a constant now"),
	edit.Before("rebranch", "constants", "a selector of a merge with one way chooses nothing"),
	edit.Before("constants", "ranges", "a comparison of a choice becomes a choice, whose ways say which it was"),
	edit.Before("share", "ranges", "all conditions about a number are about one gate"),
	edit.Before("ranges", "reduce", "it makes what is known, and what does not fault has cheaper forms"),
	edit.Before("ranges", "hoist", "what does not fault may be computed before a branch"),
	edit.Before("ranges", "invariants", "what does not fault may leave a loop"),
	edit.Before("hoist", "promote", "an element that all ways of a round take is taken once"),
	edit.Before("stores", "promote", "an element that all ways of a round replace is replaced once"),
	edit.Before("promote", "carry", "an element in a variable need not be carried"),
	edit.Before("invariants", "narrow", "a note is about operands where they are needed, which moves change"),
	edit.Before("narrow", "settle", "it is the last that asks for ranges, which settling forgets"),
	edit.Before("narrow", "quotients", "the range of a remainder is not that of a difference"),
	edit.Before("settle", "reuse", "ways that no lane takes load nothing"),
	edit.Before("stores", "reuse", "what was moved may have something in common with what was there"),
	edit.Before("carry", "reuse", "what was moved may have something in common with what was there"),
	edit.Before("settle", "dead", "what only lanes need that do not exist is not needed"),
	edit.Before("quotients", "dead", "what a remainder was computed from may not be needed"),
	edit.Before("dead", "gather", "an operation that nobody needs has no choice of operands"),
	edit.Before("gather", "loosen", "it gives gates other operands, which are right only where they matter"),
	edit.Before("reduce", "loosen", "it gives gates other operands, which are right only where they matter"),
	edit.Before("gather", "apart", "it takes apart what all others bring together"),
	edit.Before("loosen", "apart", "what may stand anywhere may stand on the ways that need it"),
	edit.Before("apart", "vary", "it changes types alone, so that the schedule can use the blocks that it found"),
}

// run runs the pass; what goes wrong in it says so.
func (pass Pass) run(c *Circuit) {
	defer func() {
		if r := recover(); r != nil {
			panic(fmt.Sprintf("%v\nin pass %s of the circuit of %s", r, pass.Name, c.Name))
		}
	}()
	pass.Run(c)
}
