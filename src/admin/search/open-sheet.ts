/** The sheet that is open: a new group of words or a pin, filled in with the words of a search. */
export type OpenSheet = { sheet: 'synonyms' | 'pin'; words: string }
