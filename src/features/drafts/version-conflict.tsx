/** Resolves an optimistic-concurrency conflict: shows the fields that differ, saved and edited, and lets the user choose a version. */
import type { Form } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import * as styles from './version-conflict.module.css'

/** Label of a field and, if its values are codes, the function that formats them. */
export interface ComparedField<T> {
  label: string
  format?: (value: T) => string
}
export type ComparedFields<V> = { [Name in keyof V]: string | ComparedField<V[Name]> }

interface VersionConflictProps<V, T> {
  form: Pick<Form<V>, 'conflict' | 'acceptVersion' | 'change' | 'values' | 'props'>
  /** Converts the version that the server returned to form values. */
  toValues: (current: T) => V
  /** Labels of the fields, as in the form. */
  fields: ComparedFields<V>
}

export function VersionConflict<V extends object, T>({ form, toValues, fields }: VersionConflictProps<V, T>) {
  const { conflict, acceptVersion, change, values, props } = form
  if (!conflict) return null
  const { current } = conflict
  const savedValues = toValues(current as T)
  const differences = (Object.keys(values) as (keyof V & string)[]).flatMap((name) =>
    compare(fields[name], savedValues[name], values[name]),
  )
  const keepEdited = () => {
    acceptVersion(current.version)
    props.ref.current?.requestSubmit()
  }
  const useSaved = () => {
    change(savedValues)
    acceptVersion(current.version)
  }
  return (
    <Notice className={styles.conflict} tone="bad" role="alert" title="This was changed while you were editing it">
      <p>Your changes are not saved yet. Choose which version to keep.</p>
      {differences.map(({ label, saved, edited }) => (
        <section key={label} className={styles.field}>
          <h3 className={styles.label}>{label}</h3>
          <dl className={styles.versions}>
            <div>
              <dt>Saved version</dt>
              <dd dir="auto">{saved || EMPTY_VALUE_TEXT}</dd>
            </div>
            <div>
              <dt>Your version</dt>
              <dd dir="auto">{edited || EMPTY_VALUE_TEXT}</dd>
            </div>
          </dl>
        </section>
      ))}
      <div className="actions">
        <Button size="s" onClick={keepEdited}>
          Keep mine
        </Button>
        <Button size="s" variant="quiet" onClick={useSaved}>
          Use the saved version
        </Button>
      </div>
    </Notice>
  )
}

const EMPTY_VALUE_TEXT = 'Empty'

/** @returns an array with the formatted versions of a field, empty if they are equal */
function compare<T>(field: string | ComparedField<T>, savedValue: T, editedValue: T): { label: string; saved: string; edited: string }[] {
  const { label, format = formatValue } = typeof field === 'string' ? { label: field } : field
  const [saved, edited] = [format(savedValue), format(editedValue)]
  return saved === edited ? [] : [{ label, saved, edited }]
}

const formatValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return typeof value === 'string' ? value : String(value ?? '')
}

/** Creates a function that formats an id as the name of its option; unknown ids are returned as they are. */
export const createOptionNameFormatter =
  (options: readonly { id: number; name: string }[]) =>
  (id: string): string =>
    options.find((option) => String(option.id) === id)?.name ?? id
