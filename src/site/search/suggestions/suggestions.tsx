/**
 * What stands below the header's search field while somebody types: recent searches, suggestions in groups, and the way to all results. The
 * field is there without it, so it listens to the field from outside: fetched when the field is used for the first time.
 */
import { useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { addRecentSearch, clearRecentSearches } from './recent-searches.ts'
import { SearchKeyChoice } from '#site/search/search-key-choice.tsx'
import { SuggestionGroups } from './suggestion-groups.tsx'
import { useSuggestions } from './use-suggestions.ts'
import * as styles from './suggestions.module.css'

interface SuggestionsProps {
  field: { current: HTMLInputElement | null }
  /** The list that is open now, and where the keyboard is in it. */
  onList: (list: { id: string; active: string | undefined } | undefined) => void
  /** One of them was chosen. */
  onGo?: (() => void) | undefined
}

export default function Suggestions({ field, onList, onGo }: SuggestionsProps) {
  const id = useId()
  const [words, setWords] = useState(() => field.current?.value ?? '')
  // Words that stood there before say nothing yet; letters that were typed while this file was on its way do.
  const [isWanted, setWanted] = useState(() => field.current?.value !== field.current?.defaultValue || field.current?.value === '')
  const [at, setAt] = useState(-1)
  const { groups, options, status } = useSuggestions(words)
  const isOpen = isWanted && options.length > 0
  const active = isOpen ? options[at] : undefined
  const idOf = (key: string) => `${id}-${key}`

  const tell = useEffectEvent(onList)
  const activeId = active && idOf(active.key)
  useEffect(() => {
    tell(isOpen ? { id: `${id}-list`, active: activeId } : undefined)
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, activeId])
  useEffect(() => () => tell(undefined), [])

  const close = () => {
    setWanted(false)
    setAt(-1)
  }
  const open = () => {
    setWords(field.current?.value ?? '')
    setWanted(true)
    setAt(-1)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const place = placeAfter(event.key, at, options.length)
    if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Enter' && activeId) document.getElementById(activeId)?.click()
    else if (place !== undefined && isOpen) setAt(place)
    else if (place !== undefined && event.key === 'ArrowDown') open()
    else return
    event.preventDefault()
  })
  const onFocus = useEffectEvent(() => field.current?.value === '' && open())
  const onInput = useEffectEvent(open)
  const onLeave = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && field.current?.form?.contains(relatedTarget))) close()
  })
  const onSubmit = useEffectEvent(() => {
    addRecentSearch(field.current?.value ?? '')
    close()
  })
  // Before the next letter is typed.
  useLayoutEffect(() => {
    const input = field.current
    const form = input?.form
    if (!input || !form) return
    const stop = new AbortController()
    const { signal } = stop
    input.addEventListener('keydown', (event) => onKey(event), { signal })
    input.addEventListener('input', () => onInput(), { signal })
    input.addEventListener('focus', () => void onFocus(), { signal })
    form.addEventListener('focusout', (event) => onLeave(event), { signal })
    form.addEventListener('submit', () => onSubmit(), { signal })
    return () => stop.abort()
  }, [field])

  const choose = () => {
    close()
    field.current?.form?.reset()
    field.current?.blur()
    onGo?.()
  }

  return (
    <>
      <div className={joinClasses(styles.box, 'no-print')} data-part="suggestions" hidden={!isOpen}>
        <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label="Suggestions">
          <SuggestionGroups groups={groups} active={active} idOf={idOf} onChoose={choose} />
        </div>
        <div className={styles.foot}>
          {words.trim() === '' && (
            <>
              <span>Kept on this device only.</span>
              <button
                type="button"
                onClick={() => {
                  clearRecentSearches()
                  field.current?.focus()
                }}
              >
                Clear recent searches
              </button>
            </>
          )}
          <SearchKeyChoice />
        </div>
      </div>
      <p className="visuallyHidden" role="status">
        {isOpen ? status : ''}
      </p>
    </>
  )
}

/** Where a key leads in a list of so many; round from the last to the field and on to the first. Home and End are the text's own before. */
function placeAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : -1
  if (key === 'ArrowUp') return at === -1 ? count - 1 : at - 1
  if (at === -1) return undefined
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined
}
