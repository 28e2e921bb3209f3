import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSearchInput } from '#ui/forms/use-search-input.ts'
import { findKey, toRecord } from '#platform/client/typed-entries.client.ts'

/**
 * Search, filters, sort order and page of a list, stored in the URL so that Back, a reload and a shared link work.
 * @param names query parameters of this list besides `search`, `sort` and `page`
 */
export function useListUrl<Name extends string>(...names: Name[]) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  /** Includes navigations that are still pending, so that the next change (such as a debounced search) does not undo them. */
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const get = (name: string) => params.get(name) ?? undefined
  const page = Math.max(1, Number(params.get('page')) || 1)

  /** Sets parameters; an empty value removes one. Resets the list to its first page unless `page` is set. */
  const set = (changes: Partial<Record<Name | 'search' | 'sort' | 'page', string | number | undefined>>, replace = false) => {
    const next = new URLSearchParams(latest.current)
    if (!('page' in changes)) next.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '') next.delete(name)
      else next.set(name, String(value))
    }
    latest.current = next
    void navigate(`?${next}`, { replace, preventScrollReset: true })
  }
  const searchInput = useSearchInput(get('search') ?? '', (search) => set({ search } as Parameters<typeof set>[0], true))

  const choiceOf = <Value extends string>(name: Name | 'sort', options: Record<Value, string>, defaultValue?: NoInfer<Value>) => ({
    options,
    value: findKey(options, get(name)) ?? defaultValue,
    onChoose: (chosen: string | undefined) => set({ [name]: chosen === defaultValue ? undefined : chosen } as Parameters<typeof set>[0]),
  })

  return {
    page,
    sort: get('sort'),
    search: get('search'),
    filters: toRecord(names, get),
    /** Props of a filter's `ListSelect`. A value in the URL that is not an option is ignored. */
    choice: <Value extends string>(name: Name, options: Record<Value, string>) => choiceOf(name, options),
    /** Props of the sort `ListSelect`. @param defaultValue the order without a value in the URL */
    sortChoice: <Value extends string>(options: Record<Value, string>, defaultValue: NoInfer<Value>) => {
      const { value = defaultValue, ...choice } = choiceOf('sort', options, defaultValue)
      return { ...choice, value }
    },
    /** State of the search box. */
    searchInput: searchInput,
    set,
    /** Whether a search or filter is active. */
    isNarrowed: Boolean(get('search')) || names.some((name) => Boolean(get(name))),
    clear: () => {
      searchInput.setText('')
      latest.current = new URLSearchParams(get('sort') ? { sort: get('sort') ?? '' } : {})
      void navigate(`?${latest.current}`, { preventScrollReset: true })
    },
    hrefFor: (to: number) => {
      const next = new URLSearchParams(params)
      if (to === 1) next.delete('page')
      else next.set('page', String(to))
      return next.size ? `?${next}` : '?'
    },
  }
}
