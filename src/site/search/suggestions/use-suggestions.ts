/** Suggestions for the text in the search field, debounced. */
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
const MIN_LENGTH = 2

export interface SuggestionOption {
  key: string
  label: string
  to: string
  icon: IconName
  /** Query that is added to the recent searches; absent for options that lead to a page. */
  search?: string
  /** Query for which the page was suggested. */
  suggestedFor?: string
}
export interface SuggestionGroup {
  /** Heading of the group; absent for the last one, the link to all results. */
  label?: string
  options: SuggestionOption[]
}

export function useSuggestions(input: string): { groups: SuggestionGroup[]; options: SuggestionOption[]; status: string } {
  const { count } = useWording()
  const recent = useRecentSearches()
  const words = input.trim()
  const settled = useDebouncedValue(words, DEBOUNCE_MS)
  const isEnabled = settled.length >= MIN_LENGTH && words.length >= MIN_LENGTH
  const query = useQuery({ ...searchSuggestionsQuery(settled), enabled: isEnabled, placeholderData: keepPreviousData })
  const found = isEnabled ? (query.data?.suggestions ?? []) : []

  const groups: SuggestionGroup[] = []
  if (words === '') {
    const options = recent.map((search, index): SuggestionOption => ({
      key: `recent-${index}`,
      label: search,
      to: paths.search({ q: search }),
      icon: 'history',
      search,
    }))
    if (options.length > 0) groups.push({ label: 'Recent searches', options })
  } else {
    for (const [index, { kind, title, url }] of found.entries()) {
      const { all, icon } = kindLabel(kind)
      const option = { key: `option-${index}`, label: title, to: url, icon, suggestedFor: settled }
      const group = groups.find(({ label }) => label === all)
      if (group) group.options.push(option)
      else groups.push({ label: all, options: [option] })
    }
    groups.push({
      options: [{ key: 'all', label: `All results for “${words}”`, to: paths.search({ q: words }), icon: 'search', search: words }],
    })
  }
  const options = groups.flatMap((group) => group.options)
  const status =
    words === ''
      ? ''
      : query.isFetching || settled !== words
        ? ''
        : found.length === 0
          ? 'No suggestions'
          : count(found.length, NOUNS.suggestion)
  return { groups, options, status }
}
