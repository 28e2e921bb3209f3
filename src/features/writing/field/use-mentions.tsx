import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState, type ComponentProps, type CSSProperties, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { MENTION_MIN } from '#features/writing/writing-limits.policy.ts'
import { userSuggestionsQuery, type UserSuggestion } from '#features/writing/writing.client.ts'
import { measureCaret } from '#ui/forms/caret-position.ts'
import { editTextarea } from '#ui/forms/edit-textarea.ts'
import { useDebouncedValue } from '#ui/forms/use-debounced-value.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './mentions.module.css'

/** Matches the mention that ends at the cursor. */
const MENTION_AT_CURSOR = new RegExp(`(?<![\\w@/.-])@([A-Za-z0-9_-]{${MENTION_MIN},30})$`)

/** The mention that is being typed: the position of its `@`, its letters, and the place of the list. */
interface TypedMention {
  start: number
  letters: string
  left: number
  top: number
}

/**
 * Suggests members while a mention is typed in a textarea. Arrow keys move in the list, Enter and Tab choose, Escape closes it.
 * @param isEnabled whether the viewer is signed in; visitors get no suggestions
 * @returns props of the textarea, and the list to render next to it
 */
export function useMentions(textarea: RefObject<HTMLTextAreaElement | null>, isEnabled: boolean) {
  const id = useId()
  const { count } = useWording()
  const [mention, setMention] = useState<TypedMention>()
  const [activeIndex, setActiveIndex] = useState(0)
  /** Position of the mention whose list was closed by Escape. */
  const [closedStart, setClosedStart] = useState<number>()
  const letters = useDebouncedValue(mention?.letters ?? '', 150)
  const { data } = useQuery({ ...userSuggestionsQuery(letters), enabled: isEnabled && letters !== '', placeholderData: keepPreviousData })
  const isOpen = mention !== undefined && mention.start !== closedStart && letters !== ''
  const suggestions = isOpen ? (data?.users ?? []).filter(({ username }) => startsWith(username, mention.letters)) : []
  const active = suggestions[Math.min(activeIndex, suggestions.length - 1)]

  const findMention = () => {
    const field = textarea.current
    if (!isEnabled || !field) return
    const cursor = field.selectionStart
    const found = cursor === field.selectionEnd ? MENTION_AT_CURSOR.exec(field.value.slice(0, cursor))?.[1] : undefined
    if (found === undefined) {
      if (mention) setMention(undefined)
      return
    }
    const start = cursor - found.length - 1
    if (mention?.start === start && mention.letters === found) return
    if (mention?.start !== start) setClosedStart(undefined)
    const { left, bottom } = measureCaret(field, start)
    setActiveIndex(0)
    setMention({ start, letters: found, left, top: bottom })
  }
  const choose = ({ username }: UserSuggestion) => {
    if (!mention || !textarea.current) return
    const insert = `@${username} `
    const end = mention.start + insert.length
    editTextarea(textarea.current, {
      from: mention.start,
      to: mention.start + 1 + mention.letters.length,
      insert,
      selection: { from: end, to: end },
    })
    setMention(undefined)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!active || event.nativeEvent.isComposing) return
    const length = suggestions.length
    const index = Math.min(activeIndex, length - 1)
    if (event.key === 'ArrowDown') setActiveIndex((index + 1) % length)
    else if (event.key === 'ArrowUp') setActiveIndex((index + length - 1) % length)
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) choose(active)
    else if (event.key === 'Escape') setClosedStart(mention?.start)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const inputProps: ComponentProps<'textarea'> = isEnabled
    ? {
        'aria-autocomplete': 'list',
        'aria-controls': active ? `${id}-list` : undefined,
        'aria-activedescendant': active && `${id}-${active.id}`,
      }
    : {}
  const list: ReactNode = isEnabled && (
    <>
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label="Members"
        className={styles.list}
        hidden={!active}
        style={mention && ({ top: mention.top, '--left': `${mention.left}px` } as CSSProperties)}
      >
        {suggestions.map((user) => (
          <button
            key={user.id}
            id={`${id}-${user.id}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={user === active}
            className={joinClasses(styles.option, user === active && styles.active)}
            // The textarea keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(user)}
          >
            <Avatar id={user.id} name={user.displayName || user.username} src={user.avatarUrl} size="s" />
            <span>
              <b dir="auto">{user.displayName || user.username}</b> <small>@{user.username}</small> {user.isDemo && <DemoChip />}
            </span>
          </button>
        ))}
      </div>
      <p className="visuallyHidden" role="status">
        {active && count(suggestions.length, NOUNS.suggestion)}
      </p>
    </>
  )
  return { inputProps, findMention, handleKeyDown, close: () => setMention(undefined), isListOpen: active !== undefined, list }
}

const startsWith = (username: string, letters: string) => username.toLowerCase().startsWith(letters.toLowerCase())
