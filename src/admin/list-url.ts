import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSearchInput } from '#ui/forms/use-search-input.ts'
import { findKey, toRecord } from '#platform/client/typed-entries.client.ts'

/**
 * Search, filters, order and page of a list, kept in the address, so that Back, a reload and a sent link all work.
 * @param names the filters this list has beside `search`, `sort` and `page`
 */
export function useListUrl<Name extends string>(...names: Name[]) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  /** With what is on its way to the URL: a change that follows at once, such as the end of a debounced search, must not undo it. */
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const get = (name: string) => params.get(name) ?? undefined
  const page = Math.max(1, Number(params.get('page')) || 1)

  /** Sets some of them; an empty value leaves. Whatever changes, the list begins again at its first page. */
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
  const typed = useSearchInput(get('search') ?? '', (search) => set({ search } as Parameters<typeof set>[0], true))

  const choiceOf = <Value extends string>(name: Name | 'sort', options: Record<Value, string>, unset?: NoInfer<Value>) => ({
    options,
    value: findKey(options, get(name)) ?? unset,
    onChoose: (chosen: string | undefined) => set({ [name]: chosen === unset ? undefined : chosen } as Parameters<typeof set>[0]),
  })

  return {
    page,
    sort: get('sort'),
    search: get('search'),
    filters: toRecord(names, get),
    /** One filter, as a `ListSelect` takes it. A value in the URL that is not an option counts as none. */
    choice: <Value extends string>(name: Name, options: Record<Value, string>) => choiceOf(name, options),
    /** The order of the list, as a `ListSelect` takes it. @param unset the order without a value in the URL */
    sortChoice: <Value extends string>(options: Record<Value, string>, unset: NoInfer<Value>) => {
      const { value = unset, ...choice } = choiceOf('sort', options, unset)
      return { ...choice, value }
    },
    /** The search box: its words, and what typing does. */
    typed,
    set,
    /** Whether anything narrows the list. */
    isNarrowed: Boolean(get('search')) || names.some((name) => Boolean(get(name))),
    clear: () => {
      typed.type('')
      latest.current = new URLSearchParams(get('sort') ? { sort: get('sort') ?? '' } : {})
      void navigate(`?${latest.current}`, { preventScrollReset: true })
    },
    /** For the pager. */
    hrefFor: (to: number) => {
      const next = new URLSearchParams(params)
      if (to === 1) next.delete('page')
      else next.set('page', String(to))
      return next.size ? `?${next}` : '?'
    },
  }
}
