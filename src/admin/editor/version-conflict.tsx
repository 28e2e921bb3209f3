/** What to do when somebody else has saved while a form was filled in: both versions, and a way to keep either. */
import type { Form } from '#platform/form.client.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import * as styles from './version-conflict.module.css'

interface VersionConflictProps<V, T> {
  form: Pick<Form<V>, 'conflict' | 'acceptVersion' | 'change' | 'values' | 'props'>
  /** What is stored, as the form's values. */
  toValues: (current: T) => V
}

export function VersionConflict<V extends object, T>({ form, toValues }: VersionConflictProps<V, T>) {
  const { conflict, acceptVersion, change, values, props } = form
  if (!conflict) return null
  const { current } = conflict
  const theirs = toValues(current as T)
  const names = (Object.keys(values) as (keyof V & string)[]).filter((name) => show(values[name]) !== show(theirs[name]))
  const keepMine = () => {
    acceptVersion(current.version)
    props.ref.current?.requestSubmit()
  }
  const takeTheirs = () => {
    change(theirs)
    acceptVersion(current.version)
  }
  return (
    <Notice tone="bad" role="alert" title="This was changed while you were editing it">
      <p>Nothing is saved yet. Choose which version to keep.</p>
      {names.map((name) => (
        <dl key={name} className={styles.versions}>
          <dt>Saved meanwhile: {name}</dt>
          <dd>{show(theirs[name])}</dd>
          <dt>Yours: {name}</dt>
          <dd>{show(values[name])}</dd>
        </dl>
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

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
