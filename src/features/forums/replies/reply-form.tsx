/** Renders the form for a reply and the confirmation below it. The page shows the new reply. */
import { useEffect, useState } from 'react'
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { WritingField } from '#features/writing/field/writing-field.tsx'
import { SpamTrapField, useSpamTrap } from '#features/trust/spam-trap.tsx'
import { useForm } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { formatPostError } from '#features/forums/post-error.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, FieldError } from '#ui/forms/field.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { postReply, type Reply } from '#features/forums/topic.client.ts'
import { WaitingPostNotice } from '#features/trust/waiting-post.tsx'
import { GUEST_ID } from '#features/users/user.client.ts'
import { POST_CONTENT_MAX } from '#features/forums/topic-limits.policy.ts'
import * as styles from '#features/forums/post-form.module.css'

const ERROR_ID = 'reply-error'

interface ReplyFormProps {
  /** Id of the topic. */
  forumId: number
  /** Id of the acting user: the signed-in member or, for visitors, the guest account. */
  userId: number
  /** Called after all queries that show replies were refetched. */
  onPosted: (reply: Reply) => void
}

export function ReplyForm({ forumId, userId, onPosted }: ReplyFormProps) {
  const hydrated = useMounted()
  const [posted, setPosted] = useState<Reply>()
  const trap = useSpamTrap()
  const form = useForm({
    start: { content: '' },
    toBody: ({ content }) => ({ content: content.trim(), forumId, userId, createdAt: new Date().toISOString(), ...trap.read() }),
    check: ({ content }) => ({ content: content.trim() ? undefined : 'Please enter a reply.' }),
    revalidates: true,
    onInvalid: () => setPosted(undefined),
    send: (body) => {
      setPosted(undefined)
      return postReply(body)
    },
    onDone: async (reply) => {
      await waitForRefresh()
      onPosted(reply)
      setPosted(reply)
    },
  })
  const { props, values, errors, field, problem, busy } = form
  const errorText = errors.content ?? (problem && formatPostError('Failed to post reply', problem))

  const formRef = props.ref
  // Restores the focus, which the button lost while it was disabled.
  useEffect(() => {
    if (posted && !busy) formRef.current?.querySelector<HTMLElement>('[type=submit]')?.focus({ preventScroll: true })
  }, [posted, busy, formRef])

  return (
    <form {...props} className={styles.postForm} aria-labelledby="post-reply-title">
      <FormDraft form={form} name="reply" subject={forumId} />
      <SpamTrapField field={trap.field} />
      <Field label="Your reply" required hint="You can mention a member with @.">
        {(control) => (
          <WritingField
            {...control}
            {...field('content').input}
            hasPictures
            receivesQuotes
            maxLength={POST_CONTENT_MAX}
            disabled={busy}
            aria-invalid={errors.content ? true : undefined}
            aria-describedby={errorText ? `${control['aria-describedby']} ${ERROR_ID}` : control['aria-describedby']}
          />
        )}
      </Field>
      {errorText && (
        <FieldError id={ERROR_ID} role="alert">
          <span>{errorText}</span>
        </FieldError>
      )}
      <div>
        <div role="status" className={styles.postFormStatus}>
          {posted &&
            !values.content &&
            (posted.status === 'visible' ? (
              <Notice tone="good">Your reply is posted.</Notice>
            ) : (
              <WaitingPostNotice what="reply" waitingFor={posted.waitingFor} isListed={posted.userId !== GUEST_ID} />
            ))}
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
