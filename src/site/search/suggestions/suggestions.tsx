/**
 * Suggestions below the header's search field: recent searches, matches in groups and a link to all results. Lazy: loaded when the field is
 * first used. The field works without it, so this component attaches its listeners to the field.
 */
import { useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { addRecentSearch, clearRecentSearches } from './recent-searches.ts'
import { SearchShortcutSwitch } from '#site/search/search-shortcut-switch.tsx'
import { SuggestionGroups } from './suggestion-groups.tsx'
import { useSuggestions } from './use-suggestions.ts'
import * as styles from './suggestions.module.css'

interface SuggestionsProps {
  field: { current: HTMLInputElement | null }
  /** Called with the id of the open list and of its active option; with undefined when the list closes. */
  onList: (list: { id: string; active: string | undefined } | undefined) => void
  /** Called when an option was chosen. */
  onSelect?: (() => void) | undefined
}

export default function Suggestions({ field, onList, onSelect }: SuggestionsProps) {
  const id = useId()
  const [words, setWords] = useState(() => field.current?.value ?? '')
  // A default value does not open the list; text typed while this chunk was loading does.
  const [isRequested, setRequested] = useState(() => field.current?.value !== field.current?.defaultValue || field.current?.value === '')
  const [activeIndex, setActiveIndex] = useState(-1)
  const { groups, options, status } = useSuggestions(words)
  const isOpen = isRequested && options.length > 0
  const active = isOpen ? options[activeIndex] : undefined
  const idOf = (key: string) => `${id}-${key}`

  const notifyList = useEffectEvent(onList)
  const activeId = active && idOf(active.key)
  useEffect(() => {
    notifyList(isOpen ? { id: `${id}-list`, active: activeId } : undefined)
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, activeId])
  useEffect(() => () => notifyList(undefined), [])

  const close = () => {
    setRequested(false)
    setActiveIndex(-1)
  }
  const open = () => {
    setWords(field.current?.value ?? '')
    setRequested(true)
    setActiveIndex(-1)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const nextIndex = indexAfterKey(event.key, activeIndex, options.length)
    if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Enter' && activeId) document.getElementById(activeId)?.click()
    else if (nextIndex !== undefined && isOpen) setActiveIndex(nextIndex)
    else if (nextIndex !== undefined && event.key === 'ArrowDown') open()
    else return
    event.preventDefault()
  })
  const onFocus = useEffectEvent(() => field.current?.value === '' && open())
  const onInput = useEffectEvent(open)
  const onFocusOut = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && field.current?.form?.contains(relatedTarget))) close()
  })
  const onSubmit = useEffectEvent(() => {
    addRecentSearch(field.current?.value ?? '')
    close()
  })
  // A layout effect, so that the listeners are attached before the next key press.
  useLayoutEffect(() => {
    const input = field.current
    const form = input?.form
    if (!input || !form) return
    const controller = new AbortController()
    const { signal } = controller
    input.addEventListener('keydown', (event) => onKey(event), { signal })
    input.addEventListener('input', () => onInput(), { signal })
    input.addEventListener('focus', () => void onFocus(), { signal })
    form.addEventListener('focusout', (event) => onFocusOut(event), { signal })
    form.addEventListener('submit', () => onSubmit(), { signal })
    return () => controller.abort()
  }, [field])

  const select = () => {
    close()
    field.current?.form?.reset()
    field.current?.blur()
    onSelect?.()
  }

  return (
    <>
      <div className={joinClasses(styles.box, 'no-print')} data-part="suggestions" hidden={!isOpen}>
        <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label="Suggestions">
          <SuggestionGroups groups={groups} active={active} idOf={idOf} onSelect={select} />
        </div>
        <div className={styles.foot}>
          {words.trim() === '' && (
            <>
              <span>Saved on this device only.</span>
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
          <SearchShortcutSwitch />
        </div>
      </div>
      <p className="visuallyHidden" role="status">
        {isOpen ? status : ''}
      </p>
    </>
  )
}

/** Returns the next active index (-1 is the field), wrapping around; undefined for other keys. In the field, Home and End move the caret. */
function indexAfterKey(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return index + 1 < count ? index + 1 : -1
  if (key === 'ArrowUp') return index === -1 ? count - 1 : index - 1
  if (index === -1) return undefined
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined
}
