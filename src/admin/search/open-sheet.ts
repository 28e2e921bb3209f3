/** Sheet that is open, for new synonyms or a new pin, with the search term to prefill. */
export type OpenSheet = { sheet: 'synonyms' | 'pin'; searchTerm: string }
