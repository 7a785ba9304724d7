package cases

import "slices"

// Elements that are copied within their memory, forwards and backwards.

// MoveCopy copies a part of a slice to another, anywhere.
func MoveCopy(x [9]int32, from, to, n uint8) int32 {
	s := x[:]
	f, t := int(from%9), int(to%9)
	m := min(int(n%9), 9-f)
	s[0] += int32(copy(s[t:], s[f:f+m]))
	var sum int32
	for i, v := range s {
		sum = sum*7 + v*int32(i+1)
	}
	return sum
}

// MovePart is the same in a slice of a slice, whose offset lanes bring.
func MovePart(x [12]int64, at, to uint8) (sum int64) {
	s := x[at%6:]
	t := s[to%6:]
	copy(t, s)
	copy(s[1:], s)
	copy(s, s[1:])
	copy(s, t)
	for i, v := range x {
		sum = sum*5 + v*int64(i)
	}
	return sum
}

// MoveInsert keeps numbers in order.
func MoveInsert(x [14]int16) (sum int32) {
	list := make([]int16, 0, 14)
	for _, v := range x {
		i := len(list)
		for i > 0 && list[i-1] > v {
			i--
		}
		list = append(list, 0)
		copy(list[i+1:], list[i:])
		list[i] = v
	}
	for i, v := range list {
		sum = sum*3 + int32(v)*int32(i)
	}
	return sum
}

// MoveDelete takes elements out of what append made.
func MoveDelete(x [10]int, k int) int {
	var list []int
	for _, v := range x {
		list = append(list, v)
	}
	for len(list) > 2 {
		i := (k & 0xff) % len(list)
		list = append(list[:i], list[i+1:]...)
		k = k*5 + 3
	}
	return handedSum(k, list)
}

// MoveDouble appends to a slice a part of it that is before its end, so that elements go backwards.
func MoveDouble(x [16]int, n, from int) int {
	n, from = n&7, from&7
	s := x[:n]
	s = append(s, x[min(from, n):n]...)
	t := append(x[2:3], x[1:6]...)
	u := append(x[4:5], x[5:9]...)
	return handedSum(handedSum(handedSum(handedSum(0, s), t), u), x[:])
}

// MoveRows copies rows of a matrix, and parts of a row.
func MoveRows(x [4][5]int, i, j int) int {
	i, j = i&3, j&3
	copy(x[i:], x[j:])
	copy(x[i][j:], x[i][1:])
	copy(x[j][:], x[i][j:])
	sum := 0
	for _, row := range x {
		sum = handedSum(sum, row[:])
	}
	return sum
}

// MoveEither copies from one of two slices to one of them.
func MoveEither(x [6]int, n, k int) int {
	a, b := x[:4], make([]int, 5)
	for i := range b {
		b[i] = n * i
	}
	from, to := a, b
	if k&1 == 1 {
		from = b
	}
	if k&2 == 2 {
		to = a
	}
	copy(to[k>>2&1:], from[k>>3&1:])
	copy(to, to[k>>4&3:])
	to = append(to[:1], to[k>>6&1:]...)
	return handedSum(handedSum(handedSum(0, x[:]), b), to)
}

// MoveLibrary does it with package slices.
func MoveLibrary(x [8]int, i, j int) int {
	i, j = i&7, j&7
	list := append(make([]int, 0, 24), x[:]...)
	list = slices.Insert(list, i, j, i, 7)
	list = slices.Delete(list, min(i, j), max(i, j))
	list = slices.Insert(list, min(j, len(list)), list...)
	list = slices.Replace(list, 1, 3, list[2:]...)
	return handedSum(0, list)
}
