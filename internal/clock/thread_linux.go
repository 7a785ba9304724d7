package clock

import (
	"syscall"
	"time"
	"unsafe"
)

// ofThread is CLOCK_THREAD_CPUTIME_ID of clock_gettime(2).
const ofThread = 3

// threadClock is the number of the clock of a thread of this process, which others may read.
type threadClock int

// ownThread returns the clock of the calling thread. The number is made of the thread's: the
// bits that it leaves are those of a thread's clock (4) that counts what a scheduler gives (2).
func ownThread() threadClock { return threadClock(^syscall.Gettid()<<3 | 4 | 2) }

// worked returns how long processors have worked for the thread; it is not known any more
// once the thread has ended.
func (c threadClock) worked() (time.Duration, bool) {
	var t syscall.Timespec
	_, _, e := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, uintptr(c), uintptr(unsafe.Pointer(&t)), 0)
	return time.Duration(t.Nano()), e == 0
}

// thread returns how long processors have worked for the calling thread. It takes half a
// microsecond.
func thread() (worked time.Duration, known bool) {
	var t syscall.Timespec
	_, _, e := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, ofThread, uintptr(unsafe.Pointer(&t)), 0)
	return time.Duration(t.Nano()), e == 0
}

// process returns how long processors have worked for the process.
func process() (worked time.Duration, known bool) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err == nil
}
