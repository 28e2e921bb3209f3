/** Forms in which authors and administrators edit a topic or a reply in place of its text. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { createOptionNameFormatter, VersionConflict } from '#features/drafts/version-conflict.tsx'
import { changeReply, changeTopic } from '#features/forums/moderation/moderation.client.ts'
import type { Reply, Topic } from '#features/forums/topic.client.ts'
import { QuestionField } from '#features/forums/questions/question-field.tsx'
import { POST_CONTENT_MAX, TOPIC_TITLE_MAX } from '#features/forums/topic-limits.policy.ts'
import { WritingField } from '#features/writing/field/writing-field.tsx'
import { WAITING_REASONS, type WaitingReasonCode } from '#features/trust/waiting-reason.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { useForm, type Form } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input, Options, Select } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import * as styles from '#features/forums/post-form.module.css'

interface EditProps {
  /** Called when the form is to be closed: after saving, and on Cancel. */
  onDone: () => void
}

const HINT = 'You can mention a member with @.'
const REQUIRED_MESSAGE = 'Title and content are required'

/** Explains to authors why their changed post waits for approval. */
const toWaitingToast = (what: 'topic' | 'reply', waitingFor: readonly WaitingReasonCode[]) => ({
  title: `Your ${what} is waiting for approval`,
  message: waitingFor.map((code) => WAITING_REASONS[code].text).join(' '),
})

export function EditTopic({ topic, onDone }: EditProps & { topic: Topic }) {
  const categories = useQuery(categoriesQuery()).data?.items ?? []
  const form = useForm({
    start: { title: topic.title, categoryId: String(topic.categoryId ?? ''), content: topic.content, isQuestion: topic.isQuestion },
    toBody: ({ title, categoryId, content, isQuestion }) => ({
      title: title.trim(),
      content: content.trim(),
      isQuestion,
      ...(categoryId ? { categoryId: Number(categoryId) } : {}),
    }),
    check: ({ title, content }) => ({
      title: title.trim() ? undefined : REQUIRED_MESSAGE,
      content: content.trim() ? undefined : REQUIRED_MESSAGE,
    }),
    revalidates: true,
    version: topic.version,
    send: (body, version) => changeTopic(topic.id, { ...body, version }),
    onDone: async ({ waitingFor }) => {
      await waitForRefresh()
      toast(waitingFor ? toWaitingToast('topic', waitingFor) : { title: 'Topic changed' })
      onDone()
    },
  })
  const { errors, field, values, change, busy } = form
  return (
    <EditForm form={form} label="Edit topic" onCancel={onDone}>
      <FormDraft form={form} name="topic-edit" subject={topic.id} />
      <VersionConflict
        form={form}
        toValues={({ title, categoryId, content, isQuestion }: Topic) => ({
          title,
          categoryId: String(categoryId ?? ''),
          content,
          isQuestion,
        })}
        fields={{
          title: 'Title',
          content: 'Content',
          isQuestion: { label: 'This is a question', format: (isQuestion) => (isQuestion ? 'Yes' : 'No') },
          categoryId: { label: 'Category', format: createOptionNameFormatter(categories) },
        }}
      />
      <Field label="Title" required error={errors.title}>
        {(control) => <Input {...control} {...field('title').input} autoComplete="off" maxLength={TOPIC_TITLE_MAX} disabled={busy} />}
      </Field>
      {topic.acceptedReplyId === null && (
        <QuestionField checked={values.isQuestion} disabled={busy} onChange={(isQuestion) => change({ isQuestion })} />
      )}
      <Field label="Category" className={styles.postFormCategory}>
        {(control) => (
          <Select {...control} {...field('categoryId').input} value={values.categoryId} disabled={busy || categories.length === 0}>
            {!categories.some(({ id }) => String(id) === values.categoryId) && (
              <option value={values.categoryId}>{topic.categoryName}</option>
            )}
            <Options of={categories.map(({ id, name }) => [id, name])} />
          </Select>
        )}
      </Field>
      <Field label="Content" required hint={HINT} error={errors.content}>
        {(control) => (
          <WritingField {...control} {...field('content').input} hasPictures rows={8} maxLength={POST_CONTENT_MAX} disabled={busy} />
        )}
      </Field>
    </EditForm>
  )
}

export function EditReply({ reply, onDone }: EditProps & { reply: Reply }) {
  const form = useForm({
    start: { content: reply.content },
    toBody: ({ content }) => ({ content: content.trim() }),
    check: ({ content }) => ({ content: content.trim() ? undefined : 'Please enter a reply.' }),
    revalidates: true,
    version: reply.version,
    send: (body, version) => changeReply(reply.id, { ...body, version }),
    onDone: async ({ waitingFor }) => {
      await waitForRefresh()
      toast(waitingFor ? toWaitingToast('reply', waitingFor) : { title: 'Reply changed' })
      onDone()
    },
  })
  const { errors, field, busy } = form
  return (
    <EditForm form={form} label="Edit reply" onCancel={onDone}>
      <FormDraft form={form} name="reply-edit" subject={reply.id} isPathStored />
      <VersionConflict form={form} toValues={({ content }: Reply) => ({ content })} fields={{ content: 'Reply' }} />
      <Field label="Your reply" required hint={HINT} error={errors.content}>
        {(control) => (
          <WritingField {...control} {...field('content').input} hasPictures rows={6} maxLength={POST_CONTENT_MAX} disabled={busy} />
        )}
      </Field>
    </EditForm>
  )
}

interface EditFormProps {
  form: Pick<Form<{ content: string }>, 'props' | 'problem' | 'busy' | 'focus'>
  label: string
  children: ReactNode
  onCancel: () => void
}

function EditForm({ form: { props, problem, busy, focus }, label, children, onCancel }: EditFormProps) {
  const focusContent = useEffectEvent(() => focus('content'))
  useEffect(() => focusContent(), [])
  return (
    <form {...props} className={styles.postForm} aria-label={label}>
      {children}
      {problem && (
        <Notice tone="bad" role="alert">
          Your changes could not be saved. {failureReason(problem)}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save changes
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
