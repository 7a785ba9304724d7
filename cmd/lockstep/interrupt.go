package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/lockstep-simt/lockstep/internal/dataio"
)

// endings are the signals that ask a process to end, Ctrl-C first.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// notifyEndings returns the signals that end a run, as they come, and a function
// that restores what they would have done otherwise. What was ignored when the
// process began, as SIGHUP is under nohup, stays so.
func notifyEndings() (<-chan os.Signal, func()) {
	c := make(chan os.Signal, 4)
	for _, s := range endings {
		if !signal.Ignored(s) {
			signal.Notify(c, s)
		}
	}
	return c, func() { signal.Stop(c) }
}

// interrupts does what a run does when it is asked to end. A signal that comes
// while lanes run ends them, and what was finished is written. Any other ends
// the process at once, whatever it waits for, such as a pipe that nobody reads,
// and leaves nothing behind that is half written. SIGQUIT prints Go's stacks as
// ever, when the temporary file is gone.
type interrupts struct {
	e       *env
	restore func()
	done    chan struct{}

	mu     sync.Mutex
	cancel context.CancelFunc // ends the lanes, while they run
	out    *dataio.File       // the results, which have to be given up
	beside []*dataio.File     // that have to be given up with them
	seen   time.Time          // when the lanes were ended, if they were
	ending bool               // the process is about to end
}

// interrupts begins to listen. The caller stops it.
func (e *env) interrupts() *interrupts {
	signals, restore := e.signals()
	i := &interrupts{e: e, restore: restore, done: make(chan struct{})}
	go func() {
		for {
			select {
			case s := <-signals:
				i.signal(s)
			case <-i.done:
				return
			}
		}
	}()
	return i
}

// stop restores what signals do otherwise. If a signal is ending the process, it
// does not return: what the run has to say by then is that its file is gone.
func (i *interrupts) stop() {
	i.restore()
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.ending {
		select {}
	}
	close(i.done)
}

// drops makes the file of results one that does not outlive the process if it is unfinished.
func (i *interrupts) drops(f *dataio.File) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.out = f; i.ending {
		f.Abort() // before it is begun
	}
}

// dropsBeside does the same for a file that is written beside the results.
func (i *interrupts) dropsBeside(f *dataio.File) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.beside = append(i.beside, f); i.ending {
		f.Abort()
	}
}

// during calls f with a context that a signal ends, and reports whether one did.
func (i *interrupts) during(ctx context.Context, f func(context.Context)) (interrupted bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	i.mu.Lock()
	i.cancel = cancel
	i.mu.Unlock()
	f(ctx)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.cancel = nil
	return !i.seen.IsZero()
}

// sameEvent is within which time a second signal is not a second wish: of a
// terminal that is closed, both the kernel and the shell send one.
const sameEvent = 100 * time.Millisecond

func (i *interrupts) signal(s os.Signal) {
	i.mu.Lock()
	switch {
	case s == syscall.SIGQUIT:
	case i.cancel != nil:
		i.cancel()
		i.cancel, i.seen = nil, time.Now()
		i.mu.Unlock()
		return
	case time.Since(i.seen) < sameEvent:
		i.mu.Unlock()
		return
	}
	i.ending = true
	out, beside := i.out, i.beside
	i.mu.Unlock()
	dropped := out != nil && out.Abort()
	for _, f := range beside {
		f.Abort()
	}
	if s == syscall.SIGQUIT {
		i.restore()
		if p, err := os.FindProcess(os.Getpid()); err == nil && p.Signal(s) == nil {
			time.Sleep(time.Second) // it comes
		}
	}
	told := make(chan struct{})
	go func() {
		if dropped {
			i.e.notef("interrupted: nothing was written")
		} else {
			i.e.notef("interrupted")
		}
		close(told)
	}()
	select {
	case <-told:
	case <-time.After(100 * time.Millisecond): // standard error may be what it waits for
	}
	i.e.exit(statusInterrupted)
}
