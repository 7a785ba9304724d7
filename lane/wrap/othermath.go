package wrap

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// A report names the mathematical functions of -math ours where they would gain much. What they gain is
// estimated: a lane calls a function so many times, and its kernel takes so much longer than ours.
const (
	worthNaming  = 1.5 // so many times as fast, at least
	countedLanes = 64
	countedSteps = 1 << 20
	countedFor   = 20 * time.Millisecond
)

// goMath is what calls a program makes of functions whose bits are package math's and of which there is
// another one, and what a lane of some gained.
type goMath struct {
	blocks map[string][]program.Opcode // by the block
	once   sync.Once
	gain   float64 // of a lane, in nanoseconds
}

// newGoMath finds the calls.
func newGoMath(p *program.Program) *goMath {
	m := &goMath{blocks: map[string][]program.Opcode{}}
	for _, b := range p.Graph.Blocks {
		for _, in := range b.Instrs {
			if op, ok := in.(*program.PrimOp); ok && ours(op.Op) != "" {
				m.blocks[b.Name] = append(m.blocks[b.Name], op.Op)
			}
		}
	}
	return m
}

// ours is the operation in the place of one with package math's bits; empty if there is none.
func ours(op program.Opcode) string {
	name, ok := optab.OursOf(op.String())
	if !ok || simd.Lookup(name).IsZero() {
		return ""
	}
	return name
}

// otherMath names the other mathematical functions where lanes that take some nanoseconds would gain much.
func (r *run) otherMath(laneNs float64) string {
	if r.code == nil {
		return ""
	}
	gain := r.code.math.gain
	if gain <= 0 || laneNs <= 0 || laneNs < worthNaming*(laneNs-gain) {
		return ""
	}
	// A kernel takes a little longer than what is in the midst of other code.
	return fmt.Sprintf("; -math ours would be about %.2g times as fast", laneNs/max(laneNs-gain, laneNs/10))
}

// countMath finds out what a lane would gain, once.
func (r *run) countMath() {
	if !r.loaded() {
		return
	}
	if m := r.code.math; len(m.blocks) > 0 {
		m.once.Do(func() { m.gain = r.mathGain() })
	}
}

// mathGain counts calls in some of the lanes, and returns what a lane would gain.
func (r *run) mathGain() (ns float64) {
	lanes := spread(0, r.lanes, min(countedLanes, r.lanes), 0)
	part := r.work.Pick(lanes)
	ctx, stop := context.WithTimeout(r.ctx, countedFor)
	defer stop()
	run := r.machine(part, 1)
	run.MaxSteps, run.Progress = countedSteps, nil
	res, _ := r.code.Run(ctx, part.Inputs(0, len(lanes)), run.All)
	if res == nil || int(res.Stats.Lanes) < len(lanes) {
		return 0
	}
	return r.code.math.gained(res.Stats.Blocks, timedOnce()) / float64(len(lanes))
}

// gained is what all lanes of a run would gain that went through blocks, where kernels take times.
func (m *goMath) gained(blocks []batch.BlockStats, kernel func(mnemonic string) float64) (ns float64) {
	for _, b := range blocks {
		for _, op := range m.blocks[b.Name] {
			ns += float64(b.Lanes) * (kernel(op.String()) - kernel(ours(op)))
		}
	}
	return ns
}

// timedOnce is kernelNs, which is asked for each kernel once.
func timedOnce() func(mnemonic string) float64 {
	took := map[string]float64{}
	return func(mnemonic string) float64 {
		if _, ok := took[mnemonic]; !ok {
			took[mnemonic] = kernelNs(mnemonic)
		}
		return took[mnemonic]
	}
}

// kernelNs is what a number takes in a kernel: the best of some calls for numbers from -1 to 1.
func kernelNs(mnemonic string) float64 {
	const lanes, calls = 512, 4
	single := strings.HasSuffix(mnemonic, "."+optab.F32.String())
	var args simd.Args
	for _, at := range []*unsafe.Pointer{&args.X, &args.Y, &args.Dst} {
		*at = unsafe.Pointer(unsafe.SliceData(turns.Aligned(8 * lanes)))
		for i := range lanes {
			x := 2*float64(i)/lanes - 1
			if single {
				unsafe.Slice((*float32)(*at), lanes)[i] = float32(x)
			} else {
				unsafe.Slice((*float64)(*at), lanes)[i] = x
			}
		}
	}
	args.SX, args.SY = 1, 1
	k, best := simd.Lookup(mnemonic), math.Inf(1)
	for range calls {
		start := time.Now()
		k.Call(&args, lanes)
		best = min(best, float64(time.Since(start)))
	}
	return best / lanes
}
