package instance

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Options of a cache.
type Options struct {
	// Log gets the transcript, a line an event; nil: none.
	Log io.Writer
	// MaxEntries bounds the entries that are no primitives; 0: 4096. One more
	// is an error.
	MaxEntries int
	// MaxInstances is how many entries an operator may have before all
	// constants of further ones are deferred; 0: 64.
	MaxInstances int
	// Patience is after how many runs of operations it is looked for what was refused
	// and stays so: the rest is not worked off then. 0: never.
	Patience int
	// MaxRuns bounds the runs of operations; 0: no bound. One more is an error.
	MaxRuns int
}

// Stats counts what happened in a cache.
type Stats struct {
	Entries        int  // made, without primitives
	Primitives     int  // entries of primitives
	Hits           int  // calls that found their entry, finished or not; once an operation
	HitsUnfinished int  // of these, unfinished
	Blocked        int  // runs of operations that had to wait for an entry
	Resumed        int  // blocked operations that became ready again
	Raised         int  // outputs of operations and entries that rose after they were there
	Deferred       int  // calls whose inputs lost something
	Runs           int  // operations run
	Left           bool // work was left, see Options.Patience
}

// Cache is the memo cache. It is used by one goroutine.
type Cache struct {
	options Options
	stats   Stats
	// refusedAt is what was refused when that was looked for last.
	refusedAt map[refusedPlace]bool
	entries   []*Entry // all, in order of creation
	byHash    map[hash][]*Entry
	families  map[string]*family // by the operator's key
	symbols   map[string]int     // how many entries have that name; 1 for each symbol
	root      *Entry

	// The worklist: a heap of indices of entries with ready operations.
	heap []int
	// Unfinished entries in order of creation, and where in there each group
	// of entries that finish together begins.
	open   []*Entry
	groups []int

	// Room for what is short-lived.
	key  []byte
	join joiner
	rose []bool

	maxRises int // of one operand: no lattice is higher
	hooks    hooks
}

// hooks switch off what the algorithm rests on, so that tests can show that it
// matters.
type hooks struct {
	hashBits  int  // keep only so many bits of the hash; 0: all
	noPublish bool // put an entry into the cache when it is done, not before it is processed
	noReady   bool // do not give out provisional outputs
}

// hash is of operator and inputs.
type hash [16]byte

// A family is all entries of one operator.
type family struct {
	entries []*Entry
	// covers has what was found of inputs, by their canonical form.
	covers map[string]covered
}

// covered is which entry is for some inputs and for others as well, nil if none of the first ones is, of which so many
// were looked at.
type covered struct {
	by     *Entry
	looked int
}

// New makes an empty cache.
func New(o Options) *Cache {
	if o.MaxEntries == 0 {
		o.MaxEntries = 4096
	}
	if o.MaxInstances == 0 {
		o.MaxInstances = 64
	}
	return &Cache{
		options:  o,
		byHash:   map[hash][]*Entry{},
		families: map[string]*family{},
		symbols:  map[string]int{},
		maxRises: 1 << 20,
	}
}

// Run instantiates the operator and works until nothing is ready. The error is
// an [*Error] with all problems of the entries that the root reaches (entries
// that were left because a caller's operand rose later do not count), each
// with the chain of calls that led to it. A root that can only call itself and
// never returns is a problem; one that has no outputs for another reason (it
// always ends in a fault) is not. Entries of an earlier Run are found again.
func (c *Cache) Run(root Operator, in Bundle) (*Entry, error) {
	e, _, err := c.fetch(nil, -1, root, in)
	if err != nil {
		return nil, &Error{Problems: []Problem{{Op: -1, Err: err}}}
	}
	c.root = e
	c.work()
	return e, c.problems()
}

// Stats returns the counts so far.
func (c *Cache) Stats() Stats { return c.stats }

