//go:build amd64.v3

package codegen

import _ "embed"

// ThisBuild is the form of this build.
const ThisBuild = FusedSums

//go:embed forms/gomath_amd64.v3_gen.bin
var gomathData string
