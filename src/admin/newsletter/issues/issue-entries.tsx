/** The entries of an issue: each can be moved, by buttons or with Alt and an arrow key, rewritten and cut; what was cut can be put back. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { IssueEntry } from '#features/newsletter/issues/issue.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button, IconButton } from '#ui/actions/button.tsx'
import { Field, Input, Textarea } from '#ui/forms/field.tsx'
import { ENTRY_KIND_LABELS } from './issue-labels.ts'
import * as styles from '#admin/newsletter/issues.module.css'

/** With a number of its own, by which it is known wherever it stands. */
export interface EntryDraft extends IssueEntry {
  key: number
}

interface IssueEntriesProps {
  entries: EntryDraft[]
  /** The message of an entry's field, by `entries.2.title`. */
  errorOf: (path: string) => string | undefined
  onChange: (entries: EntryDraft[]) => void
}

export function IssueEntries({ entries, errorOf, onChange }: IssueEntriesProps) {
  const list = useRef<HTMLOListElement>(null)
  const [cut, setCut] = useState<{ entry: EntryDraft; at: number }>()
  const [said, say] = useState('')
  const move = (at: number, to: number) => {
    const entry = entries[at]
    if (!entry || to < 0 || to >= entries.length) return
    const rest = entries.filter((_, index) => index !== at)
    onChange([...rest.slice(0, to), entry, ...rest.slice(to)])
    say(`${entry.title}: place ${to + 1} of ${entries.length}`)
    // The keyboard stays with what was moved.
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-entry="${entry.key}"]`)?.focus())
  }
  const remove = (at: number) => {
    const entry = entries[at]
    if (!entry) return
    onChange(entries.filter((_, index) => index !== at))
    setCut({ entry, at })
    say(`${entry.title} was cut`)
  }
  const restoreEntry = () => {
    if (!cut) return
    onChange([...entries.slice(0, cut.at), cut.entry, ...entries.slice(cut.at)])
    setCut(undefined)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    const item = event.target instanceof Element ? event.target.closest('[data-entry]') : null
    const at = entries.findIndex(({ key }) => String(key) === item?.getAttribute('data-entry'))
    if (at === -1) return
    event.preventDefault()
    move(at, event.key === 'ArrowUp' ? at - 1 : at + 1)
  })
  // On the list, as the fields of an entry and its buttons both stand in it.
  useEffect(() => {
    const element = list.current
    const listen = (event: KeyboardEvent) => press(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [])
  const change = (at: number, part: Partial<EntryDraft>) =>
    onChange(entries.map((one, index) => (index === at ? { ...one, ...part } : one)))
  return (
    <fieldset className={styles.entries}>
      <legend>Entries</legend>
      <p className="hint">Move one with its arrows, or with Alt and an arrow key.</p>
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
                <IconButton icon="trash" variant="danger" label={`Cut: ${entry.title}`} onClick={() => remove(at)} />
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
            <Field label="Leads to" error={errorOf(`entries.${at}.path`)}>
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
          Add an entry
        </Button>
        {cut && (
          <Button variant="quiet" size="s" onClick={restoreEntry}>
            Put back “{cut.entry.title}”
          </Button>
        )}
      </p>
      <span className="visuallyHidden" role="status">
        {said}
      </span>
    </fieldset>
  )
}

const nextKey = (entries: EntryDraft[]): number => Math.max(0, ...entries.map(({ key }) => key)) + 1
