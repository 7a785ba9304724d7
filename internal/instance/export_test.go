package instance

import "encoding/hex"

// Entries returns all entries in order of creation, also those that nothing
// calls any more and the primitives.
func (c *Cache) Entries() []*Entry { return c.entries }

// Hash returns the 128-bit hash of operator and inputs in hexadecimal. It is
// the same in every process.
func (e *Entry) Hash() string { return hex.EncodeToString(e.hash[:]) }
