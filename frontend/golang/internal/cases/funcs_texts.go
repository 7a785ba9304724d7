package cases

import "maps"

// All returns all cases by name.
func All() map[string]any {
	all := maps.Clone(funcs)
	maps.Copy(all, textFuncs)
	return all
}

// textFuncs are the cases about strings that lanes have.
var textFuncs = map[string]any{
	"KeptTextMap":       KeptTextMap,
	"KeptTextBest":      KeptTextBest,
	"KeptTextWords":     KeptTextWords,
	"KeptTextKinds":     KeptTextKinds,
	"KeptTextParts":     KeptTextParts,
	"FormatAlone":       FormatAlone,
	"FormatDefaults":    FormatDefaults,
	"FormatFloats":      FormatFloats,
	"FormatIntegers":    FormatIntegers,
	"FormatLarge":       FormatLarge,
	"FormatTexts":       FormatTexts,
	"Formatted":         Formatted,
	"LibraryBytes":      LibraryBytes,
	"LibraryChosen":     LibraryChosen,
	"LibraryEncodings":  LibraryEncodings,
	"LibraryFolded":     LibraryFolded,
	"LibraryParts":      LibraryParts,
	"LibrarySequences":  LibrarySequences,
	"LibraryTexts":      LibraryTexts,
	"LibraryTrimmed":    LibraryTrimmed,
	"RangedTexts":       RangedTexts,
	"TextAppended":      TextAppended,
	"TextBits":          TextBits,
	"TextBuilt":         TextBuilt,
	"TextBytes":         TextBytes,
	"TextCases":         TextCases,
	"TextChains":        TextChains,
	"TextConstantAt":    TextConstantAt,
	"TextEquals":        TextEquals,
	"TextFields":        TextFields,
	"TextGrown":         TextGrown,
	"TextHanded":        TextHanded,
	"TextJoined":        TextJoined,
	"TextLast":          TextLast,
	"TextLength":        TextLength,
	"TextLibrary":       TextLibrary,
	"TextLookup":        TextLookup,
	"TextNumbers":       TextNumbers,
	"TextOfRune":        TextOfRune,
	"TextOrder":         TextOrder,
	"TextParsed":        TextParsed,
	"TextParsedNumbers": TextParsedNumbers,
	"TextParts":         TextParts,
	"TextRecursion":     TextRecursion,
	"TextRunes":         TextRunes,
	"TextRunesLikely":   TextRunesLikely,
	"TextRunesWritten":  TextRunesWritten,
	"TextSplit":         TextSplit,
	"TextStruct":        TextStruct,
	"TextsComeBack":     TextsComeBack,
	"TextsGivenBytes":   TextsGivenBytes,
	"TextsGrowDown":     TextsGrowDown,
	"TextsQuoted":       TextsQuoted,
	"TextsWritten":      TextsWritten,
}
