import { useState, type ComponentProps } from 'react'
import { Confirm } from './confirm.tsx'
import { Field, Input } from '#ui/forms/field.tsx'

interface TypedConfirmProps extends Omit<ComponentProps<typeof Confirm>, 'open' | 'tone' | 'disabled' | 'onConfirm'> {
  /** What has to be typed. */
  words: string
  /** The same letters in another case, or with space around them, do as well. */
  anyCase?: boolean
  onConfirm: (typed: string) => void
}

/**
 * Asks before something that cannot be taken back: the words have to be typed, and Enter then answers yes.
 * Draw it only while the question is asked, so that it begins empty each time.
 */
export function TypedConfirm({ words, anyCase = false, children, onConfirm, ...props }: TypedConfirmProps) {
  const [typed, setTyped] = useState('')
  const isMeant = anyCase ? typed.trim().toLowerCase() === words.toLowerCase() : typed === words
  return (
    <Confirm {...props} open tone="danger" disabled={!isMeant} onConfirm={() => onConfirm(typed)}>
      {children}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isMeant && !props.busy) onConfirm(typed)
        }}
      >
        <Field label={`To confirm, type: ${words}`}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              disabled={props.busy}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </form>
    </Confirm>
  )
}