// fetch is phase 0: it finds the entry for an operator and its inputs or makes
// it. asked is the key of what was asked for, if the entry is for less.
func (c *Cache) fetch(caller *Entry, op int, operator Operator, in Bundle) (e *Entry, asked string, err error) {
	if operator == nil {
		return nil, "", fmt.Errorf("a call without an operator")
	}
	if err := in.check(); err != nil {
		return nil, "", fmt.Errorf("the inputs of %s: %w", operator.Name(), err)
	}
	if in.Get(OperatorTag) != nil {
		return nil, "", fmt.Errorf("the inputs of %s: the tag %q is the operator's own", operator.Name(), OperatorTag)
	}
	if caller != nil {
		// What was deferred in the last run is so in this one, though there
		// may be an entry for exactly this by now: an operation that runs
		// again because something else rose must not change its mind.
		c.key = appendEntryKey(c.key[:0], operator, in)
		for _, last := range caller.calls[op] {
			if last.asked != "" && last.asked == string(c.key) {
				return last.callee, last.asked, nil
			}
		}
	}
	if e := c.lookup(operator, in); e != nil {
		return c.hit(caller, op, e), "", nil
	}
	if p, ok := operator.(Primitive); ok {
		return c.evaluate(caller, op, p, in), "", nil
	}
	f := c.family(operator)
	if less := c.lessen(caller, operator, f, in); less != nil {
		asked = string(appendEntryKey(nil, operator, in))
		in = less
		c.stats.Deferred++
		if e := c.lookup(operator, in); e != nil {
			c.logf(caller, "defer %s to %s", operator.Name(), in)
			return c.hit(caller, op, e), asked, nil
		}
	}
	if c.stats.Entries >= c.options.MaxEntries {
		return nil, "", fmt.Errorf("there would be more than %d instances: %s is specialised again and again, the "+
			"last time for %s", c.options.MaxEntries, operator.Name(), in)
	}
	if asked != "" {
		c.logf(caller, "defer %s to %s", operator.Name(), in)
	}
	c.stats.Entries++
	e = c.add(caller, op, operator, in)
	f.entries = append(f.entries, e)
	e.aux = &aux{}
	e.at = len(c.open)
	c.open = append(c.open, e)
	c.groups = append(c.groups, e.at)
	c.logf(e, "begin %s", e)
	if !c.hooks.noPublish {
		c.publish(e)
	}
	c.rouse(e)
	return e, asked, nil
}

// hit counts a call that found its entry, unless the same operation called it
// in its last run too.
func (c *Cache) hit(caller *Entry, op int, e *Entry) *Entry {
	if caller != nil {
		for _, last := range caller.calls[op] {
			if last.callee == e {
				return e
			}
		}
	}
	c.stats.Hits++
	if e.aux != nil {
		c.stats.HitsUnfinished++
		c.logf(caller, "hit unfinished %s", e)
	} else {
		c.logf(caller, "hit %s", e)
	}
	return e
}

// evaluate makes the entry of a primitive, which is done at once.
func (c *Cache) evaluate(caller *Entry, op int, p Primitive, in Bundle) *Entry {
	c.stats.Primitives++
	e := c.add(caller, op, p, in)
	outs, err := p.Evaluate(in)
	if err == nil {
		err = outs.check()
	}
	if err != nil {
		e.refused = []fault{{-1, err}}
		c.logf(e, "refused %s: %v", e, err)
	} else {
		e.outputs = append(Bundle{}, outs...)
		c.logf(e, "primitive %s -> %s", e, e.outputs)
	}
	c.publish(e)
	return e
}

// add makes an entry.
func (c *Cache) add(caller *Entry, op int, operator Operator, in Bundle) *Entry {
	key := appendEntryKey(c.key[:0], operator, in)
	c.key = key
	e := &Entry{
		symbol: c.symbol(operator.Name()), operator: operator, in: in,
		key: string(key), hash: c.hash(key), index: len(c.entries),
	}
	e.under(caller, op)
	c.entries = append(c.entries, e)
	return e
}

// publish makes an entry findable.
func (c *Cache) publish(e *Entry) { c.byHash[e.hash] = append(c.byHash[e.hash], e) }

