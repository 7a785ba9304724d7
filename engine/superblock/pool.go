package superblock

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/batch/plan"
)

// Options say how a pool works. What is 0 has a usual value.
type Options struct {
	// Resolve gives micro-ops their kernels, see batch.Code.Resolve.
	Resolve func(*plan.Superblock) (form any, err error)
	// Compile makes machine code. Without it micro-ops are interpreted: it is the one or
	// the other for all executors of the pool.
	Compile func(*plan.Superblock) (plan.Native, error)
	// Admit says why a block is in no superblock, apart from what plan.Alone says.
	Admit func(block int) error
	// Hot is how many lanes make an entry or an exit hot.
	Hot int
	// Epoch is how many turns heat takes to halve.
	Epoch int
	// Report is after how many turns a worker hands over what it counted.
	Report int
	// Least is what part of a gang must wait for an executor to be entered: one in so many.
	Least int
	// CodeBytes and UopBytes are limits of memory. That of exits is mostExitBytes.
	CodeBytes, UopBytes int
	// Force, if not 0, has lanes leave at exits for no reason, at random: for tests.
	Force uint64
	// Log, if not nil, is told what happens.
	Log func(event string)
}

// Usual values of Options. An executor takes about a tenth of a millisecond to make, which a
// superblock saves in some sixty runs for a full gang. A prime number of gangs is not always
// reached at the same round of a loop.
const (
	usualHot   = 61 * 512
	usualEpoch = 1024
	usualLeast = 16
	usualTurns = 64
	usualBytes = 4 << 20

	mostExitBytes = 4 << 20
)

func (o *Options) fill() {
	for _, v := range []struct {
		at    *int
		usual int
	}{
		{&o.Hot, usualHot}, {&o.Epoch, usualEpoch}, {&o.Least, usualLeast}, {&o.Report, usualTurns},
		{&o.CodeBytes, usualBytes}, {&o.UopBytes, usualBytes},
	} {
		if *v.at == 0 {
			*v.at = v.usual
		}
	}
}

// Pool has the executors of a program, which all its runs share. It implements plan.Tier2.
type Pool struct {
	plan  *plan.Program
	opts  Options
	heads []bool   // blocks at which executors begin
	loops []bool   // those of them that are heads of loops
	alone []string // of blocks that are in no superblock: why

	// table has the executor of each block at which lanes may enter one. It is replaced,
	// not changed.
	table atomic.Pointer[[]*Executor]
	made  atomic.Pointer[[]*Executor] // by number; nil if it is gone, as is the first
	turn  atomic.Uint64               // of invalidations

	mu      sync.Mutex
	turns   int    // blocks and executors run
	heat    []heat // of blocks
	edges   []edges
	refused []int // how often a superblock at a block was
	until   []int // turns until which none is formed there
	workers map[*worker]bool
	retired []retired
	bytes   Bytes
	stats   Stats
}

// edges is how many lanes went from a block to each of its targets.
type edges struct {
	targets []int
	lanes   []heat
	epoch   *uint16
}

// to is how many went to a block of late.
func (e *edges) to(b int) uint64 {
	for i, t := range e.targets {
		if t == b {
			return uint64(e.lanes[i].now(*e.epoch))
		}
	}
	return 0
}

// New returns a pool without executors.
func New(p *plan.Program, o Options) *Pool {
	o.fill()
	n := len(p.Blocks)
	pool := &Pool{
		plan: p, opts: o, alone: make([]string, n), heat: make([]heat, n), edges: make([]edges, n),
		refused: make([]int, n), until: make([]int, n), workers: map[*worker]bool{},
	}
	pool.heads, pool.loops = entries(p)
	table, made := make([]*Executor, n), make([]*Executor, 1)
	pool.table.Store(&table)
	pool.made.Store(&made)
	for i, b := range p.Blocks {
		to := b.Term.Targets()
		pool.edges[i] = edges{targets: to, lanes: make([]heat, len(to)), epoch: &pool.stats.Epoch}
		pool.alone[i] = p.Alone(i, o.Compile != nil)
		if o.Admit != nil && pool.alone[i] == "" {
			if err := o.Admit(i); err != nil {
				pool.alone[i] = err.Error()
			}
		}
	}
	return pool
}

// Join returns the part of one gang.
func (p *Pool) Join() plan.Worker {
	w := &worker{pool: p}
	if p.opts.Force != 0 {
		w.force = rand.New(rand.NewPCG(p.opts.Force, 0))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.workers[w] = true
	w.table = *p.table.Load()
	return w
}

// Admitted is how many blocks may be in superblocks.
func (p *Pool) Admitted() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, why := range p.alone {
		if why == "" {
			n++
		}
	}
	return n
}

// executor returns the one with a number, or nil if it is gone.
func (p *Pool) executor(id int) *Executor { return (*p.made.Load())[id] }

// at returns the executor of a block, which is made if there is none and it can be.
func (p *Pool) at(block int) *Executor {
	if x := (*p.table.Load())[block]; x != nil {
		return x
	}
	if p.alone[block] != "" || p.turns < p.until[block] {
		return nil
	}
	x, err := p.build(block)
	if err == nil {
		err = p.makeRoom(x)
	}
	if err != nil {
		p.refuse(block, err)
		return nil
	}
	made := append(append([]*Executor(nil), *p.made.Load()...), x)
	p.made.Store(&made)
	p.setTable(block, x)
	p.stats.Made++
	s := x.Superblock
	p.log("%s: executor %d, %d micro-ops of %d blocks, %d ways out",
		p.plan.Name(block), x.ID, len(s.Steps), len(s.Trail), len(x.Exits))
	return x
}

// build makes an executor of as many blocks as can be.
func (p *Pool) build(block int) (*Executor, error) {
	for most := len(p.plan.Blocks); ; {
		s := p.form(block, most)
		if len(s.Trail) == 1 && len(s.Steps) > plan.MaxUops {
			return nil, fmt.Errorf("the block has %d micro-ops; there may be %d", len(s.Steps), plan.MaxUops)
		}
		check(s)
		x := newExecutor(len(*p.made.Load()), s)
		err := p.complete(x)
		if err == nil || len(s.Trail) == 1 {
			return x, err
		}
		most = len(s.Trail) / 2
	}
}

// complete makes what runs.
func (p *Pool) complete(x *Executor) (err error) {
	if p.opts.Compile != nil {
		x.Native, err = p.opts.Compile(x.Superblock)
	} else {
		x.Form, err = p.opts.Resolve(x.Superblock)
	}
	return err
}

// Refusals of a block are remembered. Where there was no memory it is tried again after a time that grows
// fourfold, and after so many times no more; what is refused for another reason is not tried again.
const (
	refusedFor  = 1 << 10
	mostRefused = 6
)

func (p *Pool) refuse(block int, err error) {
	p.stats.Refused++
	p.log("%s: no executor: %v", p.plan.Name(block), err)
	p.until[block] = p.turns + refusedFor<<(2*p.refused[block])
	if p.refused[block]++; p.refused[block] >= mostRefused || !errors.Is(err, errFull) {
		p.alone[block] = err.Error()
	}
}

// setTable makes an executor that of a block, or nil.
func (p *Pool) setTable(block int, x *Executor) {
	table := append([]*Executor(nil), *p.table.Load()...)
	table[block] = x
	p.table.Store(&table)
}
