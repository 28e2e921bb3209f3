/** The inputs of a tool. Without a script it is a form of the address; with one the address follows as one types. */
import { useEffect, useRef, type FormEvent, type MouseEvent } from 'react'
import type { FormField, ToolForm as Form } from '#features/tools/tool.client.ts'
import { readGivenTexts } from '#features/tools/tool-parameters.policy.ts'
import { Button } from '#ui/actions/button.tsx'
import { paths } from '#site/paths.ts'
import { ToolField } from './tool-fields.tsx'
import * as styles from './tool-form.module.css'

const PAUSE = 350

interface ToolFormProps {
  form: Form
  /** Gets what stands in the form, after a pause in typing and at once for a choice. */
  onChange: (given: Record<string, string>) => void
}

export function ToolForm({ form, onChange }: ToolFormProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const asked = form.fields.filter(({ isAsked }) => isAsked)
  const minor = asked.filter(({ isMinor }) => isMinor)
  const tell = (element: HTMLFormElement | null) => {
    clearTimeout(timer.current)
    if (element) onChange(readForm(element))
  }
  const type = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current)
    const isTyped = target instanceof HTMLInputElement && target.type !== 'checkbox'
    if (isTyped) timer.current = setTimeout(() => tell(currentTarget), PAUSE)
    else tell(currentTarget)
  }
  // Enter presses this button as well: the page stays, and what was typed counts now.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    tell(event.currentTarget.form)
  }
  return (
    <form action={paths.tool(form.name)} className={styles.form} aria-label="Your figures" noValidate onChange={type}>
      {asked
        .filter(({ isMinor }) => !isMinor)
        .map((field) => (
          <ToolField key={field.name} field={field} />
        ))}
      {minor.length > 0 && (
        <details className={styles.minor} open={minor.some(isTouched) || undefined}>
          <summary>More to set ({minor.length})</summary>
          <div className={styles.minorFields}>
            {minor.map((field) => (
              <ToolField key={field.name} field={field} />
            ))}
          </div>
        </details>
      )}
      {/* What is not asked for just now is not lost. */}
      {form.fields
        .filter(({ isAsked, name }) => !isAsked && form.given[name] !== undefined)
        .map(({ name }) => (
          <input key={name} type="hidden" name={name} value={form.given[name]} />
        ))}
      <Button type="submit" wide onClick={press}>
        Work it out
      </Button>
    </form>
  )
}

const isTouched = ({ error, whose, name, kind }: FormField) =>
  error !== null || (whose === 'reader' && kind !== 'flag' && name !== 'phases')

function readForm(element: HTMLFormElement): Record<string, string> {
  const sent = new URLSearchParams()
  for (const [name, value] of new FormData(element)) if (typeof value === 'string') sent.append(name, value)
  return readGivenTexts(sent)
}
