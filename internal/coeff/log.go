package main

// logFamily has the numbers of libm's log functions.
var logFamily = family{name: "log"}
