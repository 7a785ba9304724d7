// Package strings has functions of the package of that name with bodies that lanes can run: loops, where the package's
// own are assembly or look at memory through pointers that lanes do not have.
//
// strings.go has functions and Builder, replacer.go has Replacer.
//
// Imports: nothing of ours.
package strings
