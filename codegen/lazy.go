package codegen

import "sync"

// lazy is a table that is made when it is first asked for: programs that never ask do not
// wait for it when they start, nor have what it is made of.
type lazy[T any] struct {
	once  sync.Once
	table T
}

func (l *lazy[T]) get(table func() T) T {
	l.once.Do(func() { l.table = table() })
	return l.table
}
