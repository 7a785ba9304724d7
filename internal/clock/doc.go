// Package clock times work so that what else the machine does disturbs it little: by the
// processor's time of the thread that works, where that can be had for half a microsecond, and
// by the wall elsewhere.
//
// Invariant. Two readings of one kind are subtracted; a time of a thread and one of the wall are
// never mixed in one figure.
//
// Read first: [Took]; [Within] is a limit of such a time.
//
// Imports: nothing of ours.
package clock
