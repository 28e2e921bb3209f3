import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './combobox.module.css'

export interface ComboboxOption {
  key: string | number
  /** Text of the option, and of the input once the option is chosen. */
  label: string
  /** Secondary text, which distinguishes options with the same label. */
  note?: ReactNode
}

interface ComboboxProps<C extends ComboboxOption> {
  label: string
  placeholder: string
  /** The chosen option; `undefined` when none is chosen. */
  value: C | undefined
  /** Options that match the input; `undefined` while they are loading. */
  choices: readonly C[] | undefined
  /** Text shown when no option matches. */
  emptyText: string
  /** The text that the user has typed; it is shown only while the user types. */
  words: string
  /** Called with the typed text on each change, and with an empty text when the list closes. */
  onType: (words: string) => void
  /** Called with `undefined` when the choice is cleared. */
  onChoose: (choice: C | undefined) => void
  /** Accessible name of the clear button. */
  clearLabel: string
  className?: string | undefined
}

/**
 * Renders a combobox with list autocomplete (ARIA 1.2 pattern). Arrow keys move in the list, Enter chooses the active or the only option,
 * Escape closes the list and restores the current choice. Leaving without choosing changes nothing; Enter in an emptied input, or leaving
 * it, clears the choice.
 */
export function Combobox<C extends ComboboxOption>(props: ComboboxProps<C>) {
  const { label, placeholder, value, choices, emptyText, words, onType, onChoose, clearLabel, className } = props
  const { count } = useWording()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const active = isOpen ? choices?.[activeIndex] : undefined

  const open = () => {
    setOpen(true)
    setActiveIndex(-1)
  }
  const close = () => {
    setOpen(false)
    setTyping(false)
    onType('')
  }
  const choose = (choice: C | undefined) => {
    close()
    if (choice?.key !== value?.key) onChoose(choice)
  }
  const leave = () => {
    if (isTyping && words.trim() === '') choose(undefined)
    else close()
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const count = choices?.length ?? 0
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) open()
      if (count > 0) setActiveIndex((index) => (event.key === 'ArrowDown' ? (index + 1) % count : (index <= 0 ? count : index) - 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (active) choose(active)
      else if (isTyping && words.trim() === '') choose(undefined)
      else if (isTyping && count === 1) choose(choices?.[0])
    } else if (event.key === 'Escape' && (isOpen || isTyping)) {
      event.stopPropagation()
      close()
    }
  }

  return (
    <div
      className={joinClasses(styles.combobox, className)}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && (isOpen || isTyping) && leave()}
    >
      <label className="visuallyHidden" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        className="control"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.key}`}
        value={isTyping ? words : (value?.label ?? '')}
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onFocus={({ target }) => target.select()}
        onClick={() => !isOpen && open()}
        onKeyDown={handleKeyDown}
        onChange={({ target }) => {
          setTyping(true)
          open()
          onType(target.value)
        }}
      />
      {value && !isTyping && (
        <IconButton
          icon="close"
          label={clearLabel}
          className={styles.clear}
          onClick={() => {
            choose(undefined)
            input.current?.focus()
          }}
        />
      )}
      <div className={styles.box} data-part="combobox-box" hidden={!isOpen}>
        <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label={label} hidden={!choices?.length}>
          {choices?.map((choice, index) => (
            <button
              key={choice.key}
              id={`${id}-${choice.key}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={choice.key === value?.key}
              className={joinClasses(index === activeIndex && styles.active)}
              ref={(item) => (index === activeIndex && isOpen ? item?.scrollIntoView({ block: 'nearest' }) : undefined)}
              // The input keeps the focus, so that its blur does not close the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {choice.label}
              {choice.note && <small>{choice.note}</small>}
            </button>
          ))}
        </div>
        {choices?.length === 0 && <p className="hint">{emptyText}</p>}
      </div>
      <p className="visuallyHidden" role="status">
        {isOpen && choices && (choices.length === 0 ? emptyText : count(choices.length, NOUNS.option))}
      </p>
    </div>
  )
}
