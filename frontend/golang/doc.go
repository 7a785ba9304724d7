// Package golang compiles Go source text to programs.
package golang
