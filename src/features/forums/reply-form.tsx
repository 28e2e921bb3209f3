/** The form under a topic. It says itself what became of a reply; the page brings the new reply on. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Field, FieldError, Textarea } from '#ui/field.tsx'
import { LateNotice } from '#ui/late-notice.tsx'
import { Notice } from '#ui/notice.tsx'
import { useMounted } from '#ui/use-mounted.ts'
import { postReply, type Reply } from './topic.client.ts'
import { WaitingPost } from './waiting-post.tsx'
import { whenRefreshed } from '#platform/query-refresh.client.ts'
import { POST_CONTENT_MAX } from './topic.endpoints.ts'
import * as styles from './post-form.module.css'

const ERROR_ID = 'reply-error'

interface ReplyFormProps {
  forumId: number
  /** Who posts. */
  userId: number
  /** Called when everything that shows replies has been asked for again. */
  onPosted: (reply: Reply) => void
}

export function ReplyForm({ forumId, userId, onPosted }: ReplyFormProps) {
  const [content, setContent] = useState('')
  const [blankAsked, setBlankAsked] = useState(false)
  const hydrated = useMounted()
  const form = useRef<HTMLFormElement>(null)
  const posting = useMutation({
    mutationFn: () => postReply({ content: content.trim(), forumId, userId, createdAt: new Date().toISOString() }),
    onSuccess: async (reply) => {
      setContent('')
      await whenRefreshed()
      onPosted(reply)
    },
  })
  const busy = posting.isPending
  const done = posting.isSuccess || posting.isError
  const missing = blankAsked && !content.trim()
  const problem = missing ? 'Please enter a reply.' : posting.isError ? `Failed to post reply: ${posting.error.message}` : undefined

  // The button was disabled while it waited and has lost the keyboard.
  useEffect(() => {
    if (done) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
  }, [done])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const blank = !content.trim()
    setBlankAsked(blank)
    if (!blank) return posting.mutate()
    posting.reset()
    form.current?.querySelector('textarea')?.focus()
  }

  return (
    <form className={styles.postForm} ref={form} method="post" noValidate onSubmit={submit} aria-labelledby="post-reply-title">
      <Field label="Your reply" required hint="Plain text or Markdown: **bold**, a hyphen for a list, > for a quote.">
        {(control) => (
          <Textarea
            {...control}
            name="content"
            maxLength={POST_CONTENT_MAX}
            disabled={busy}
            value={content}
            aria-invalid={missing || undefined}
            aria-describedby={problem ? `${control['aria-describedby']} ${ERROR_ID}` : control['aria-describedby']}
            onChange={({ target }) => setContent(target.value)}
          />
        )}
      </Field>
      {problem && (
        <FieldError id={ERROR_ID} role="alert">
          <span>{problem}</span>
        </FieldError>
      )}
      <div>
        <div role="status" className={styles.postFormStatus}>
          {posting.isSuccess &&
            !content &&
            (posting.data.status === 'visible' ? <Notice tone="good">Your reply is posted.</Notice> : <WaitingPost what="reply" />)}
        </div>
        <noscript>
          <Notice>Replying needs JavaScript.</Notice>
        </noscript>
        <div>
          <Button
            type="submit"
            className={styles.postFormSend}
            disabled={!hydrated}
            data-waiting={!hydrated || undefined}
            busy={busy}
            busyLabel="Posting..."
          >
            Post Reply
          </Button>
          <LateNotice what="Replying" />
        </div>
      </div>
    </form>
  )
}
