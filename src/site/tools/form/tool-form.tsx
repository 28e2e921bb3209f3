/** The inputs of a tool. Without JavaScript a GET form; with it the URL follows the inputs. */
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
  /** Called with all inputs: debounced while typing, at once for selects and checkboxes. */
  onChange: (inputs: Record<string, string>) => void
}

export function ToolForm({ form, onChange }: ToolFormProps) {
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
    const isTyped = target instanceof HTMLInputElement && target.type !== 'checkbox'
    if (isTyped) timer.current = setTimeout(() => submitInputs(currentTarget), DEBOUNCE_MS)
    else submitInputs(currentTarget)
  }
  // Enter triggers this button as well; the inputs apply at once, without a page load.
  const handleSubmitClick = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    submitInputs(event.currentTarget.form)
  }
  return (
    <form action={paths.tool(form.name)} className={styles.form} aria-label="Your details" noValidate onChange={handleChange}>
      {visibleFields
        .filter(({ isMinor }) => !isMinor)
        .map((field) => (
          <ToolField key={field.name} field={field} />
        ))}
      {minorFields.length > 0 && (
        <details className={styles.minor} open={minorFields.some(hasUserInput) || undefined}>
          <summary>More options ({minorFields.length})</summary>
          <div className={styles.minorFields}>
            {minorFields.map((field) => (
              <ToolField key={field.name} field={field} />
            ))}
          </div>
        </details>
      )}
      {/* Inputs of hidden fields are carried along, so that showing a field again restores its value. */}
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

const hasUserInput = ({ error, whose, name, kind }: FormField) =>
  error !== null || (whose === 'reader' && kind !== 'flag' && name !== 'phases')

function readForm(element: HTMLFormElement): Record<string, string> {
  const params = new URLSearchParams()
  for (const [name, value] of new FormData(element)) if (typeof value === 'string') params.append(name, value)
  return readToolQuery(params)
}
