package superblock

import "fmt"

// Stats tells what a pool did.
type Stats struct {
	Epoch   uint16
	Made    int   // executors that were made
	Refused int   // that were not, for some reason
	Dropped int   // executors that are not entered any more
	Freed   int   // those of them whose memory was given back
	Linked  int   // exits that got hot
	Entered int64 // times that executors were
	Lanes   int64 // that executors took to some way out
	Blocks  int64 // lanes that tier 1 took through a block
	// Exits counts the ways out of valid executors, and Hot those that are linked.
	Exits, Hot int
	// Nodes is how many deltas there are.
	Nodes int
	Bytes Bytes
}

// Stats tells what the pool did so far.
func (p *Pool) Stats() Stats {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.stats
	for _, x := range *p.made.Load() {
		if x == nil {
			continue
		}
		s.Exits += len(x.Exits)
		for i := range x.Exits {
			if x.Exits[i].Link() != 0 {
				s.Hot++
			}
		}
	}
	s.Bytes, s.Nodes = p.bytes, p.plan.Deltas.Len()
	return s
}

// log tells of an event.
func (p *Pool) log(format string, args ...any) {
	if p.opts.Log != nil {
		p.opts.Log(fmt.Sprintf(format, args...))
	}
}
