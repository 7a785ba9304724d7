package batch

import (
	"math/bits"
	"time"
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
	"github.com/lockstep-simt/lockstep/stacks"
)

type kernelArgs = simd.Args

// gang is the state of the lanes that one worker keeps in flight. Nothing in it
// is shared.
type gang struct {
	code *Code
	opts *options

	lanes  int // lanes in flight at most
	padded int // lanes rounded up to a multiple of 64
	words  int // padded / 64
	// moveCost is the price of compaction; see compactPays.
	moveCost int

	// top and spare point to a variable's rows, [element][lane].
	top, spare []unsafe.Pointer
	stack      []*stacks.Stack // of variables that are Full and in no cluster, else nil
	clusters   []*stacks.Cluster
	pcTop      []int32 // the block a lane's current call returns to
	pcStack    *stacks.Stack
	uni        []uniformData
	pool       unsafe.Pointer

	// at[b] has a bit for each lane that waits at block b; at[exit] has the
	// lanes that ended. A lane is in exactly one bitmap, parked ones included, or
	// idle, or faulted; see checkPlaces.
	at       [][]uint64
	count    []int
	nonempty []uint64 // bit set of blocks with count > 0, the exit included
	idle     []uint64 // lanes without an input
	ids      []int64  // the input that each lane runs
	runs     []bool   // words of lanes that run consecutive inputs
	steps    []int    // blocks run by each lane, if limited
	faulted  []laneFault
	results  []Column // room for a portion of results
	plainOut bool     // all results are plain scalars, see edge.go
	finished Finished
	tick     int64 // blocks run by this gang
	lastRun  []int64

	// Lanes set aside for lack of memory, by block; see pressure.go.
	parked      [][]uint64
	parkedSet   []uint64
	parkedLanes int
	// kept is the lane that ran on when others were parked, tedious the one that
	// did so for long to no purpose; -1 is none.
	kept, tedious int32
	alone         bool          // has its turn to grow beyond the budget, see budget.go
	arena         *stacks.Arena // memory of deep stacks
	taken         int           // what the arena had taken when grown asked
	need          int           // the most that a lane which ended had
	held          int           // what the arena held when tend looked
	expected      int           // the gang's part of what its budget expects
	tended, moved time.Time     // when tend looked, and when it last saw a change

	views        []view // per block
	scratch      unsafe.Pointer
	scratchBytes int
	tier2        // what runs several blocks at once
	args         kernelArgs
	links        []simd.Args // room for the chains of elementwise
	// members describes the values of a cluster that are being saved or brought back.
	members  [stacks.ClusterMembers]stacks.Buffer
	unwanted unsafe.Pointer // a row for values that come back with others and that nobody reads
	// mask is the active mask of the running block, alive the part of it that
	// has not faulted; both are over lanes, or over positions in list if the
	// run is compacted.
	mask, alive, fault, cond, spread []uint64
	list                             []int32
	textBytes                        []uint8 // of strings that are loaded
	compact                          bool
	active                           int // lanes in mask
	idleLanes                        int
	n                                int // lanes or positions that kernels run over

	// done ends the run; stopped tells that it was seen to. See poll.go.
	done      <-chan struct{}
	stopped   bool
	looked    bool // since the flag was cleared
	spent     int  // work since the last look
	delivered time.Time

	stats Stats
	keep  [][]uint64 // owns the memory behind the pointers
}

// view is a gang's view of one block: a pointer, row stride and lane stride for
// each of the block's values.
type view struct {
	ptr        []unsafe.Pointer
	row        []uintptr // bytes from one element to the next
	laneStride []int     // 1, or 0 for a value that all lanes share
	spares     []int     // values of kind spareValue
	slots      []unsafe.Pointer

	parts   []part
	patches []patch
}

type laneFault struct {
	lane int32
	code program.Code
	msg  string
	pos  program.Pos
}

