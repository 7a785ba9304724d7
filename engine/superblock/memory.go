package superblock

import "errors"

// Memory is bounded. Where an executor would take more than there is, those go first that no
// lane has entered for two epochs, and of those the ones that were entered longest ago.

// Bytes is how much memory executors take: for micro-ops, exits and machine code.
type Bytes struct{ Uops, Exits, Code int }

// errFull says that there is no memory for another executor.
var errFull = errors.New("the memory for executors is used up")

// oldAfter is after how many epochs an executor may be dropped.
const oldAfter = 2

// retired is an executor that is not entered any more, until no worker can be inside.
type retired struct {
	x    *Executor
	turn uint64
}

// makeRoom counts the memory of an executor, and drops others for it.
func (p *Pool) makeRoom(x *Executor) error {
	uops, exits, code := x.bytes()
	full := func() bool {
		b, o := &p.bytes, &p.opts
		return b.Uops+uops > o.UopBytes || b.Exits+exits > mostExitBytes || b.Code+code > o.CodeBytes
	}
	for full() {
		if !p.dropOldest() {
			if x.Native != nil {
				x.Native.Release()
			}
			return errFull
		}
	}
	x.used = p.stats.Epoch
	p.count(x, 1)
	return nil
}

// count adds what an executor takes, or takes it away.
func (p *Pool) count(x *Executor, sign int) {
	uops, exits, code := x.bytes()
	p.bytes.Uops += sign * uops
	p.bytes.Exits += sign * exits
	p.bytes.Code += sign * code
}

// dropOldest drops the executor that was entered longest ago, if that is long enough.
func (p *Pool) dropOldest() bool {
	var oldest *Executor
	for _, x := range *p.made.Load() {
		if x == nil || !x.Valid() || p.stats.Epoch-x.used < oldAfter {
			continue
		}
		if oldest == nil || p.stats.Epoch-x.used > p.stats.Epoch-oldest.used {
			oldest = x
		}
	}
	if oldest == nil {
		return false
	}
	p.invalidate(oldest)
	return true
}

// Invalidate has no lane enter the executor of a block from now on, and reports whether there
// was one. Lanes that wait at the block are tier 1's, until another is made. It is for tests.
func (p *Pool) Invalidate(block int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	x := (*p.table.Load())[block]
	if x == nil {
		return false
	}
	p.invalidate(x)
	p.free()
	return true
}

func (p *Pool) invalidate(x *Executor) {
	x.invalid.Store(true)
	p.setTable(x.Superblock.Entry(), nil)
	made := append([]*Executor(nil), *p.made.Load()...)
	made[x.ID] = nil // links to it are cold when they are followed
	p.made.Store(&made)
	p.heat[x.Superblock.Entry()] = heat{}
	p.retired = append(p.retired, retired{x, p.turn.Add(1)})
	p.count(x, -1)
	p.stats.Dropped++
	p.log("executor %d: dropped", x.ID)
}

// free gives back the memory of executors in which no worker can be: all have been outside
// since they were dropped.
func (p *Pool) free() {
	kept := p.retired[:0]
	for _, r := range p.retired {
		inside := false
		for w := range p.workers {
			inside = inside || w.seen.Load() < r.turn
		}
		if inside {
			kept = append(kept, r)
			continue
		}
		if r.x.Native != nil {
			r.x.Native.Release()
		}
		p.stats.Freed++
	}
	p.retired = kept
}
