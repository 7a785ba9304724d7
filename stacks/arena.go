package stacks

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// Deep lanes keep their values in pieces of memory. A piece never moves, so that
// a lane that grows copies nothing and leaves no garbage behind. A lane's first
// piece is small and each further one is twice as long, up to pieceBytes.

const (
	// firstBytes is the length of a lane's first piece, pieceBytes that of its
	// last ones. A value that is longer has a piece of its own. Lanes of equal
	// depth come to the end of a piece together, so a gang may grow by lanes
	// times pieceBytes in one step.
	firstBytes = 128
	pieceBytes = 4 << 10
)

// Pool is what the deep lanes of many gangs take memory from. It counts and does
// not limit: who uses it looks at Used. Its methods may be called from any
// goroutine.
type Pool struct {
	used atomic.Int64
	mu   sync.Mutex
	free map[int][][]uint64 // long pieces that were given back, by length
}

// Used returns the bytes that gangs have taken and not given back.
func (p *Pool) Used() int { return int(p.used.Load()) }

// take returns a piece that was given back, or nil.
func (p *Pool) take(words int) []uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.free[words]
	if len(list) == 0 {
		return nil
	}
	piece := list[len(list)-1]
	list[len(list)-1] = nil
	p.free[words] = list[:len(list)-1]
	return piece
}

// put keeps a piece for the next lane.
func (p *Pool) put(piece []uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == nil {
		p.free = map[int][][]uint64{}
	}
	p.free[len(piece)] = append(p.free[len(piece)], piece)
}

// count changes the bytes in use. Once nobody uses any, what was given back goes
// to the garbage collector.
func (p *Pool) count(bytes int) {
	if p.used.Add(int64(bytes)) == 0 {
		p.mu.Lock()
		p.free = nil
		p.mu.Unlock()
	}
}

// Arena is the deep lanes' memory of one gang. It keeps short pieces that lanes
// give back to itself, since taking one must cost little.
type Arena struct {
	pool  *Pool
	held  int
	taken int
	free  map[int][][]uint64

	interrupted func(elements int) bool
}

// NewArena returns an empty arena that takes memory from the pool. If
// interrupted is not nil, it is told, while events of many elements are moved,
// how many elements were moved since it was called last. Once it returns true
// moves end early; then the stacks are of no more use.
func NewArena(pool *Pool, interrupted func(elements int) bool) *Arena {
	return &Arena{pool: pool, interrupted: interrupted}
}

// Held returns the bytes taken from the pool and not given back.
func (a *Arena) Held() int { return a.held }

// Taken returns the bytes that were ever taken from the pool: as long as it
// stays the same the gang does not grow.
func (a *Arena) Taken() int { return a.taken }

// Trim gives back to the pool what no lane uses.
func (a *Arena) Trim() {
	bytes := 0
	for words, list := range a.free {
		bytes += 8 * words * len(list)
	}
	clear(a.free)
	a.count(-bytes)
}

// Close gives back everything. The stacks of the arena are of no more use.
func (a *Arena) Close() {
	clear(a.free)
	a.count(-a.held)
}

func (a *Arena) count(bytes int) {
	if bytes != 0 {
		a.held += bytes
		a.pool.count(bytes)
	}
}

// get returns a piece; what is in it is junk.
func (a *Arena) get(words int) []uint64 {
	if list := a.free[words]; len(list) > 0 {
		a.free[words] = list[:len(list)-1]
		return list[len(list)-1]
	}
	var piece []uint64
	if 8*words >= pieceBytes {
		piece = a.pool.take(words)
	}
	if piece == nil {
		piece = make([]uint64, words)
	}
	a.count(8 * words)
	a.taken += 8 * words
	return piece
}

func (a *Arena) put(piece []uint64) {
	if 8*len(piece) < pieceBytes {
		if a.free == nil {
			a.free = map[int][][]uint64{}
		}
		a.free[len(piece)] = append(a.free[len(piece)], piece)
		return
	}
	a.pool.put(piece)
	a.count(-8 * len(piece))
}

// pieces says how values of some length are cut into pieces: 1<<first values in
// the first one, twice as many in each further one, at most 1<<most.
type pieces struct{ first, most int }

func piecesFor(valueBytes int) pieces {
	log := func(bytes int) int { return bits.Len(uint(bytes/valueBytes|1)) - 1 }
	return pieces{first: log(firstBytes), most: log(pieceBytes)}
}

// find returns the piece that has value i, and the value's place in it.
func (p pieces) find(i int) (piece, at int) {
	n := i + 1<<p.first
	if n>>p.most == 0 {
		log := bits.Len(uint(n)) - 1
		return log - p.first, n - 1<<log
	}
	return p.most - p.first + n>>p.most - 1, n & (1<<p.most - 1)
}

// words returns the length of a piece of values of some length.
func (p pieces) words(piece, valueBytes int) int {
	return (valueBytes<<min(p.first+piece, p.most) + 7) / 8
}
