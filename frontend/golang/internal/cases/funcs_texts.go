package cases

import "maps"

// All returns all cases by name.
func All() map[string]any {
	all := maps.Clone(funcs)
	maps.Copy(all, textFuncs)
	maps.Copy(all, tableFuncs)
	return all
}

// tableFuncs are cases about tables of functions, maps, what is sorted, receivers of methods, and arrays whose slices
// grow.
var tableFuncs = map[string]any{
	"MapSetsLess":        MapSetsLess,
	"MapClonedCounts":    MapClonedCounts,
	"OrderIndices":       OrderIndices,
	"OrderReceivers":     OrderReceivers,
	"ValueReceivers":     ValueReceivers,
	"SharesByReceiver":   SharesByReceiver,
	"RankedFloat":        RankedFloat,
	"SortedGroups":       SortedGroups,
	"SortedGroupsMethod": SortedGroupsMethod,
	"SortedSmall":        SortedSmall,
	"TableBands":         TableBands,
	"TableShared":        TableShared,
	"TableStage":         TableStage,
	"TableStages":        TableStages,
	"TakenParameter":     TakenParameter,
	"TakenPart":          TakenPart,
	"TakenVariable":      TakenVariable,
}

// textFuncs are the cases about strings that lanes have.
var textFuncs = map[string]any{
	"FormatAlone":       FormatAlone,
	"FormatDefaults":    FormatDefaults,
	"FormatFloats":      FormatFloats,
	"FormatIntegers":    FormatIntegers,
	"FormatLarge":       FormatLarge,
	"FormatMethods":     FormatMethods,
	"FormatTexts":       FormatTexts,
	"TextsNamed":        TextsNamed,
	"TextsNumbers":      TextsNumbers,
	"TextsOfNumbers":    TextsOfNumbers,
	"TextsTokens":       TextsTokens,
	"Formatted":         Formatted,
	"KeptTextBest":      KeptTextBest,
	"KeptTextKinds":     KeptTextKinds,
	"KeptTextMap":       KeptTextMap,
	"KeptTextParts":     KeptTextParts,
	"KeptTextWords":     KeptTextWords,
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
	"TextPrepends":      TextPrepends,
	"TextStacks":        TextStacks,
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
	"TextsEscaped":      TextsEscaped,
	"TextsGivenBytes":   TextsGivenBytes,
	"TextsGrowDown":     TextsGrowDown,
	"TextsQuoted":       TextsQuoted,
	"TextsWritten":      TextsWritten,
}
