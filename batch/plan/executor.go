package plan

// Executor is a superblock that can be run: what tier 2 has of one, as the machine that runs
// it sees it. The ways out of it have numbers: its exits, and then the targets of its
// terminator, or one for a terminator that names none.
type Executor struct {
	ID         int
	Superblock *Superblock
	// Form is what the machine made of the micro-ops, and Native the machine code in its
	// place, or nil.
	Form   any
	Native Native
}

// Ways is how many ways out there are.
func (s *Superblock) Ways() int { return len(s.Exits) + max(1, len(s.Ends)) }

// Way is the block that a way out leads to, or None if that differs by lane.
func (s *Superblock) Way(i int) int {
	if i < len(s.Exits) {
		return s.Exits[i].To
	}
	if len(s.Ends) > 0 {
		return s.Ends[i-len(s.Exits)]
	}
	return None
}

// Tier2 says which blocks run as superblocks.
type Tier2 interface {
	// Join returns what says so to one gang.
	Join() Worker
}

// Worker is tier 2 for one gang.
type Worker interface {
	// Enter returns the executor for lanes of a gang of lanes that wait at a block, or
	// nil: then the machine runs the block. At the exit with the number stop, if it is
	// not None, all lanes leave that get there.
	Enter(block, waiting, gang int) (x *Executor, stop int)
	// Ran tells how many lanes the machine took through a block, and how many of them went to
	// each of its targets.
	Ran(block, lanes int, went []int)
	// Left tells how many lanes left an executor by each way. It returns the executor, if
	// there is one, that is entered at once, since all left by one way.
	Left(x *Executor, ways []int) (next *Executor)
	// Close ends the worker's part.
	Close()
}