// newGang returns a gang without lanes. If done is closed before it is complete, it
// is marked as stopped and must not run.
func newGang(c *Code, lanes int, uni []uniformData, o *options, done <-chan struct{}) *gang {
	nb := len(c.blocks)
	g := &gang{code: c, opts: o, lanes: lanes, padded: (lanes + 63) &^ 63, uni: uni, moveCost: moveCost()}
	g.words = g.padded / 64
	g.kept, g.tedious = -1, -1
	g.done = done
	g.arena = stacks.NewArena(&o.stacks.pool, g.spend)
	g.pool = g.alloc(8 * (len(c.pool) + 1))
	copy(unsafe.Slice((*uint64)(g.pool), len(c.pool)), c.pool)

	g.top, g.spare = make([]unsafe.Pointer, len(c.vars)), make([]unsafe.Pointer, len(c.vars))
	g.stack = make([]*stacks.Stack, len(c.vars))
	for i := range c.vars {
		v := &c.vars[i]
		if !v.stored() {
			continue
		}
		g.top[i] = g.allocRows(v.dtype, v.elems)
		if v.spare {
			g.spare[i] = g.allocRows(v.dtype, v.elems)
		}
		if v.alloc == program.Full && v.cluster < 0 {
			g.stack[i] = stacks.New(v.dtype.Size(), v.elems, g.padded, g.arena)
		}
	}
	for _, members := range c.clusters {
		g.clusters = append(g.clusters, stacks.NewCluster(len(members), g.padded, g.arena))
	}
	if len(c.clusters) > 0 {
		g.unwanted = g.alloc(8 * g.padded)
	}
	g.pcTop = make([]int32, g.padded)
	if c.hasPC {
		g.pcStack = stacks.NewSmall(c.exit+1, g.padded, g.arena)
	}

	g.at, g.count = make([][]uint64, nb+1), make([]int, nb+1)
	bitmaps := make([]uint64, (nb+1+6)*g.words)
	cut := func() []uint64 {
		b := bitmaps[:g.words:g.words]
		bitmaps = bitmaps[g.words:]
		return b
	}
	for i := range g.at {
		g.at[i] = cut()
	}
	g.idle, g.mask, g.alive, g.fault, g.cond, g.spread = cut(), cut(), cut(), cut(), cut(), cut()
	g.nonempty = make([]uint64, (nb+1+63)/64)
	g.lastRun = make([]int64, nb+1)
	g.ids, g.runs, g.list = make([]int64, g.padded), make([]bool, g.words), make([]int32, 0, g.padded)
	if o.MaxSteps > 0 {
		g.steps = make([]int, lanes)
	}
	g.idleLanes = lanes
	for l := range lanes {
		g.idle[l>>6] |= 1 << (l & 63)
	}
	g.plainOut = true
	for _, v := range c.out {
		va := &c.vars[v]
		col, _ := NewColumn(va.goType(), min(lanes, inPortions(c.endNumbers)), va.shape)
		g.results = append(g.results, col)
		_, size := plain(col.Data)
		g.plainOut = g.plainOut && va.stored() && va.elems == 1 && size == va.dtype.Size()
	}
	g.stats = newStats(c)
	g.layViews()
	return g
}

// layViews gives every block's values their pointers. Scratch is shared by all
// blocks: only one runs at a time.
func (g *gang) layViews() {
	for i := range g.code.blocks {
		g.scratchBytes = max(g.scratchBytes, g.scratchOf(&g.code.blocks[i]))
	}
	g.scratch = g.alloc(g.scratchBytes)
	g.views = make([]view, len(g.code.blocks))
	for i := range g.code.blocks {
		if g.layView(&g.code.blocks[i], &g.views[i]); g.stopped {
			return
		}
	}
}

// scratchOf is how much scratch memory a block needs.
func (g *gang) scratchOf(b *block) (size int) {
	for _, s := range b.slots {
		size += g.slotBytes(s)
	}
	return size
}

// layView gives a block's values their pointers.
func (g *gang) layView(b *block, f *view) {
	f.ptr, f.row, f.laneStride = make([]unsafe.Pointer, len(b.values)), make([]uintptr, len(b.values)),
		make([]int, len(b.values))
	off := 0
	for _, s := range b.slots {
		f.slots = append(f.slots, unsafe.Add(g.scratch, off))
		off += g.slotBytes(s)
	}
	for id := range b.values {
		v := &b.values[id]
		f.row[id], f.laneStride[id] = uintptr(g.rowBytes(v.dtype, v.elems)), 1
		switch v.kind {
		case tempValue, belowValue:
			if v.slot >= 0 {
				f.ptr[id] = f.slots[v.slot]
			}
		case spareValue:
			f.spares = append(f.spares, id)
		case constValue:
			f.row[id], f.laneStride[id] = align, 0
			if v.uni > 0 {
				f.ptr[id] = g.uni[v.uni-1].vector
			} else {
				f.ptr[id] = unsafe.Add(g.pool, 8*v.konst)
			}
		}
	}
	g.layParts(b, f)
}

// live returns the number of lanes that still run.
func (g *gang) live() int { return g.lanes - g.idleLanes - g.count[g.code.exit] - len(g.faulted) }

// arrive puts lanes, given as a bitmap, at a block.
func (g *gang) arrive(b int, lanes []uint64) {
	n := 0
	at := g.at[b]
	for w, m := range lanes[:len(at)] {
		at[w] |= m
		n += bits.OnesCount64(m)
	}
	g.arrived(b, n)
}

// branch puts the lanes where cond holds at block to, the others at orElse.
func (g *gang) branch(to, orElse int, lanes, cond []uint64) {
	n, all := 0, 0
	yes, no := g.at[to], g.at[orElse]
	for w, m := range lanes[:len(yes)] {
		c := m & cond[w]
		yes[w] |= c
		n += bits.OnesCount64(c)
		all += bits.OnesCount64(m)
		no[w] |= m &^ c
	}
	g.arrived(to, n)
	g.arrived(orElse, all-n)
}

// arriveLane puts one lane at a block.
func (g *gang) arriveLane(b int, lane int32) {
	g.at[b][lane>>6] |= 1 << (lane & 63)
	if g.count[b]++; g.count[b] == 1 {
		g.opened(b)
	}
}

func (g *gang) arrived(b, n int) {
	if n > 0 {
		if g.count[b] += n; g.count[b] == n {
			g.opened(b)
		}
	}
}

// opened notes that lanes wait at a block where none did.
func (g *gang) opened(b int) {
	g.lastRun[b] = g.tick
	g.nonempty[b>>6] |= 1 << (b & 63)
}
