package lower

// reshapePasses are the passes of this package, in order.
var reshapePasses = []Pass{
	{"flatten", "Replaces variables of tuple and record types by one variable a leaf.", flatten, true},
	{"prune", "Drops blocks, functions, variables and tables that no run needs.", prune, false},
	{"simplify", "Shortens jumps, forwards copies and drops what nobody needs.", simplify, false},
	{"loops", "Turns self-calls in last position into loops.", loops, false},
	{"levels", "Makes each level of a recursion of a known depth a function.", levels, false},
	{"together", "Calls once what both ways of a branch call.", meldCalls, false},
	{"inline", "Puts small or singly called functions in the place of their calls.", inline, false},
	{"expand", "Writes out short loops that go through a lane's own arrays.", expand, false},
	{"pick", "Chooses among elements where an index has few values.", pick, false},
	{"scalars", "Makes variables of the elements of arrays.", scalars, false},
	{"clean", "Simplifies again what inlining has brought together.", simplify, false},
	{"tables", "Makes constants of arrays that have the same numbers in all lanes.", tables, false},
	{"uniforms", "Computes once a run what is the same in all lanes.", uniforms, false},
	{"circuit", "Folds, shares and moves what functions compute.", optimise, false},
	{"meld", "Computes once what both ways of a branch compute.", meld, false},
	{"masks", "Replaces remainders compared with zero, and divisions of floats by powers of two.", masks, false},
	{"peel", "Takes the first test of a recursion to its calls.", peel, false},
	{"predicate", "Replaces short branches by selects.", predicate, false},
	{"recheck", "Repeats a comparison where its result was asked later.", recheck, false},
	{"rotate", "Repeats cheap loop tests at the end of the loop.", rotate, false},
	{"join", "Replaces the branches that have come together at the end of loops.", predicate, false},
	{"unroll", "Repeats the body of a short loop.", unroll, false},
	{"tidy", "Simplifies what is left of branches and tests.", simplify, false},
}

// reshapeOrder is why the passes are in the order in which they are.
var reshapeOrder = []Constraint{
	{"flatten", "prune", "unused leaves of a used variable are dropped too"},
	{"flatten", "simplify", "copies are moves of single tensors"},
	{"prune", "inline", "a function with one caller is found by counting calls that can happen"},
	{"simplify", "loops", "a call followed by a chain of empty blocks is one in last position"},
	{"loops", "inline", "a function that only calls itself last is not recursive any more"},
	{"loops", "levels", "a recursion that is a loop stays one"},
	{"levels", "inline", "a level has one caller"},
	{"loops", "together", "a function that only calls itself last is not recursive any more"},
	{"together", "inline", "a function with branches is one operation before, and many blocks after"},
	{"inline", "expand", "a loop's bounds and arrays may be arguments"},
	{"inline", "scalars", "an array that is passed to a function stays one"},
	{"expand", "pick", "counters have few values behind a loop that was written out"},
	{"pick", "scalars", "indices become literals"},
	{"clean", "tables", "what an array is made of is literals"},
	{"tables", "uniforms", "an element of a table may be known"},
	{"expand", "clean", "nobody needs the counters any more"},
	{"scalars", "clean", "elements become copies"},
	{"inline", "clean", "arguments become copies"},
	{"clean", "uniforms", "what a function is passed may be a uniform"},
	{"uniforms", "peel", "the first test may be known"},
	{"uniforms", "predicate", "a way has fewer operations, or there is only one"},
	{"uniforms", "circuit", "a derived uniform is one value, and no operation"},
	{"circuit", "meld", "what both ways compute from the same operands is computed before them"},
	{"meld", "predicate", "lanes do not part any more where little is left to each way"},
	{"meld", "peel", "a block that is repeated cannot be melded with its copy"},
	{"circuit", "masks", "a remainder may be by a constant then"},
	{"circuit", "predicate", "a way has fewer operations"},
	{"clean", "masks", "a remainder is compared directly and not through copies"},
	{"masks", "predicate", "an and costs less than a division and cannot fault"},
	{"clean", "peel", "the first test is found behind few blocks"},
	{"inline", "peel", "functions that call nothing are no part of a recursion's test"},
	{"peel", "predicate", "what follows a call may be short"},
	{"clean", "predicate", "a way without copies and empty blocks is shorter"},
	{"predicate", "recheck", "the choice behind a loop asks then what the loop's test said"},
	{"recheck", "rotate", "the test stands in one place alone"},
	{"predicate", "rotate", "a loop whose body is one block becomes one block"},
	{"rotate", "join", "the repeated test follows the body's own last branch"},
	{"join", "unroll", "a loop whose body is one block is found then"},
	{"unroll", "tidy", "the copies leave moves behind"},
	{"join", "tidy", "the first test follows its loop's start, and selects may have nothing to choose"},
}

// The passes that [Passes] has not, for machine code that runs one lane at a time and calls functions.
var (
	UnfoldPass = Pass{"unfold", "Puts small recursive functions in the place of their calls.", unfold, false}
	ChoosePass = Pass{"choose", "Replaces branches around next to nothing by selects.", choose, false}
)
