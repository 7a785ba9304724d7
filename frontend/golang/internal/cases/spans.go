package cases

// Parts of slices and strings whose length is the same in all lanes, wherever they begin.

// SpanLetter returns one letter of a table: a column of one byte.
func SpanLetter(lat float64) string {
	const bands = "CDEFGHJKLMNPQRSTUVWXX"
	i := int(lat/8 + 10)
	return bands[i : i+1]
}

// SpanCodons reads a text three letters at a time.
func SpanCodons(b [12]uint8) (n int, last string) {
	for i := range b {
		b[i] = "ACGT"[b[i]&3]
	}
	s := string(b[:])
	for i := 3; i <= len(s); i += 3 {
		switch last = s[i-3 : i]; last {
		case "ATG", "TAC":
			n += 1
		case "TAA":
			return n, s[i-1:]
		}
	}
	return n, last
}

// SpanWindows sums windows around a place. Some are out of range.
func SpanWindows(x [8]int16, at int, m uint8) int16 {
	w := x[at-1 : at+2]
	v := x[m&7 : m&7+2] // of bytes, whose sum is one
	w[1] += 3
	return w[0] - w[2] + int16(len(w)*cap(w)) + v[1]*int16(len(v))
}
