/** Entries of an issue: edited, reordered with buttons or Alt and an arrow key, removed, and restored. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { IssueEntry } from '#features/newsletter/issues/issue.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button, IconButton } from '#ui/actions/button.tsx'
import { Field, Input, Textarea } from '#ui/forms/field.tsx'
import { ENTRY_KIND_LABELS } from './issue-labels.ts'
import * as styles from '#admin/newsletter/issues.module.css'

/** Entry with a stable React key. */
export interface EntryDraft extends IssueEntry {
  key: number
}

interface IssueEntriesProps {
  entries: EntryDraft[]
  /** Returns the error message of a field, by a path such as `entries.2.title`. */
  errorOf: (path: string) => string | undefined
  onChange: (entries: EntryDraft[]) => void
}

export function IssueEntries({ entries, errorOf, onChange }: IssueEntriesProps) {
  const list = useRef<HTMLOListElement>(null)
  const [removed, setRemoved] = useState<{ entry: EntryDraft; at: number }>()
  const [announcement, announce] = useState('')
  const move = (at: number, to: number) => {
    const entry = entries[at]
    if (!entry || to < 0 || to >= entries.length) return
    const rest = entries.filter((_, index) => index !== at)
    onChange([...rest.slice(0, to), entry, ...rest.slice(to)])
    announce(`${entry.title}: position ${to + 1} of ${entries.length}`)
    // The moved entry keeps the focus.
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-entry="${entry.key}"]`)?.focus())
  }
  const remove = (at: number) => {
    const entry = entries[at]
    if (!entry) return
    onChange(entries.filter((_, index) => index !== at))
    setRemoved({ entry, at })
    announce(`${entry.title} removed`)
  }
  const restoreEntry = () => {
    if (!removed) return
    onChange([...entries.slice(0, removed.at), removed.entry, ...entries.slice(removed.at)])
    setRemoved(undefined)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    const item = event.target instanceof Element ? event.target.closest('[data-entry]') : null
    const at = entries.findIndex(({ key }) => String(key) === item?.getAttribute('data-entry'))
    if (at === -1) return
    event.preventDefault()
    move(at, event.key === 'ArrowUp' ? at - 1 : at + 1)
  })
  // Listens on the list, because both the fields and the buttons of an entry are in it.
  useEffect(() => {
    const element = list.current
    const listen = (event: KeyboardEvent) => press(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [])
  const change = (at: number, part: Partial<EntryDraft>) =>
    onChange(entries.map((entry, index) => (index === at ? { ...entry, ...part } : entry)))
  return (
    <fieldset className={styles.entries}>
      <legend>Entries</legend>
      <p className="hint">Reorder entries with the arrow buttons, or with Alt and an arrow key.</p>
      <ol ref={list}>
        {entries.map((entry, at) => (
          <li key={entry.key} tabIndex={-1} data-entry={entry.key} aria-label={entry.title}>
            <div className={styles.entryHead}>
              <Badge variant="secondary">{ENTRY_KIND_LABELS[entry.kind]}</Badge>
              <span className={styles.entryTools}>
                <IconButton
                  icon="chevron-down"
                  className={styles.entryUp}
                  label={`Move up: ${entry.title}`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                />
                <IconButton
                  icon="chevron-down"
                  label={`Move down: ${entry.title}`}
                  disabled={at === entries.length - 1}
                  onClick={() => move(at, at + 1)}
                />
                <IconButton icon="trash" variant="danger" label={`Remove: ${entry.title}`} onClick={() => remove(at)} />
              </span>
            </div>
            <Field label="Title" error={errorOf(`entries.${at}.title`)}>
              {(control) => <Input {...control} value={entry.title} onChange={({ target }) => change(at, { title: target.value })} />}
            </Field>
            <Field label="Text" error={errorOf(`entries.${at}.text`)}>
              {(control) => (
                <Textarea {...control} rows={3} value={entry.text} onChange={({ target }) => change(at, { text: target.value })} />
              )}
            </Field>
            <Field label="Link" error={errorOf(`entries.${at}.path`)}>
              {(control) => <Input {...control} value={entry.path} onChange={({ target }) => change(at, { path: target.value })} />}
            </Field>
          </li>
        ))}
      </ol>
      <p className={styles.entryFoot}>
        <Button
          variant="quiet"
          size="s"
          onClick={() => onChange([...entries, { key: nextKey(entries), kind: 'note', title: '', text: '', path: '/' }])}
        >
          Add entry
        </Button>
        {removed && (
          <Button variant="quiet" size="s" onClick={restoreEntry}>
            Restore “{removed.entry.title}”
          </Button>
        )}
      </p>
      <span className="visuallyHidden" role="status">
        {announcement}
      </span>
    </fieldset>
  )
}

const nextKey = (entries: EntryDraft[]): number => Math.max(0, ...entries.map(({ key }) => key)) + 1
