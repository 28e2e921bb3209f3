/** Form with the inputs of a tool. Without JavaScript it is submitted by GET; with JavaScript each change of an input updates the URL. */
import { useEffect, useRef, type FormEvent, type MouseEvent } from 'react'
import type { FormField, ToolForm as Form } from '#features/tools/tool.client.ts'
import { readToolQuery } from '#features/tools/tool-parameters.policy.ts'
import { Button } from '#ui/actions/button.tsx'
import { paths } from '#site/paths.ts'
import { ToolField } from './tool-fields.tsx'
import * as styles from './tool-form.module.css'

const DEBOUNCE_MS = 350

interface ToolFormProps {
  form: Form
  /** Whether the errors of the fields are shown. */
  hasErrors: boolean
  /** Called with all inputs after a change: debounced for text inputs, at once for selects and checkboxes. */
  onChange: (inputs: Record<string, string>) => void
}

export function ToolForm({ form, hasErrors, onChange }: ToolFormProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const visibleFields = form.fields.filter(({ isAsked }) => isAsked)
  const minorFields = visibleFields.filter(({ isMinor }) => isMinor)
  const submitInputs = (element: HTMLFormElement | null) => {
    clearTimeout(timer.current)
    if (element) onChange(readForm(element))
  }
  const handleChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current)
    const isTextInput = target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio'
    if (isTextInput) timer.current = setTimeout(() => submitInputs(currentTarget), DEBOUNCE_MS)
    else submitInputs(currentTarget)
  }
  // Also called when Enter is pressed in an input. The inputs are applied at once and without a page load.
  const handleSubmitClick = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    submitInputs(event.currentTarget.form)
  }
  return (
    <form action={paths.tool(form.name)} className={styles.form} aria-label="Your details" noValidate onChange={handleChange}>
      {visibleFields
        .filter(({ isMinor }) => !isMinor)
        .map((field) => (
          <ToolField key={field.name} field={hasErrors ? field : { ...field, error: null }} />
        ))}
      {minorFields.length > 0 && (
        <details className={styles.minor} open={minorFields.some(hasUserInput) || undefined}>
          <summary>More options ({minorFields.length})</summary>
          <div className={styles.minorFields}>
            {minorFields.map((field) => (
              <ToolField key={field.name} field={hasErrors ? field : { ...field, error: null }} />
            ))}
          </div>
        </details>
      )}
      {/* Fields that are not shown now are submitted as hidden inputs, so that their values are restored when they are shown again. */}
      {form.fields
        .filter(({ isAsked, name }) => !isAsked && form.given[name] !== undefined)
        .map(({ name }) => (
          <input key={name} type="hidden" name={name} value={form.given[name]} />
        ))}
      <Button type="submit" wide onClick={handleSubmitClick}>
        Work it out
      </Button>
    </form>
  )
}

/**
 * Whether a field has an error or a value from the visitor, so that the minor fields are expanded. Flags and `phases` are selects: a submitted
 * form contains them even if the visitor has not changed them.
 */
const hasUserInput = ({ error, whose, name, kind }: FormField) =>
  error !== null || (whose === 'reader' && kind !== 'flag' && name !== 'phases')

function readForm(element: HTMLFormElement): Record<string, string> {
  const params = new URLSearchParams()
  for (const [name, value] of new FormData(element)) if (typeof value === 'string') params.append(name, value)
  return readToolQuery(params)
}
