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

// SpanArrays reads and writes slices as arrays, by pointers to these. Some slices are too short.
func SpanArrays(x [6]int16, n, m uint8) (sum int16, counts int) {
	s := x[n%5:]
	p := (*[2]int16)(s)
	p[1] += p[0]
	for i, v := range p {
		sum = sum*3 + v + int16(i)
	}
	var grown []int16
	for i := range m & 7 {
		grown = append(grown, s[0]+int16(i))
	}
	if len(grown) > 2 {
		s = grown
	}
	q := (*[3]int16)(s)
	q[m&1]--
	for i := range q {
		q[i] += x[i]
	}
	tail := q[1:]
	tail[0] = 5
	return sum + s[0]*7 + s[1] + x[5], len(q)*100 + len(p)*10 + len(tail)
}
