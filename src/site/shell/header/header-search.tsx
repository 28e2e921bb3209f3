import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#site/paths.ts'
import { SearchField } from '#ui/forms/search-field.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { useSite } from '#site/shell/use-site.ts'

/** Should it fail to come, the field searches without it, and it is asked for again when the field is used again. */
const fetchSuggestions = async () => (await import('#site/search/suggestions/suggestions.tsx').catch(() => undefined))?.default

interface HeaderSearchProps {
  className?: string | undefined
  /** The key `/` leads here. */
  hasKey?: boolean
  /** The search or a suggestion leads somewhere. */
  onGo?: () => void
}

/** Looks for articles, and suggests from everything. On the list of articles it shows what was looked for; a blank search does nothing. */
export function HeaderSearch(props: HeaderSearchProps) {
  const { pathname, search } = useLocation()
  const words = pathname === paths.articles() ? (new URLSearchParams(search).get('search') ?? '') : ''
  return <Field key={words} words={words} {...props} />
}

function Field({ words, className, hasKey = false, onGo }: HeaderSearchProps & { words: string }) {
  const navigate = useNavigate()
  const { features } = useSite()
  const isMounted = useMounted()
  const field = useRef<HTMLInputElement>(null)
  /** Not by `lazy`: React lets what was waited for appear only a while later, and somebody is typing. */
  const [{ Suggestions }, setPart] = useState<{ Suggestions?: Awaited<ReturnType<typeof fetchSuggestions>> }>({})
  /** The list that is open, and the place of the keyboard in it. */
  const [list, setList] = useState<{ id: string; active: string | undefined }>()
  useSearchKey(field, hasKey)

  const go = (term: string) => {
    if (!term) return
    onGo?.()
    void navigate(features.articles ? paths.articles({ search: term }) : paths.search({ q: term }))
  }
  return (
    <SearchField
      className={className}
      label={features.articles ? 'Search articles' : 'Search'}
      name={features.articles ? 'search' : 'q'}
      action={features.articles ? paths.articles() : paths.search()}
      defaultValue={words}
      placeholder="Search"
      onSubmit={go}
      input={{
        ref: field,
        autoComplete: 'off',
        onPointerEnter: () => void fetchSuggestions(),
        onFocus: () => void fetchSuggestions().then((part) => setPart({ Suggestions: part })),
        ...(isMounted && { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': list !== undefined }),
        'aria-controls': list?.id,
        'aria-activedescendant': list?.active,
      }}
    >
      {Suggestions && <Suggestions field={field} onList={setList} onGo={onGo} />}
    </SearchField>
  )
}

/** Leads to the field from anywhere on a page where nothing is being typed. */
function useSearchKey(field: { current: HTMLInputElement | null }, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event
      if (key !== '/' || defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isKeyOff()) return
      if (target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]'))) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [field, isOn])
}

/** Whoever speaks to their computer, or presses keys by accident, can turn it off below the field. */
function isKeyOff(): boolean {
  try {
    return localStorage.getItem('search-key') === 'off'
  } catch {
    return false
  }
}
