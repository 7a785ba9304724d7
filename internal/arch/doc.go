// Package arch tests the house: which room imports which, which room may use which module of others, that each room
// says so in its doc.go and names its files there, that no file grows past reading, that RATIONALE.md lists its
// questions, and that wrappers do not add more to a binary than they did. It has no code of its own, and it is not the
// place for rules about a single room.
//
// Invariants: the tests read the .go files themselves, so that a cached test
// result is never a stale one; every folder with Go files belongs to a room,
// and an import that the table does not allow is an error that says which file
// to look at and what the room may import.
//
// Read first: the table in rooms_test.go.
//
// Imports: nothing of ours; its tests use testify.
package arch
