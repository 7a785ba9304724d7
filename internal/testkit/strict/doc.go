// Package strict runs one lane of scalars of a program of either dialect, and is stricter than any real machine:
// reading a variable that was not written, a temporary of an earlier block or a null variable, and popping what was not
// pushed, are errors. So a wrong push or pop shows where it happens and not only in the result. It also counts what
// lowering is about, and makes small programs of any bytes ([Generate]). It is for tests of passes, and imports none.
//
// Imports: program, program/edit and program/optab.
package strict
