/** Loads suggestions for the text in the search field, debounced. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchSuggestionsQuery } from '#features/search/search.client.ts'
import { paths } from '#site/paths.ts'
import type { IconName } from '#ui/pictures/icon.tsx'
import { useDebouncedValue } from '#ui/forms/use-debounced-value.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { kindLabel } from '#site/search/kind-labels.ts'
import { useRecentSearches } from './recent-searches.ts'

const DEBOUNCE_MS = 120
const MIN_QUERY_LENGTH = 2

export interface SuggestionOption {
  key: string
  label: string
  to: string
  icon: IconName
  /** Words that are added to the recent searches; undefined for an option that leads to a page. */
  search?: string
  /** Words for which the page was suggested; undefined for an option that leads to a search. */
  suggestedFor?: string
  isDemo?: boolean | undefined
}
export interface SuggestionGroup {
  /** Heading of the group; undefined for the last group, which contains the link to all results. */
  label?: string
  options: SuggestionOption[]
}

export function useSuggestions(input: string): { groups: SuggestionGroup[]; options: SuggestionOption[]; status: string } {
  const { count } = useWording()
  const recentSearches = useRecentSearches()
  const words = input.trim()
  const debouncedWords = useDebouncedValue(words, DEBOUNCE_MS)
  const isEnabled = debouncedWords.length >= MIN_QUERY_LENGTH && words.length >= MIN_QUERY_LENGTH
  const response = useQuery({ ...searchSuggestionsQuery(debouncedWords), enabled: isEnabled, placeholderData: keepPreviousData })
  const suggestions = isEnabled ? (response.data?.suggestions ?? []) : []

  const groups: SuggestionGroup[] = []
  if (words === '') {
    const options = recentSearches.map((search, index): SuggestionOption => ({
      key: `recent-${index}`,
      label: search,
      to: paths.search({ q: search }),
      icon: 'history',
      search,
    }))
    if (options.length > 0) groups.push({ label: 'Recent searches', options })
  } else {
    for (const [index, { kind, title, url, isDemo }] of suggestions.entries()) {
      const { groupLabel, icon } = kindLabel(kind)
      const option = { key: `option-${index}`, label: title, to: url, icon, suggestedFor: debouncedWords, isDemo }
      const group = groups.find(({ label }) => label === groupLabel)
      if (group) group.options.push(option)
      else groups.push({ label: groupLabel, options: [option] })
    }
    groups.push({
      options: [{ key: 'all', label: `All results for “${words}”`, to: paths.search({ q: words }), icon: 'search', search: words }],
    })
  }
  const options = groups.flatMap((group) => group.options)
  const status =
    words === ''
      ? ''
      : response.isFetching || debouncedWords !== words
        ? ''
        : suggestions.length === 0
          ? 'No suggestions'
          : count(suggestions.length, NOUNS.suggestion)
  return { groups, options, status }
}
