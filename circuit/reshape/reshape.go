package reshape

import "github.com/lockstep-simt/lockstep/program/edit"

// Passes are the passes of this package, in order.
var Passes = []edit.Pass{
	edit.Needed("flatten", "Replaces variables of tuple and record types by one variable a leaf.", flatten),
	edit.Optional("prune", "Drops blocks, functions, variables and tables that no run needs.", prune),
	edit.Optional("simplify", "Shortens jumps, forwards copies and drops what nobody needs.", Simplify),
	edit.Optional("loops", "Turns self-calls in last position into loops.", loops),
	edit.Optional("levels", "Makes each level of a recursion of a known depth a function.", levels),
	edit.Optional("together", "Calls once what both ways of a branch call.", meldCalls),
	edit.Optional("inline", "Puts small or singly called functions in the place of their calls.", inline),
	edit.Optional("evaluate", "Runs loops that compute with constants alone.", evaluate),
	edit.Optional("expand", "Writes out short loops that go through a lane's own arrays, and cheap ones.", expand),
	edit.Optional("pick", "Chooses among elements where an index has few values.", pick),
	edit.Optional("scalars", "Makes variables of the elements of arrays.", scalars),
	edit.Optional("clean", "Simplifies again what inlining has brought together.", Simplify),
	edit.Optional("tables", "Makes constants of arrays that have the same numbers in all lanes.", tables),
	edit.Optional("lift", "Computes in callers what functions make of arguments that stay.", lift),
	edit.Optional("uniforms", "Computes once a run what is the same in all lanes.", uniforms),
	edit.Optional("circuit", "Folds, shares and moves what functions compute.", optimise),
	edit.Optional("meld", "Computes once what both ways of a branch compute.", meld),
	edit.Optional("peel", "Takes the first test of a recursion to its calls.", peel),
	edit.Optional("again", "Folds and shares again what peeling has brought together.", again),
	edit.Optional("predicate", "Replaces short branches by selects.", predicate),
	edit.Optional("recheck", "Repeats a comparison where its result was asked later.", recheck),
	edit.Optional("rotate", "Repeats cheap loop tests at the end of the loop.", rotate),
	edit.Optional("join", "Replaces the branches that have come together at the end of loops.", predicate),
	edit.Optional("unroll", "Repeats the body of a short loop.", unroll),
	edit.Optional("tidy", "Simplifies what is left of branches and tests.", tidy),
}

// Order is why the passes are in the order in which they are.
var Order = []edit.Constraint{
	edit.Before("flatten", "prune", "unused leaves of a used variable are dropped too"),
	edit.Before("flatten", "simplify", "copies are moves of single tensors"),
	edit.Before("prune", "inline", "a function with one caller is found by counting calls that can happen"),
	edit.Before("simplify", "loops", "a call followed by a chain of empty blocks is one in last position"),
	edit.Before("loops", "inline", "a function that only calls itself last is not recursive any more"),
	edit.Before("loops", "levels", "a recursion that is a loop stays one"),
	edit.Before("levels", "inline", "a level has one caller"),
	edit.Before("loops", "together", "a function that only calls itself last is not recursive any more"),
	edit.Before("together", "inline", "a function with branches is one operation before, and many blocks after"),
	edit.Before("inline", "evaluate", "what a function is passed may be constants"),
	edit.Before("evaluate", "expand", "a loop that is gone is not written out"),
	edit.Before("evaluate", "tables", "an array that a loop leaves is a copy of a table"),
	edit.Before("inline", "expand", "a loop's bounds and arrays may be arguments"),
	edit.Before("inline", "scalars", "an array that is passed to a function stays one"),
	edit.Before("expand", "pick", "counters have few values behind a loop that was written out"),
	edit.Before("pick", "scalars", "indices become literals"),
	edit.Before("clean", "tables", "what an array is made of is literals"),
	edit.Before("tables", "uniforms", "an element of a table may be known"),
	edit.Before("inline", "lift", "a function with one caller is in its place"),
	edit.Before("lift", "uniforms", "what a function is passed may be a uniform"),
	edit.Before("lift", "circuit", "a call's arguments are taken out of its loops"),
	edit.Before("expand", "clean", "nobody needs the counters any more"),
	edit.Before("scalars", "clean", "elements become copies"),
	edit.Before("inline", "clean", "arguments become copies"),
	edit.Before("clean", "uniforms", "what a function is passed may be a uniform"),
	edit.Before("uniforms", "peel", "the first test may be known"),
	edit.Before("uniforms", "predicate", "a way has fewer operations, or there is only one"),
	edit.Before("uniforms", "circuit", "a derived uniform is one value, and no operation"),
	edit.Before("circuit", "meld", "what both ways compute from the same operands is computed before them"),
	edit.Before("meld", "predicate", "lanes do not part any more where little is left to each way"),
	edit.Before("meld", "peel", "a block that is repeated cannot be melded with its copy"),
	edit.Before("circuit", "predicate", "a way has fewer operations"),
	edit.Before("clean", "peel", "the first test is found behind few blocks"),
	edit.Before("inline", "peel", "functions that call nothing do not belong to a recursion's test"),
	edit.Before("peel", "again", "what the first test asked is known behind it"),
	edit.Before("again", "predicate", "a way has fewer operations"),
	edit.Before("peel", "predicate", "what follows a call may be short"),
	edit.Before("clean", "predicate", "a way without copies and empty blocks is shorter"),
	edit.Before("predicate", "recheck", "the choice behind a loop asks then what the loop's test said"),
	edit.Before("recheck", "rotate", "the test stands in one place alone"),
	edit.Before("predicate", "rotate", "a loop whose body is one block becomes one block"),
	edit.Before("rotate", "join", "the repeated test follows the body's own last branch"),
	edit.Before("join", "unroll", "a loop whose body is one block is found then"),
	edit.Before("unroll", "tidy", "the copies leave moves behind"),
	edit.Before("join", "tidy", "the first test follows its loop's start, and selects may have nothing to choose"),
}

// The passes that [Passes] has not, for machine code that runs one lane at a time and calls functions.
var (
	Unfold = edit.Optional("unfold", "Puts small recursive functions in the place of their calls.", unfold)
	Choose = edit.Optional("choose", "Replaces branches around next to nothing by selects.", choose)
)
