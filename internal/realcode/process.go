package realcode

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/lockstep-simt/lockstep/internal/realcode/worker"
)

// Process is a running worker.
type Process struct {
	exe string
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// answer is what compiled Go gave.
type answer struct {
	texts  []string
	panics []uint64 // by lane: 0, or 1 + the index of the panic's text
	rows   []uint64
	spent  time.Duration
}

// text is the text with a number; 0 has none.
func (a *answer) text(n uint64) string {
	if n == 0 || n > uint64(len(a.texts)) {
		return ""
	}
	return a.texts[n-1]
}

// Start starts a worker.
func Start(exe string) (*Process, error) {
	p := &Process{exe: exe}
	return p, p.start()
}

func (p *Process) start() error {
	p.cmd = exec.Command(p.exe)
	p.cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	p.cmd.Stderr = os.Stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.out = bufio.NewReaderSize(out, 1<<16)
	return p.cmd.Start()
}

// Close ends the worker.
func (p *Process) Close() error {
	if err := p.in.Close(); err != nil {
		return err
	}
	return p.cmd.Wait()
}

// patience is how many seconds a function may take for all its lanes. Longer
// means that it got arguments that it counts up to; see domain.
const patience = 60

// stuck is a lane that did not end.
type stuck struct{ lane int }

func (s *stuck) Error() string {
	return fmt.Sprintf("lane %d of compiled Go does not end within %d s", s.lane, patience)
}

// run evaluates a function over rows of in words.
func (p *Process) run(f *Function, rows []uint64, lanes, in, out int, size Sizes) (*answer, error) {
	q := worker.Request{Function: f.index, Lanes: uint32(lanes), Len: uint32(size.Len), In: uint32(in),
		Out: uint32(out), Seconds: patience}
	if size.Varying {
		q.Varying = 1
	}
	return p.ask(q, rows)
}

// ask has a request answered, and starts the worker again if it has ended.
func (p *Process) ask(q worker.Request, rows []uint64) (*answer, error) {
	a, err := p.exchange(q, rows)
	if err != nil {
		// It has ended, or is about to.
		p.in.Close()
		p.cmd.Wait()
		if failed := p.start(); failed != nil {
			return nil, failed
		}
	}
	return a, err
}

// time returns what a loop over rows takes at best.
func (p *Process) time(f *Function, rows []uint64, lanes, in int, size Sizes) (time.Duration, error) {
	a, err := p.ask(worker.Request{
		Function: f.index, Lanes: uint32(lanes), Len: uint32(size.Len), In: uint32(in), Seconds: patience,
		Rounds: loopRounds,
	}, rows)
	if err != nil {
		return 0, err
	}
	return a.spent, nil
}

func (p *Process) exchange(q worker.Request, rows []uint64) (*answer, error) {
	if err := binary.Write(p.in, binary.LittleEndian, q); err != nil {
		return nil, err
	}
	if err := worker.WriteWords(p.in, rows); err != nil {
		return nil, err
	}
	var texts uint32
	if err := binary.Read(p.out, binary.LittleEndian, &texts); err != nil {
		return nil, err
	}
	if texts == worker.Stuck {
		var lane uint32
		err := binary.Read(p.out, binary.LittleEndian, &lane)
		return nil, cmp.Or[error](err, &stuck{int(lane)})
	}
	a := &answer{panics: make([]uint64, q.Lanes), rows: make([]uint64, int(q.Lanes)*int(q.Out))}
	for range texts {
		var size uint32
		if err := binary.Read(p.out, binary.LittleEndian, &size); err != nil {
			return nil, err
		}
		text := make([]byte, size)
		if _, err := io.ReadFull(p.out, text); err != nil {
			return nil, err
		}
		a.texts = append(a.texts, string(text))
	}
	var spent [1]uint64
	for _, words := range [][]uint64{a.panics, a.rows, spent[:]} {
		if err := worker.ReadWords(p.out, words); err != nil {
			return nil, err
		}
	}
	a.spent = time.Duration(spent[0])
	return a, nil
}
