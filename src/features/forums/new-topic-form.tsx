/** The form that starts a topic. What was typed is kept until it has been posted. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { Category } from '#features/categories/category.client.ts'
import { Button } from '#ui/button.tsx'
import { Field, Input, Select, Textarea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { postTopic, type Topic } from './topic.client.ts'
import { POST_CONTENT_MAX, TOPIC_TITLE_MAX } from './topic.endpoints.ts'
import * as styles from './post-form.module.css'

const FIRST_CATEGORY = 1
const BLANK = { title: '', categoryId: FIRST_CATEGORY, content: '' }
const ERROR_ID = 'new-topic-error'

interface NewTopicFormProps {
  categories: Category[]
  /** Who posts. */
  userId: number
  /** The form is on the screen: the cursor goes into its first field. */
  open: boolean
  onPosted: (topic: Topic) => void
  onCancel: () => void
}

export function NewTopicForm({ categories, userId, open, onPosted, onCancel }: NewTopicFormProps) {
  const [topic, setTopic] = useState(BLANK)
  const [blankAsked, setBlankAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const categoryId = categories.some(({ id }) => id === topic.categoryId) ? topic.categoryId : (categories[0]?.id ?? FIRST_CATEGORY)
  const field = (name: string) => form.current?.elements.namedItem(name) as HTMLElement | null

  const posting = useMutation({
    mutationFn: () =>
      postTopic({
        title: topic.title.trim(),
        content: topic.content.trim(),
        categoryId,
        userId,
        createdAt: new Date().toISOString(),
      }),
    onSuccess: (posted) => {
      setTopic(BLANK)
      onPosted(posted)
    },
  })
  const busy = posting.isPending
  const missing = { title: blankAsked && !topic.title.trim(), content: blankAsked && !topic.content.trim() }
  const problem =
    missing.title || missing.content
      ? 'Title and content are required'
      : posting.isError
        ? `Failed to create forum topic: ${posting.error.message}`
        : undefined

  useEffect(() => {
    if (open) (form.current?.elements.namedItem('title') as HTMLElement | null)?.focus()
  }, [open])
  // The button was disabled while it waited and has lost the keyboard.
  useEffect(() => {
    if (posting.isError) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [posting.isError])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const blank = (['title', 'content'] as const).find((name) => !topic[name].trim())
    setBlankAsked(Boolean(blank))
    if (!blank) return posting.mutate()
    posting.reset()
    field(blank)?.focus()
  }

  return (
    <form className={styles.postForm} ref={form} method="post" noValidate onSubmit={submit} aria-labelledby="new-topic-title">
      <Field label="Title" required>
        {(control) => (
          <Input
            {...control}
            name="title"
            autoComplete="off"
            maxLength={TOPIC_TITLE_MAX}
            disabled={busy}
            value={topic.title}
            aria-invalid={missing.title || undefined}
            aria-describedby={missing.title ? ERROR_ID : undefined}
            onChange={({ target }) => setTopic({ ...topic, title: target.value })}
          />
        )}
      </Field>
      <Field label="Category" required className={styles.postFormCategory}>
        {(control) => (
          // One is always chosen: a list without an empty choice is not `required` to a browser, which would have nothing to ask for.
          <Select
            {...control}
            required={undefined}
            aria-required
            name="category"
            disabled={busy}
            value={categoryId}
            onChange={({ target }) => setTopic({ ...topic, categoryId: Number(target.value) })}
          >
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Content" required hint="Plain text or Markdown: **bold**, a hyphen for a list, an empty line for a new paragraph.">
        {(control) => (
          <Textarea
            {...control}
            name="content"
            rows={6}
            maxLength={POST_CONTENT_MAX}
            disabled={busy}
            value={topic.content}
            aria-invalid={missing.content || undefined}
            aria-describedby={missing.content ? `${control['aria-describedby']} ${ERROR_ID}` : control['aria-describedby']}
            onChange={({ target }) => setTopic({ ...topic, content: target.value })}
          />
        )}
      </Field>
      {problem && (
        <div id={ERROR_ID}>
          <Notice tone="bad" role="alert">
            {problem}
          </Notice>
        </div>
      )}
      <div className="actions">
        <Button type="submit" busy={busy} busyLabel="Posting...">
          Post Topic
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
