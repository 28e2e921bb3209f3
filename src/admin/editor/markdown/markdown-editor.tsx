import { useEffect, useId, useState } from 'react'
import { Tabs } from 'radix-ui'
import { Textarea } from '#ui/forms/field.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { FORMAT_ACTIONS } from '#ui/forms/format-actions.ts'
import { FormatToolbar } from '#ui/forms/format-toolbar.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { MarkdownHelp } from './markdown-help.tsx'
import { MarkdownPreview } from './markdown-preview.tsx'
import { PictureDialog } from '#admin/editor/pictures/picture-dialog.tsx'
import { useCodeField } from './use-code-field.ts'
import * as styles from './markdown-editor.module.css'
import * as fieldStyles from '#ui/forms/field.module.css'

interface MarkdownEditorProps {
  label: string
  required?: boolean
  error?: string | undefined
  /** Controlled text. The editor also shows changes that the form makes, such as a restored draft. */
  text: string
  onChange: (text: string) => void
}

const HINT = 'Markdown: **bold**, ## heading, - list. Drop or paste a picture to insert it.'

/** Renders a Markdown field with a Write and a Preview tab. */
export function MarkdownEditor({ label, required, error, text, onChange }: MarkdownEditorProps) {
  const [tab, setTab] = useState('write')
  const [picture, setPicture] = useState<{ file?: File | undefined }>()
  const id = useId()
  const {
    box: container,
    code: codeField,
    failed: hasFailed,
  } = useCodeField({
    text,
    onChange,
    onPicture: (file) => setPicture({ file }),
    attributes: { 'aria-label': label, 'aria-multiline': 'true', ...(required ? { 'aria-required': 'true' } : {}) },
  })
  useEffect(() => {
    const editable = container.current?.querySelector('.cm-content')
    if (error) editable?.setAttribute('aria-invalid', 'true')
    else editable?.removeAttribute('aria-invalid')
    editable?.setAttribute('aria-describedby', error ? `${id}-error` : `${id}-hint`)
  }, [container, codeField, error, id])

  return (
    <div className={fieldStyles.field}>
      <span className={styles.mdLabel} aria-hidden="true" onClick={() => codeField?.focus()}>
        {label}
        {required && ' *'}
      </span>
      <Tabs.Root value={tab} onValueChange={setTab} className={joinClasses(styles.md, error && styles.mdWrong)}>
        <div className={styles.mdHead}>
          <Tabs.List className={styles.mdTabs} aria-label="Write or preview">
            <Tabs.Trigger value="write">Write</Tabs.Trigger>
            <Tabs.Trigger value="preview">Preview</Tabs.Trigger>
          </Tabs.List>
          {tab === 'write' && !hasFailed && (
            <FormatToolbar actions={FORMAT_ACTIONS} disabled={!codeField} onAction={(action) => codeField?.run(action)} />
          )}
        </div>
        <Tabs.Content value="write" className={styles.mdPanel} forceMount tabIndex={-1}>
          {hasFailed ? (
            <Textarea aria-label={label} value={text} rows={16} onChange={({ target }) => onChange(target.value)} />
          ) : (
            <div ref={container} className={styles.mdBox}>
              {!codeField && <Spinner label="Loading the editor" />}
            </div>
          )}
        </Tabs.Content>
        <Tabs.Content value="preview" className={styles.mdPanel}>
          <MarkdownPreview text={text} />
        </Tabs.Content>
      </Tabs.Root>
      <p id={`${id}-hint`} className="hint">
        {HINT}
      </p>
      <MarkdownHelp />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {picture && (
        <PictureDialog
          file={picture.file}
          onInsert={(url, alt) => {
            setPicture(undefined)
            // The delay lets the closing dialog restore focus and cursor first.
            setTimeout(() => codeField?.insertPicture(url, alt), 50)
          }}
          onClose={() => setPicture(undefined)}
        />
      )}
    </div>
  )
}
