/** What is offered for the words in the search field. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchSuggestionsQuery } from '#features/search/search.client.ts'
import { paths } from '#site/paths.ts'
import type { IconName } from '#ui/pictures/icon.tsx'
import { useSettled } from '#ui/forms/use-settled.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { kindLabel } from '#site/search/kind-labels.ts'
import { useRecentSearches } from './recent-searches.ts'

const PAUSE_MS = 120
const LEAST_LETTERS = 2

export interface SuggestionOption {
  key: string
  label: string
  to: string
  icon: IconName
  /** The words of a whole search, which is remembered; absent for a page. */
  search?: string
  /** The words that a page was suggested for. */
  suggestedFor?: string
}
export interface SuggestionGroup {
  /** Above its options; the last one, which leads to all results, has none. */
  label?: string
  options: SuggestionOption[]
}

export function useSuggestions(typed: string): { groups: SuggestionGroup[]; options: SuggestionOption[]; status: string } {
  const { count } = useWording()
  const recent = useRecentSearches()
  const words = typed.trim()
  const settled = useSettled(words, PAUSE_MS)
  const isAsked = settled.length >= LEAST_LETTERS && words.length >= LEAST_LETTERS
  const answer = useQuery({ ...searchSuggestionsQuery(settled), enabled: isAsked, placeholderData: keepPreviousData })
  const found = isAsked ? (answer.data?.suggestions ?? []) : []

  const groups: SuggestionGroup[] = []
  if (words === '') {
    const options = recent.map((search, at): SuggestionOption => ({
      key: `recent-${at}`,
      label: search,
      to: paths.search({ q: search }),
      icon: 'history',
      search,
    }))
    if (options.length > 0) groups.push({ label: 'Recent searches', options })
  } else {
    for (const [at, { kind, title, url }] of found.entries()) {
      const { all, icon } = kindLabel(kind)
      const option = { key: `option-${at}`, label: title, to: url, icon, suggestedFor: settled }
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
      : answer.isFetching || settled !== words
        ? ''
        : found.length === 0
          ? 'No suggestions'
          : count(found.length, NOUNS.suggestion)
  return { groups, options, status }
}
