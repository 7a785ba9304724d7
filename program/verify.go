package program
const MaxElements = 1 << 20
