import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#site/paths.ts'
import { SearchField } from '#ui/forms/search-field.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { useSite } from '#site/shell/use-site.ts'

/** Loads the chunk with the suggestions. If that fails, the field works without suggestions, and the next focus tries again. */
const fetchSuggestions = async () => (await import('#site/search/suggestions/suggestions.tsx').catch(() => undefined))?.default

interface HeaderSearchProps {
  className?: string | undefined
  /** Whether the `/` key focuses this field. */
  hasShortcut?: boolean
  /** Called when the visitor starts a search or opens a suggestion. */
  onNavigate?: () => void
}

/**
 * Searches articles (the whole site if articles are switched off), with suggestions from the whole site. On the article list the field contains
 * the current search words. Blank searches are ignored.
 */
export function HeaderSearch(props: HeaderSearchProps) {
  const { pathname, search } = useLocation()
  const words = pathname === paths.articles() ? (new URLSearchParams(search).get('search') ?? '') : ''
  return <HeaderSearchField key={words} words={words} {...props} />
}

function HeaderSearchField({ words, className, hasShortcut = false, onNavigate }: HeaderSearchProps & { words: string }) {
  const navigate = useNavigate()
  const { features } = useSite()
  const isMounted = useMounted()
  const fieldRef = useRef<HTMLInputElement>(null)
  /** React.lazy is not used, because Suspense shows late content with a delay, while the visitor is typing already. */
  const [{ Suggestions }, setChunk] = useState<{ Suggestions?: Awaited<ReturnType<typeof fetchSuggestions>> }>({})
  /** Element ids of the open list and of its active option; undefined if the list is closed. */
  const [list, setList] = useState<{ id: string; active: string | undefined }>()
  useSearchShortcut(fieldRef, hasShortcut)

  const submit = (term: string) => {
    if (!term) return
    onNavigate?.()
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
      onSubmit={submit}
      input={{
        ref: fieldRef,
        autoComplete: 'off',
        onPointerEnter: () => void fetchSuggestions(),
        onFocus: () => void fetchSuggestions().then((loaded) => setChunk({ Suggestions: loaded })),
        ...(isMounted && { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': list !== undefined }),
        'aria-controls': list?.id,
        'aria-activedescendant': list?.active,
      }}
    >
      {Suggestions && <Suggestions fieldRef={fieldRef} onListChange={setList} onSelect={onNavigate} />}
    </SearchField>
  )
}

/** Focuses the field when `/` is pressed, unless the focus is in an input, an editor or a dialog. */
function useSearchShortcut(fieldRef: { current: HTMLInputElement | null }, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const handleKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event
      if (key !== '/' || defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isShortcutOff()) return
      if (target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]'))) return
      event.preventDefault()
      fieldRef.current?.focus()
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [fieldRef, isOn])
}

/** Whether the visitor has turned the shortcut off (below the suggestions). Speech input may trigger it by mistake (WCAG 2.2 2.1.4). */
function isShortcutOff(): boolean {
  try {
    return localStorage.getItem('search-key') === 'off'
  } catch {
    return false
  }
}