// lookup returns the entry for an operator and its inputs, nil if there is
// none. Entries with the same hash are told apart by the whole key.
func (c *Cache) lookup(operator Operator, in Bundle) *Entry {
	c.key = appendEntryKey(c.key[:0], operator, in)
	for _, e := range c.byHash[c.hash(c.key)] {
		if e.key == string(c.key) {
			return e
		}
	}
	return nil
}

// appendEntryKey appends the canonical form of all inputs, the operator being
// one of them and the first.
func appendEntryKey(key []byte, operator Operator, in Bundle) []byte {
	key = appendTagged(key, OperatorTag, operator)
	return in.AppendKey(key)
}

func (c *Cache) hash(key []byte) hash {
	sum := sha256.Sum256(key)
	h := hash(sum[:16])
	if n := c.hooks.hashBits; n > 0 {
		h = hash{}
		binary.LittleEndian.PutUint64(h[:], binary.LittleEndian.Uint64(sum[:])&(1<<n-1))
	}
	return h
}

// family returns the family of an operator.
func (c *Cache) family(operator Operator) *family {
	c.key = operator.AppendKey(c.key[:0])
	f := c.families[string(c.key)]
	if f == nil {
		f = &family{}
		c.families[string(c.key)] = f
	}
	return f
}

// symbol makes a name that no entry has.
func (c *Cache) symbol(name string) string {
	s := name
	for {
		n := c.symbols[name]
		c.symbols[name]++
		if n > 0 {
			s = fmt.Sprintf("%s#%d", name, n)
		}
		if s == name {
			return s
		}
		if c.symbols[s] == 0 {
			c.symbols[s] = 1
			return s
		}
	}
}

// lessen returns the inputs with what would specialise without end replaced, or more where a recursion
// has an entry for that; nil if it is nothing.
func (c *Cache) lessen(caller *Entry, operator Operator, f *family, in Bundle) Bundle {
	less := in
	if a := f.calling(caller); a != nil {
		less = operator.Defer(less, a.in)
		if e := f.covering(operator, less); e != nil {
			less = e.in
		}
	}
	if len(f.entries) >= c.options.MaxInstances {
		less = operator.Defer(less, nil)
	}
	if err := less.check(); err != nil {
		panic(fmt.Sprintf("bug: %s: Defer made no bundle: %v", operator.Name(), err))
	}
	if string(less.AppendKey(nil)) == string(in.AppendKey(nil)) {
		return nil
	}
	return less
}

// covering returns the entry of the family that is for the inputs and for others as well, nil if there is
// none: a recursion that has one goes on in it, and does not make another for what is known of a call.
func (f *family) covering(operator Operator, in Bundle) *Entry {
	parts := in.keys()
	key := strings.Join(parts, "")
	found := f.covers[key]
	for ; found.by == nil && found.looked < len(f.entries); found.looked++ {
		if e := f.entries[found.looked]; e.covers(operator, in, parts) {
			found.by = e
		}
	}
	if f.covers == nil {
		f.covers = map[string]covered{}
	}
	f.covers[key] = found
	return found.by
}

// covers reports whether inputs, which have these keys, are those of the entry when what differs is deferred. Most
// differ in something that cannot be.
func (e *Entry) covers(operator Operator, in Bundle, keys []string) bool {
	if e.keys == nil {
		e.keys = e.in.keys()
	}
	if len(e.keys) != len(keys) {
		return false
	}
	for i, key := range slices.Backward(keys) {
		if key != e.keys[i] && string(operator.Defer(in[i:i+1:i+1], e.in).AppendKey(nil)) != e.keys[i] {
			return false
		}
	}
	return true
}

// calling returns the nearest entry of the family from which calls lead to e,
// which may be e itself; nil if there is none. It counts the calls that made
// the entries on the way: all of these are unfinished while e is.
func (f *family) calling(e *Entry) *Entry {
	if e == nil {
		return nil
	}
	for i := len(f.entries) - 1; i >= 0; i-- {
		if a := f.entries[i]; a.depth <= e.depth && e.ancestor(a.depth) == a {
			return a
		}
	}
	return nil
}
