/** Shown when another editor has saved while a form was filled in: both versions, and a way to keep either. */
import type { Form } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import * as styles from './version-conflict.module.css'

/** How a form shows a field: its label, and what a person reads where the value is a code. */
export interface ShownField<T> {
  label: string
  format?: (value: T) => string
}
export type ShownFields<V> = { [Name in keyof V]: string | ShownField<V[Name]> }

interface VersionConflictProps<V, T> {
  form: Pick<Form<V>, 'conflict' | 'acceptVersion' | 'change' | 'values' | 'props'>
  /** What is stored, as the form's values. */
  toValues: (current: T) => V
  /** The labels of the fields as the form shows them. */
  fields: ShownFields<V>
}

export function VersionConflict<V extends object, T>({ form, toValues, fields }: VersionConflictProps<V, T>) {
  const { conflict, acceptVersion, change, values, props } = form
  if (!conflict) return null
  const { current } = conflict
  const theirs = toValues(current as T)
  const shown = (Object.keys(values) as (keyof V & string)[]).flatMap((name) => compare(fields[name], theirs[name], values[name]))
  const keepMine = () => {
    acceptVersion(current.version)
    props.ref.current?.requestSubmit()
  }
  const takeTheirs = () => {
    change(theirs)
    acceptVersion(current.version)
  }
  return (
    <Notice className={styles.conflict} tone="bad" role="alert" title="This was changed while you were editing it">
      <p>Nothing is saved yet. Choose which version to keep.</p>
      {shown.map(({ label, saved, own }) => (
        <section key={label} className={styles.field}>
          <h3 className={styles.label}>{label}</h3>
          <dl className={styles.versions}>
            <div>
              <dt>Saved meanwhile</dt>
              <dd dir="auto">{saved || EMPTY}</dd>
            </div>
            <div>
              <dt>Yours</dt>
              <dd dir="auto">{own || EMPTY}</dd>
            </div>
          </dl>
        </section>
      ))}
      <div className="actions">
        <Button size="s" onClick={keepMine}>
          Keep mine
        </Button>
        <Button size="s" variant="quiet" onClick={takeTheirs}>
          Use the saved version
        </Button>
      </div>
    </Notice>
  )
}

const EMPTY = 'Empty'

/** @returns nothing where both versions are the same */
function compare<T>(field: string | ShownField<T>, theirs: T, mine: T): { label: string; saved: string; own: string }[] {
  const { label, format = formatValue } = typeof field === 'string' ? { label: field } : field
  const [saved, own] = [format(theirs), format(mine)]
  return saved === own ? [] : [{ label, saved, own }]
}

const formatValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  return typeof value === 'string' ? value : String(value ?? '')
}

/** Shows a choice by its name, as the form's list does. */
export const chosenName =
  (options: readonly { id: number; name: string }[]) =>
  (id: string): string =>
    options.find((option) => String(option.id) === id)?.name ?? id
