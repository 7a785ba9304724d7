package strings

// A Replacer replaces texts by others.
type Replacer struct {
	pairs []string // each text before what stands for it
	// first are the bytes that begin a text, and anywhere says that a text without bytes is one of them.
	first    [256]bool
	anywhere bool
}

func NewReplacer(oldnew ...string) *Replacer {
	if len(oldnew)%2 == 1 {
		panic("strings.NewReplacer: odd argument count")
	}
	r := &Replacer{pairs: append([]string(nil), oldnew...)}
	for i := 0; i < len(oldnew); i += 2 {
		if oldnew[i] == "" {
			r.anywhere = true
		} else {
			r.first[oldnew[i][0]] = true
		}
	}
	return r
}

// at gives the pair whose text stands at i, the first that does, or -1. One without bytes does not where the last match
// was of that one.
func (r *Replacer) at(s string, i int, lastEmpty bool) int {
	if !(r.anywhere || i < len(s) && r.first[s[i]]) {
		return -1
	}
	for k := 0; k < len(r.pairs); k += 2 {
		old := r.pairs[k]
		if HasPrefix(s[i:], old) && !(old == "" && lastEmpty) {
			return k
		}
	}
	return -1
}

func (r *Replacer) Replace(s string) string {
	var b []byte
	last, found, lastEmpty := 0, false, false
	for i := 0; i <= len(s); {
		k := r.at(s, i, lastEmpty)
		if lastEmpty = k >= 0 && r.pairs[k] == ""; k < 0 {
			i++
			continue
		}
		found = true
		b = append(append(b, s[last:i]...), r.pairs[k+1]...)
		i += len(r.pairs[k])
		last = i
	}
	if !found {
		return s
	}
	return string(append(b, s[last:]...))
}
