import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Tabs } from 'radix-ui'
import { Textarea } from '#ui/field.tsx'
import { FieldError } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { joinClasses } from '#ui/join-classes.ts'
import type { CodeField } from './code-field.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { MarkdownHelp } from './markdown-help.tsx'
import { MarkdownPreview } from './markdown-preview.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import * as styles from './markdown-editor.module.css'
import * as fieldStyles from '#ui/field.module.css'

interface MarkdownEditorProps {
  label: string
  required?: boolean
  error?: string | undefined
  /** The text to begin with and to preview; the editor keeps its own after that. */
  text: string
  onChange: (text: string) => void
}

const HINT = 'Markdown: **bold**, ## a heading, - a list. Drop or paste a picture where it should stand.'

/** A text in Markdown: a tab to write it in and one that shows what readers will see. */
export function MarkdownEditor({ label, required, error, text, onChange }: MarkdownEditorProps) {
  const [tab, setTab] = useState('write')
  const [picture, setPicture] = useState<{ file?: File | undefined }>()
  const id = useId()
  const { box, code, failed } = useCodeField({
    text,
    onChange,
    onPicture: (file) => setPicture({ file }),
    attributes: { 'aria-label': label, 'aria-multiline': 'true', ...(required ? { 'aria-required': 'true' } : {}) },
  })
  useEffect(() => {
    const editable = box.current?.querySelector('.cm-content')
    if (error) editable?.setAttribute('aria-invalid', 'true')
    else editable?.removeAttribute('aria-invalid')
    editable?.setAttribute('aria-describedby', error ? `${id}-error` : `${id}-hint`)
  }, [box, code, error, id])

  return (
    <div className={fieldStyles.field}>
      <span className={styles.mdLabel} aria-hidden="true" onClick={() => code?.focus()}>
        {label}
        {required && ' *'}
      </span>
      <Tabs.Root value={tab} onValueChange={setTab} className={joinClasses(styles.md, error && styles.mdWrong)}>
        <div className={styles.mdHead}>
          <Tabs.List className={styles.mdTabs} aria-label="Write or preview">
            <Tabs.Trigger value="write">Write</Tabs.Trigger>
            <Tabs.Trigger value="preview">Preview</Tabs.Trigger>
          </Tabs.List>
          {tab === 'write' && !failed && <EditorToolbar disabled={!code} onAction={(action) => code?.run(action)} />}
        </div>
        <Tabs.Content value="write" className={styles.mdPanel} forceMount tabIndex={-1}>
          {failed ? (
            <Textarea aria-label={label} value={text} rows={16} onChange={({ target }) => onChange(target.value)} />
          ) : (
            <div ref={box} className={styles.mdBox}>
              {!code && <Spinner label="Loading the editor" />}
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
            // The dialog first gives the cursor back to where it came from.
            setTimeout(() => code?.insertPicture(url, alt), 50)
          }}
          onClose={() => setPicture(undefined)}
        />
      )}
    </div>
  )
}

interface Options {
  text: string
  attributes: Record<string, string>
  onChange: (text: string) => void
  onPicture: (file?: File) => void
}

/** Opens the editor in `box` once its code is here. When that cannot be had, `failed` asks for a plain field. */
function useCodeField(options: Options) {
  const box = useRef<HTMLDivElement>(null)
  const [code, setCode] = useState<CodeField>()
  const [failed, setFailed] = useState(false)
  const change = useEffectEvent(options.onChange)
  const askPicture = useEffectEvent(options.onPicture)
  const open = useEffectEvent((openCodeField: typeof import('./code-field.ts').openCodeField, parent: HTMLElement) => {
    const { text, attributes } = options
    return openCodeField({
      parent,
      text,
      attributes,
      hint: 'Write here',
      onChange: (now) => change(now),
      onPicture: (file) => askPicture(file),
    })
  })

  useEffect(() => {
    let opened: CodeField | undefined
    let current = true
    import('./code-field.ts').then(
      ({ openCodeField }) => {
        if (!current || !box.current) return
        opened = open(openCodeField, box.current)
        setCode(opened)
      },
      () => current && setFailed(true),
    )
    return () => {
      current = false
      opened?.close()
      setCode(undefined)
    }
  }, [])
  return { box, code, failed }
}
