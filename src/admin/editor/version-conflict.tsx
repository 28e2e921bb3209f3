/** Optimistic-concurrency conflict: shows the saved and the edited version of each field and lets the user choose. */
import type { Form } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import * as styles from './version-conflict.module.css'

/** Label of a field and, for coded values, how to format them. */
export interface ComparedField<T> {
  label: string
  format?: (value: T) => string
}
export type ComparedFields<V> = { [Name in keyof V]: string | ComparedField<V[Name]> }

interface VersionConflictProps<V, T> {
  form: Pick<Form<V>, 'conflict' | 'acceptVersion' | 'change' | 'values' | 'props'>
  /** Converts the stored version to form values. */
  toValues: (current: T) => V
  /** Field labels, as in the form. */
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
      {differences.map(({ label, saved, own: edited }) => (
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

/** @returns an empty array if both versions are equal */
function compare<T>(field: string | ComparedField<T>, savedValue: T, editedValue: T): { label: string; saved: string; own: string }[] {
  const { label, format = formatValue } = typeof field === 'string' ? { label: field } : field
  const [saved, own] = [format(savedValue), format(editedValue)]
  return saved === own ? [] : [{ label, saved, own }]
}

const formatValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return typeof value === 'string' ? value : String(value ?? '')
}

/** Formats an id as the name of its option. */
export const createOptionNameFormatter =
  (options: readonly { id: number; name: string }[]) =>
  (id: string): string =>
    options.find((option) => String(option.id) === id)?.name ?? id
