import { Tabs } from 'radix-ui'
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { ACCEPTED_TYPES } from '#features/uploads/picture-file.client.ts'
import { receiveQuotes, toQuoteMarkdown } from '#features/writing/quotes/quote-post.client.ts'
import { useActingMember } from '#platform/client/acting-user.client.ts'
import { editTextarea } from '#ui/forms/edit-textarea.ts'
import { FieldError, Textarea } from '#ui/forms/field.tsx'
import { findPressedAction, isMacKeyboard, type FormatAction } from '#ui/forms/format-actions.ts'
import { FormatToolbar } from '#ui/forms/format-toolbar.tsx'
import * as edits from '#ui/forms/markdown-edits.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { PendingPicture } from './pending-picture.tsx'
import { PostPreview } from './post-preview.tsx'
import { useMentions } from './use-mentions.tsx'
import { usePendingPictures } from './use-pending-pictures.client.ts'
import * as styles from './writing-field.module.css'

const TEXT_ACTIONS = ['bold', 'italic', 'link', 'list', 'quote'] as const satisfies readonly FormatAction[]
const ALL_ACTIONS = [...TEXT_ACTIONS, 'picture'] as const
type Action = (typeof ALL_ACTIONS)[number]
const EDITS: Record<Exclude<Action, 'picture'>, edits.MarkdownEdit> = {
  bold: edits.toggleBold,
  italic: edits.toggleItalic,
  link: edits.insertLink,
  list: edits.toggleList,
  quote: edits.toggleQuote,
}

interface WritingFieldProps extends Omit<ComponentProps<'textarea'>, 'ref' | 'value'> {
  value: string
  /** Whether the text is a post of the forum, in which members can be mentioned. Default: whether it can have pictures. */
  isPost?: boolean
  /** Whether signed-in members can add pictures. Only posts show them. */
  hasPictures?: boolean
  /** Whether the field gets the quotations of posts (`quotePost`). At most one field of a page does. */
  receivesQuotes?: boolean
}

/**
 * Renders the field in which people write Markdown, with a toolbar, a preview, pictures and mentions. It is a controlled textarea: the props
 * of `Field` and `useForm().field()` are spread on it.
 */
export function WritingField({
  value,
  hasPictures = false,
  isPost = hasPictures,
  receivesQuotes = false,
  className,
  ...rest
}: WritingFieldProps) {
  const [tab, setTab] = useState('write')
  const [isDragOver, setDragOver] = useState(false)
  const isMounted = useMounted()
  const isMember = useActingMember() !== undefined
  const textarea = useRef<HTMLTextAreaElement>(null)
  const filePicker = useRef<HTMLInputElement>(null)
  const pictures = usePendingPictures(value)
  const mentions = useMentions(textarea, isPost && isMember)
  const takesPictures = hasPictures && isMember && !rest.disabled
  const actions: readonly Action[] = hasPictures && isMember ? ALL_ACTIONS : TEXT_ACTIONS

  // An error is at the textarea, and a text that was sent has no preview.
  const isInvalid = Boolean(rest['aria-invalid'])
  const state = { isInvalid, isBlank: value === '' }
  const [shownState, setShownState] = useState(state)
  if (state.isInvalid !== shownState.isInvalid || state.isBlank !== shownState.isBlank) {
    setShownState(state)
    if (state.isInvalid || state.isBlank) setTab('write')
  }

  const edit = (markdownEdit: edits.MarkdownEdit) => {
    flushSync(() => setTab('write'))
    const field = textarea.current
    if (field) editTextarea(field, markdownEdit(field.value, { from: field.selectionStart, to: field.selectionEnd }))
  }
  const run = (action: Action) => (action === 'picture' ? filePicker.current?.click() : edit(EDITS[action]))
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    mentions.handleKeyDown(event)
    const action = event.defaultPrevented ? undefined : findPressedAction(actions, event, isMacKeyboard())
    if (action) {
      event.preventDefault()
      run(action)
    }
    rest.onKeyDown?.(event)
  }

  const insertQuote = useEffectEvent((markdown: string) => {
    edit((text) => {
      const start = text.trimEnd().length
      const insert = `${start > 0 ? '\n\n' : ''}${markdown}\n\n`
      const end = start + insert.length
      return { from: start, to: text.length, insert, selection: { from: end, to: end } }
    })
    textarea.current?.scrollIntoView({ block: 'center' })
  })
  useEffect(
    () => (receivesQuotes ? receiveQuotes((quote) => queueMicrotask(() => insertQuote(toQuoteMarkdown(quote)))) : undefined),
    [receivesQuotes],
  )

  return (
    <div className={styles.writing}>
      <Tabs.Root
        value={tab}
        onValueChange={setTab}
        className={joinClasses(styles.box, isInvalid && styles.invalid, isDragOver && styles.dragOver)}
      >
        <div className={styles.head}>
          <Tabs.List className={styles.tabs} aria-label="Write or preview">
            <Tabs.Trigger value="write">Write</Tabs.Trigger>
            <Tabs.Trigger value="preview">Preview</Tabs.Trigger>
          </Tabs.List>
          {tab === 'write' && <FormatToolbar actions={actions} disabled={!isMounted || Boolean(rest.disabled)} onAction={run} />}
        </div>
        <Tabs.Content value="write" className={styles.panel} forceMount tabIndex={-1}>
          <Textarea
            {...rest}
            {...mentions.inputProps}
            ref={textarea}
            value={value}
            className={joinClasses(styles.input, className)}
            onKeyDown={handleKeyDown}
            onSelect={(event) => {
              mentions.findMention()
              rest.onSelect?.(event)
            }}
            onBlur={(event) => {
              mentions.close()
              rest.onBlur?.(event)
            }}
            onPaste={(event) => takesPictures && pictures.takeFiles(event.clipboardData) && event.preventDefault()}
            onDragOver={(event) => {
              if (!takesPictures || !event.dataTransfer.types.includes('Files')) return
              event.preventDefault()
              setDragOver(true)
            }}
            onDragLeave={() => setDragOver(false)}
            onDrop={(event) => {
              setDragOver(false)
              if (takesPictures && pictures.takeFiles(event.dataTransfer)) event.preventDefault()
            }}
          />
          {mentions.list}
        </Tabs.Content>
        <Tabs.Content value="preview" className={styles.panel} data-preview>
          <PostPreview text={value} isPost={isPost} />
        </Tabs.Content>
      </Tabs.Root>
      {hasPictures && isMember && (
        <input
          ref={filePicker}
          type="file"
          accept={ACCEPTED_TYPES}
          multiple
          hidden
          tabIndex={-1}
          onChange={({ target }) => {
            pictures.addFiles([...(target.files ?? [])])
            target.value = ''
          }}
        />
      )}
      {pictures.error && (
        <FieldError id={`${rest.id}-picture-error`} role="alert">
          {pictures.error}
        </FieldError>
      )}
      {pictures.pending.map(({ key, file }) => (
        <PendingPicture
          key={key}
          file={file}
          onAdded={({ url, alt }) => {
            pictures.remove(key)
            edit(edits.createPictureEdit(url, alt))
          }}
          onRemove={() => {
            pictures.remove(key)
            textarea.current?.focus()
          }}
        />
      ))}
    </div>
  )
}
