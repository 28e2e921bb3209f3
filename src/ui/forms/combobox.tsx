import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import * as styles from './combobox.module.css'

export interface ComboboxOption {
  key: string | number
  /** What stands in the box once it is chosen. */
  label: string
  /** A quieter word beside it, which tells two of one name apart. */
  note?: ReactNode
}

interface ComboboxProps<C extends ComboboxOption> {
  label: string
  placeholder: string
  /** What is chosen now. */
  value: C | undefined
  /** What may be chosen, for the words that were typed; undefined while they are looked for. */
  choices: readonly C[] | undefined
  /** What stands there when there are none. */
  noMatch: string
  words: string
  onType: (words: string) => void
  /** Undefined: nothing is chosen any more. */
  onChoose: (choice: C | undefined) => void
  /** The name of the button that clears the choice. */
  clearLabel: string
  className?: string | undefined
}

/**
 * A box to type into, with what may be chosen below it (the combobox pattern of ARIA 1.2, list alone). Arrow keys walk the list, Enter
 * takes, Escape closes and then empties; whoever leaves without choosing has changed nothing. Emptied and left, nothing is chosen.
 */
export function Combobox<C extends ComboboxOption>(props: ComboboxProps<C>) {
  const { label, placeholder, value, choices, noMatch, words, onType, onChoose, clearLabel, className } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const [at, setAt] = useState(-1)
  const active = isOpen ? choices?.[at] : undefined

  const open = () => {
    setOpen(true)
    setAt(-1)
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
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const count = choices?.length ?? 0
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) open()
      if (count > 0) setAt((now) => (event.key === 'ArrowDown' ? (now + 1) % count : (now <= 0 ? count : now) - 1))
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
        onKeyDown={press}
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
              className={joinClasses(index === at && styles.active)}
              ref={(item) => (index === at && isOpen ? item?.scrollIntoView({ block: 'nearest' }) : undefined)}
              // The box keeps the focus, so that leaving it is not noticed before the choice.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {choice.label}
              {choice.note && <small>{choice.note}</small>}
            </button>
          ))}
        </div>
        {choices?.length === 0 && <p className="hint">{noMatch}</p>}
      </div>
      <p className="visuallyHidden" role="status">
        {isOpen && choices && (choices.length === 0 ? noMatch : `${choices.length} to choose from`)}
      </p>
    </div>
  )
}
