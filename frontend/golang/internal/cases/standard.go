package cases

import (
	"image"
	"time"
)

// Types of the standard library that are plain arithmetic.

var epoch = time.Date(2000, 1, 1, 12, 0, 0, 0, time.UTC)

func DaysSinceEpoch(year, month, day int16, hours float64) (days float64, later, same bool) {
	t := time.Date(int(year), time.Month(month), int(day), 0, 0, 0, 0, time.UTC)
	t = t.Add(time.Duration(hours * float64(time.Hour)))
	return t.Sub(epoch).Hours() / 24, t.After(epoch), t.Equal(epoch)
}

func UnixTimes(seconds int64, nanoseconds int32) (int64, int64, bool) {
	t := time.Unix(seconds, int64(nanoseconds)).UTC()
	return t.UnixNano(), t.Truncate(time.Hour).Unix(), t.Before(epoch)
}

// CalendarUTC asks for what depends on the time zone, which is UTC in all lanes.
func CalendarUTC(year, month, day int16, d time.Duration) (wd time.Weekday, yd, isoYear, isoWeek, y, m, h int) {
	t := time.Date(int(year), time.Month(month), int(day), 0, 0, 0, 0, time.UTC)
	next := t.AddDate(0, 1, 1).Add(d)
	isoYear, isoWeek = next.ISOWeek()
	wd, yd, h = t.Weekday(), next.YearDay(), next.Hour()
	y, month3, _ := next.In(time.UTC).Date()
	return wd, yd, isoYear, isoWeek, y, int(month3), h
}

// CalendarUnix is of a time that is brought to UTC.
func CalendarUnix(seconds int64, nanoseconds int32) (year int, month time.Month, day, hour, minute, second int) {
	t := time.Unix(seconds, int64(nanoseconds)).UTC()
	year, month, day = t.Date()
	hour, minute, second = t.Clock()
	return year, month, day, hour, minute, second
}

func Durations(d time.Duration) (float64, float64, int64, time.Duration, time.Duration) {
	return d.Minutes(), d.Seconds(), d.Milliseconds(), d.Round(time.Second), d.Abs()
}

func Rectangles(p image.Point, r, s image.Rectangle, k int) (bool, image.Rectangle, image.Rectangle, int) {
	out := r.Intersect(s)
	if p.In(r) || r.Overlaps(s) {
		out = out.Inset(k).Canon()
	}
	return r.Eq(s), out, s.Union(image.Rect(p.X, p.Y, k, k)), p.Add(r.Size()).Mod(image.Rect(0, 0, 9, 7)).X
}

func Pixels(x, y int8, shade uint8) (uint8, int, int) {
	m := image.NewGray(image.Rect(-2, 0, 3, 4))
	for i := range m.Pix {
		m.Pix[i] = shade + uint8(i)
	}
	return m.GrayAt(int(x%8), int(y%8)).Y, m.Bounds().Dx(), m.PixOffset(int(x), int(y))
}

// The same pointer by its name and out of another variable.

var lamps = [2]struct{ lit int }{{3}, {4}}

var lamp, spare = &lamp0, &lamps[1]

var lamp0 = struct{ lit int }{7}

func SamePointers(n int) (same bool, sum int) {
	p := &lamp0
	if n > 5 {
		sum = lamp.lit
	}
	return p == lamp, sum + p.lit + spare.lit
}
