/** Edits the entries of an issue: changes, reorders (with buttons, or Alt and an arrow key), removes and restores them. */
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
  /** Returns the error message of a field, or undefined. @param path path of the field, such as `entries.2.title` */
  getError: (path: string) => string | undefined
  onChange: (entries: EntryDraft[]) => void
}

export function IssueEntries({ entries, getError, onChange }: IssueEntriesProps) {
  const listElement = useRef<HTMLOListElement>(null)
  const [removedEntry, setRemovedEntry] = useState<{ entry: EntryDraft; position: number }>()
  const [announcement, announce] = useState('')
  const moveEntry = (oldIndex: number, newIndex: number) => {
    const entry = entries[oldIndex]
    if (!entry || newIndex < 0 || newIndex >= entries.length) return
    const otherEntries = entries.filter((_, index) => index !== oldIndex)
    onChange([...otherEntries.slice(0, newIndex), entry, ...otherEntries.slice(newIndex)])
    announce(`${entry.title}: position ${newIndex + 1} of ${entries.length}`)
    // The focus follows the moved entry.
    setTimeout(() => listElement.current?.querySelector<HTMLElement>(`[data-entry="${entry.key}"]`)?.focus())
  }
  const removeEntry = (removedIndex: number) => {
    const entry = entries[removedIndex]
    if (!entry) return
    onChange(entries.filter((_, index) => index !== removedIndex))
    setRemovedEntry({ entry, position: removedIndex })
    announce(`${entry.title} removed`)
  }
  const restoreEntry = () => {
    if (!removedEntry) return
    onChange([...entries.slice(0, removedEntry.position), removedEntry.entry, ...entries.slice(removedEntry.position)])
    setRemovedEntry(undefined)
  }
  const moveOnArrowKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    const entryElement = event.target instanceof Element ? event.target.closest('[data-entry]') : null
    const entryIndex = entries.findIndex(({ key }) => String(key) === entryElement?.getAttribute('data-entry'))
    if (entryIndex === -1) return
    event.preventDefault()
    moveEntry(entryIndex, event.key === 'ArrowUp' ? entryIndex - 1 : entryIndex + 1)
  })
  // The listener is on the list, so that the shortcut works in every field and button of an entry.
  useEffect(() => {
    const element = listElement.current
    const onKeyDown = (event: KeyboardEvent) => moveOnArrowKey(event)
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])
  const changeEntry = (changedIndex: number, changes: Partial<EntryDraft>) =>
    onChange(entries.map((entry, index) => (index === changedIndex ? { ...entry, ...changes } : entry)))
  return (
    <fieldset className={styles.entries}>
      <legend>Entries</legend>
      <p className="hint">Reorder entries with the arrow buttons, or with Alt and an arrow key.</p>
      <ol ref={listElement}>
        {entries.map((entry, index) => (
          <li key={entry.key} tabIndex={-1} data-entry={entry.key} aria-label={entry.title}>
            <div className={styles.entryHead}>
              <Badge variant="secondary">{ENTRY_KIND_LABELS[entry.kind]}</Badge>
              <span className={styles.entryTools}>
                <IconButton
                  icon="chevron-down"
                  className={styles.entryUp}
                  label={`Move up: ${entry.title}`}
                  disabled={index === 0}
                  onClick={() => moveEntry(index, index - 1)}
                />
                <IconButton
                  icon="chevron-down"
                  label={`Move down: ${entry.title}`}
                  disabled={index === entries.length - 1}
                  onClick={() => moveEntry(index, index + 1)}
                />
                <IconButton icon="trash" variant="danger" label={`Remove: ${entry.title}`} onClick={() => removeEntry(index)} />
              </span>
            </div>
            <Field label="Title" error={getError(`entries.${index}.title`)}>
              {(control) => (
                <Input {...control} value={entry.title} onChange={({ target }) => changeEntry(index, { title: target.value })} />
              )}
            </Field>
            <Field label="Text" error={getError(`entries.${index}.text`)}>
              {(control) => (
                <Textarea {...control} rows={3} value={entry.text} onChange={({ target }) => changeEntry(index, { text: target.value })} />
              )}
            </Field>
            <Field label="Link" error={getError(`entries.${index}.path`)}>
              {(control) => <Input {...control} value={entry.path} onChange={({ target }) => changeEntry(index, { path: target.value })} />}
            </Field>
          </li>
        ))}
      </ol>
      <p className={styles.entryFoot}>
        <Button
          variant="quiet"
          size="s"
          onClick={() => onChange([...entries, { key: getNextKey(entries), kind: 'note', title: '', text: '', path: '/' }])}
        >
          Add entry
        </Button>
        {removedEntry && (
          <Button variant="quiet" size="s" onClick={restoreEntry}>
            Restore “{removedEntry.entry.title}”
          </Button>
        )}
      </p>
      <span className="visuallyHidden" role="status">
        {announcement}
      </span>
    </fieldset>
  )
}

const getNextKey = (entries: EntryDraft[]): number => Math.max(0, ...entries.map(({ key }) => key)) + 1
