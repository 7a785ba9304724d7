package cases

// Slices that grow in the elements of maps, arrays and slices, and maps with strings as keys.

func GroupsInMap(k, n uint8, x int) (sum, groups int) {
	m := map[uint8][]int{}
	for i := range int(n % 24) {
		key := (k + uint8(i*i)) % 5
		m[key] = append(m[key], x+i)
	}
	for _, v := range m {
		groups += len(v)
	}
	for i, v := range m[k%5] {
		sum += v * (i + 1)
	}
	return sum, groups*100 + len(m)
}

func GroupsTakenOut(k, n uint8, x int) (sum int) {
	m := make(map[int][]int)
	for i := range int(n % 24) {
		key := (int(k) + i) % 3
		if len(m[key]) == 4 {
			sum += m[key][0] - m[key][3]
			delete(m, key)
		}
		m[key] = append(m[key], x+i, i)
	}
	return sum + len(m[0])*len(m[1])
}

func GroupsInArray(a [12]int8, i, j int8) (int, float64) {
	var buckets [4][]float64
	for n, v := range a {
		b := &buckets[v&3]
		*b = append(*b, float64(v)/float64(n+1))
	}
	b := buckets[i&3]
	return len(buckets[0]) + 10*len(buckets[1]) + 100*len(buckets[2]), b[j&7]
}

func GroupsInSlice(a [10]uint8, n uint8) (sum int) {
	next := make([][]int, int(n%9)+1)
	for i, v := range a {
		at := int(v) % len(next)
		next[at] = append(next[at], i)
	}
	for at, list := range next {
		for _, i := range list {
			sum += (at + 1) * i
		}
		if list == nil {
			sum += 1000
		}
	}
	return sum
}

type cellOfGrid struct {
	total   int
	members []int
}

func GroupsInStructs(a [10]uint8) (sum int) {
	var cells [3]cellOfGrid
	for i, v := range a {
		c := &cells[v%3]
		c.members = append(c.members, i)
		c.total += int(v)
	}
	for _, c := range cells {
		sum = sum*31 + c.total*len(c.members)
		if len(c.members) > 0 {
			sum += c.members[len(c.members)-1]
		}
	}
	return sum
}

// GroupsOfNothing appends nothing, which leaves nil.
func GroupsOfNothing(a [6]int8) (sum int) {
	m := map[int8][]int8{}
	for _, v := range a {
		m[v&1] = append(m[v&1], a[:max(v, 0)&3]...)
	}
	if m[0] == nil {
		sum += 100
	}
	return sum + len(m[0]) + 10*len(m[1])
}

func nameOf(k int) string {
	switch k & 3 {
	case 0:
		return "north"
	case 1:
		return "east"
	case 2:
		return "south"
	}
	return ""
}

func WordsAsKeys(k, n uint8, x int) (sum, at, entries int) {
	m := map[string]int{"east": x}
	for i := range int(n % 16) {
		m[nameOf(int(k)+i*i)] += i
		if i == 9 {
			delete(m, nameOf(int(k)))
		}
	}
	for name, v := range m {
		if name == "east" {
			at += v
		}
		sum += v * len(name)
	}
	_, ok := m["west"]
	if ok {
		sum = -1
	}
	return sum, at + m[nameOf(x)], len(m)
}

type edgeName struct {
	from string
	to   uint8
}

func WordsInKeys(k, n uint8) (sum int) {
	m := map[edgeName]int{}
	for i := range int(n % 16) {
		m[edgeName{nameOf(int(k) + i), uint8(i) & 1}] += i + 1
	}
	return m[edgeName{"south", 1}]*100 + m[edgeName{to: 1}]*10 + len(m)
}

func GroupsOfWords(k, n uint8, x int) (sum int) {
	m := map[string][]int{}
	for i := range int(n % 16) {
		name := nameOf(int(k) + i)
		m[name] = append(m[name], x, i)
	}
	for name, list := range m {
		sum += len(name) * len(list)
	}
	for _, v := range m["south"] {
		sum += v
	}
	return sum
}
