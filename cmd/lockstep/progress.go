package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	bar "github.com/jedib0t/go-pretty/v6/progress"
	"github.com/jedib0t/go-pretty/v6/text"
)

// A run shorter than progressAfter shows no progress; a longer one is looked
// at that often.
const (
	progressAfter = time.Second
	barPeriod     = 100 * time.Millisecond
	logPeriod     = 2 * time.Second
)

// progress shows how far a run is: as a bar on a terminal, as lines of a log
// elsewhere if that was asked for. Workers only store a number; a goroutine of
// its own does the showing.
type progress struct {
	e           *env
	total       int
	done        atomic.Int64
	start       time.Time
	quit, ended chan struct{}
}

func newProgress(e *env, log bool, total int) *progress {
	p := &progress{e: e, total: total, start: time.Now(), quit: make(chan struct{}), ended: make(chan struct{})}
	switch {
	case isTerminal(e.stderr):
		go p.watch(barPeriod, &barView{})
	case log:
		go p.watch(logPeriod, &logView{})
	default:
		close(p.ended)
	}
	return p
}

// isTerminal reports whether w is a terminal, or another device for characters:
// a bar that goes to /dev/null does no harm.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// report takes the number of lanes that have ended; any worker may call it, and
// they may overtake each other.
func (p *progress) report(done, _ int) {
	for {
		old := p.done.Load()
		if int64(done) <= old || p.done.CompareAndSwap(old, int64(done)) {
			return
		}
	}
}

// stop removes what is shown. It returns when nothing more is written.
func (p *progress) stop() {
	close(p.quit)
	<-p.ended
}

// view is a way to show progress. show is called now and then, hide once at
// the end if show was ever called.
type view interface {
	show(p *progress)
	hide(p *progress)
}

func (p *progress) watch(period time.Duration, v view) {
	defer close(p.ended)
	wait := time.NewTimer(progressAfter)
	defer wait.Stop()
	select {
	case <-p.quit:
		return
	case <-wait.C:
	}
	tick := time.NewTicker(period)
	defer tick.Stop()
	for {
		v.show(p)
		select {
		case <-p.quit:
			v.hide(p)
			return
		case <-tick.C:
		}
	}
}

// barView is a bar that disappears at the end.
type barView struct {
	w       bar.Writer
	tracker *bar.Tracker
	ended   chan struct{}
}

func (v *barView) show(p *progress) {
	if v.w == nil {
		v.w = bar.NewWriter()
		v.w.SetOutputWriter(p.e.stderr)
		v.w.SetAutoStop(true) // Render ends with its only tracker; Stop can come before it has begun
		v.w.SetUpdateFrequency(barPeriod)
		v.w.SetStyle(bar.StyleBlocks)
		v.w.Style().Visibility.ETA = true
		v.tracker = &bar.Tracker{Message: "lanes", Total: int64(p.total), Units: bar.UnitsDefault}
		v.w.AppendTracker(v.tracker)
		v.ended = make(chan struct{})
		go func() {
			defer close(v.ended)
			v.w.Render()
		}()
	}
	// A tracker that reaches its total ends the bar, which is hide's to do.
	v.tracker.SetValue(min(p.done.Load(), max(0, int64(p.total)-1)))
}

func (v *barView) hide(p *progress) {
	v.tracker.MarkAsDone()
	<-v.ended
	io.WriteString(p.e.stderr, text.CursorUp.Sprint()+text.EraseLine.Sprint())
}

// logView is a line now and then.
type logView struct{}

func (logView) show(p *progress) {
	done, took := p.done.Load(), time.Since(p.start)
	p.e.notef("%d of %d lanes, %s after %v%s", done, p.total, percent(ratio(done, int64(p.total))),
		took.Round(100*time.Millisecond), timeLeft(done, int64(p.total), took))
}

// timeLeft says how long the rest takes if it goes on as before.
func timeLeft(done, total int64, took time.Duration) string {
	if done == 0 || done >= total {
		return ""
	}
	left := time.Duration(float64(took) * float64(total-done) / float64(done))
	unit := time.Second
	if left < 10*time.Second {
		unit = 100 * time.Millisecond
	}
	return fmt.Sprintf(", about %v left", left.Round(unit))
}

func (logView) hide(*progress) {}

// statusLine is a line on a terminal that says what is being done, and disappears.
type statusLine struct {
	e     *env
	shown bool
}

func newStatusLine(e *env) *statusLine { return &statusLine{e: e} }

func (s *statusLine) show(format string, args ...any) {
	if isTerminal(s.e.stderr) {
		s.shown = true
		fmt.Fprintf(s.e.stderr, "\r"+text.EraseLine.Sprint()+format+" …", args...)
	}
}

func (s *statusLine) clear() {
	if s.shown {
		s.shown = false
		io.WriteString(s.e.stderr, "\r"+text.EraseLine.Sprint())
	}
}
