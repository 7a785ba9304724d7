package engine

// sets are the instruction sets of this architecture, the best first. Others have code that
// only the generators of assembly need, so it is in no binary but theirs.
var sets = []*instructions{avx512(), avx2()}
