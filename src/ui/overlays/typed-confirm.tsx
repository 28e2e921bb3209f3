import { useState, type ComponentProps } from 'react'
import { Confirm } from './confirm.tsx'
import { Field, Input } from '#ui/forms/field.tsx'

interface TypedConfirmProps extends Omit<ComponentProps<typeof Confirm>, 'open' | 'tone' | 'disabled' | 'onConfirm'> {
  /** Text that the user has to type. */
  expectedText: string
  /** Whether case and surrounding whitespace are ignored in the comparison. */
  ignoreCase?: boolean
  onConfirm: (input: string) => void
}

/**
 * Renders the confirmation dialog of an irreversible action: the user has to type `expectedText`, then Enter or the button confirms.
 * Mount it only while it is open, so that the input is empty each time.
 */
export function TypedConfirm({ expectedText, ignoreCase = false, children, onConfirm, ...props }: TypedConfirmProps) {
  const [input, setInput] = useState('')
  const isMatch = ignoreCase ? input.trim().toLowerCase() === expectedText.toLowerCase() : input === expectedText
  return (
    <Confirm {...props} open tone="danger" disabled={!isMatch} onConfirm={() => onConfirm(input)}>
      {children}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isMatch && !props.busy) onConfirm(input)
        }}
      >
        <Field label={`To confirm, type: ${expectedText}`}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              disabled={props.busy}
              value={input}
              onChange={({ target }) => setInput(target.value)}
            />
          )}
        </Field>
      </form>
    </Confirm>
  )
}
