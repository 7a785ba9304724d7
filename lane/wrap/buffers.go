package wrap

// Buffers are what a call has its columns in. Its next piece uses them again, and so do later calls: new memory would
// have to come from the system, into caches, and be collected, which takes longer than many a function. The lanes of
// a wrapper embed them; the zero value has nothing yet.
type Buffers struct {
	columns []any // slices, in the order in which they are made
	used    int
}

// Make returns n zeros for a column.
func Make[E any](m *Buffers, n int) []E {
	at := m.used
	m.used++
	if at < len(m.columns) {
		if had, ok := m.columns[at].([]E); ok && cap(had) >= n {
			clear(had[:n])
			return had[:n]
		}
	} else {
		m.columns = append(m.columns, nil)
	}
	made := make([]E, n)
	m.columns[at] = made
	return made
}

func (m *Buffers) own() *Buffers { return m }

// keeper is lanes with buffers.
type keeper interface{ own() *Buffers }

// lend gives lanes the buffers of an earlier call of the wrapper, for as long as a run of the batch takes. What is
// returned takes them back.
func (fn *Func) lend(w Work) (back func()) {
	k, ok := w.(keeper)
	if !ok {
		return func() {}
	}
	m := k.own()
	if had, ok := fn.buffers.Get().(*Buffers); ok {
		m.columns = had.columns
	}
	m.used = 0
	return func() {
		fn.buffers.Put(&Buffers{columns: m.columns})
		*m = Buffers{}
	}
}
