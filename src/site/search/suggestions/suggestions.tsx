/**
 * Suggestions below the search field in the header: recent searches, matches in groups and a link to all results. The module is a chunk that
 * is loaded when the field is first used. The field works without it, so this component attaches its listeners to the field.
 */
import { useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { addRecentSearch, clearRecentSearches } from './recent-searches.ts'
import { SearchShortcutSwitch } from '#site/search/search-shortcut-switch.tsx'
import { SuggestionGroups } from './suggestion-groups.tsx'
import { useSuggestions } from './use-suggestions.ts'
import * as styles from './suggestions.module.css'

interface SuggestionsProps {
  fieldRef: { current: HTMLInputElement | null }
  /** Called with the id of the open list and the id of its active option, and with undefined when the list closes. */
  onListChange: (list: { id: string; active: string | undefined } | undefined) => void
  /** Called when the visitor has chosen an option. */
  onSelect?: (() => void) | undefined
}

export default function Suggestions({ fieldRef, onListChange, onSelect }: SuggestionsProps) {
  const id = useId()
  const [words, setWords] = useState(() => fieldRef.current?.value ?? '')
  // The list opens if the field is empty, or if the visitor has changed its text while this chunk was loading.
  const [isRequested, setRequested] = useState(
    () => fieldRef.current?.value !== fieldRef.current?.defaultValue || fieldRef.current?.value === '',
  )
  const [activeIndex, setActiveIndex] = useState(-1)
  const { groups, options, status } = useSuggestions(words)
  const isOpen = isRequested && options.length > 0
  const activeOption = isOpen ? options[activeIndex] : undefined
  const getElementId = (key: string) => `${id}-${key}`

  const notifyListChange = useEffectEvent(onListChange)
  const activeId = activeOption && getElementId(activeOption.key)
  useEffect(() => {
    notifyListChange(isOpen ? { id: `${id}-list`, active: activeId } : undefined)
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, activeId])
  useEffect(() => () => notifyListChange(undefined), [])

  const closeList = () => {
    setRequested(false)
    setActiveIndex(-1)
  }
  const openList = () => {
    setWords(fieldRef.current?.value ?? '')
    setRequested(true)
    setActiveIndex(-1)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const nextIndex = getIndexAfterKey(event.key, activeIndex, options.length)
    if (event.key === 'Escape' && isOpen) closeList()
    else if (event.key === 'Enter' && activeId) document.getElementById(activeId)?.click()
    else if (nextIndex !== undefined && isOpen) setActiveIndex(nextIndex)
    else if (nextIndex !== undefined && event.key === 'ArrowDown') openList()
    else return
    event.preventDefault()
  })
  const onFocus = useEffectEvent(() => fieldRef.current?.value === '' && openList())
  const onInput = useEffectEvent(openList)
  const onFocusOut = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && fieldRef.current?.form?.contains(relatedTarget))) closeList()
  })
  const onSubmit = useEffectEvent(() => {
    addRecentSearch(fieldRef.current?.value ?? '')
    closeList()
  })
  // This is a layout effect, so that the listeners are attached before the next key press.
  useLayoutEffect(() => {
    const input = fieldRef.current
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
  }, [fieldRef])

  const handleSelect = () => {
    closeList()
    fieldRef.current?.form?.reset()
    fieldRef.current?.blur()
    onSelect?.()
  }

  return (
    <>
      <div className={joinClasses(styles.box, 'no-print')} data-part="suggestions" hidden={!isOpen}>
        <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label="Suggestions">
          <SuggestionGroups groups={groups} activeOption={activeOption} getElementId={getElementId} onSelect={handleSelect} />
        </div>
        <div className={styles.foot}>
          {words.trim() === '' && (
            <>
              <span>Saved on this device only.</span>
              <button
                type="button"
                onClick={() => {
                  clearRecentSearches()
                  fieldRef.current?.focus()
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

/**
 * Returns the active index after a key press; -1 is the field, which comes before the first option and after the last. Returns undefined for
 * other keys, and for Home and End in the field, where they move the caret.
 */
function getIndexAfterKey(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return index + 1 < count ? index + 1 : -1
  if (key === 'ArrowUp') return index === -1 ? count - 1 : index - 1
  if (index === -1) return undefined
  return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined
}
