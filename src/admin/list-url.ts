import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSearchInput } from '#ui/forms/use-search-input.ts'
import { findKey, toRecord } from '#platform/client/typed-entries.client.ts'

/**
 * Stores the search, filters, sort order and page of a list in the URL, so that Back, a reload and a shared link work.
 * @param names query parameters of this list besides `search`, `sort` and `page`
 */
export function useListUrl<Name extends string>(...names: Name[]) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  /** Query parameters, including changes whose navigation is pending, so that the next change (such as a debounced search) does not undo them. */
  const latestParams = useRef(params)
  useEffect(() => {
    latestParams.current = params
  }, [params])
  const getParam = (name: string) => params.get(name) ?? undefined
  const page = Math.max(1, Number(params.get('page')) || 1)

  /**
   * Sets query parameters. An empty or undefined value removes the parameter. The list returns to its first page unless `changes`
   * has a `page`.
   * @param replace whether to replace the history entry instead of adding one
   */
  const setParams = (changes: Partial<Record<Name | 'search' | 'sort' | 'page', string | number | undefined>>, replace = false) => {
    const next = new URLSearchParams(latestParams.current)
    if (!('page' in changes)) next.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '') next.delete(name)
      else next.set(name, String(value))
    }
    latestParams.current = next
    void navigate(`?${next}`, { replace, preventScrollReset: true })
  }
  const searchInput = useSearchInput(getParam('search') ?? '', (search) => setParams({ search } as Parameters<typeof setParams>[0], true))

  const getSelectProps = <Value extends string>(name: Name | 'sort', options: Record<Value, string>, defaultValue?: NoInfer<Value>) => ({
    options,
    value: findKey(options, getParam(name)) ?? defaultValue,
    onChoose: (selectedValue: string | undefined) =>
      setParams({ [name]: selectedValue === defaultValue ? undefined : selectedValue } as Parameters<typeof setParams>[0]),
  })

  return {
    page,
    sort: getParam('sort'),
    search: getParam('search'),
    filters: toRecord(names, getParam),
    /** Returns the props of a filter's `ListSelect`. A value in the URL that is not an option is ignored. */
    getFilterSelect: <Value extends string>(name: Name, options: Record<Value, string>) => getSelectProps(name, options),
    /** Returns the props of the `ListSelect` for sorting. @param defaultValue the sort order if the URL has none */
    getSortSelect: <Value extends string>(options: Record<Value, string>, defaultValue: NoInfer<Value>) => {
      const { value = defaultValue, ...choice } = getSelectProps('sort', options, defaultValue)
      return { ...choice, value }
    },
    searchInput,
    setParams,
    /** Whether the URL has a search or a filter. */
    isNarrowed: Boolean(getParam('search')) || names.some((name) => Boolean(getParam(name))),
    /** Removes the search, the filters and the page, but keeps the sort order. */
    clear: () => {
      searchInput.setText('')
      latestParams.current = new URLSearchParams(getParam('sort') ? { sort: getParam('sort') ?? '' } : {})
      void navigate(`?${latestParams.current}`, { preventScrollReset: true })
    },
    /** Returns the link to a page of the same list. */
    hrefFor: (pageNumber: number) => {
      const next = new URLSearchParams(params)
      if (pageNumber === 1) next.delete('page')
      else next.set('page', String(pageNumber))
      return next.size ? `?${next}` : '?'
    },
  }
}
