package main

// f32Family has the numbers of libm's f32 functions.
var f32Family = family{name: "f32"}
