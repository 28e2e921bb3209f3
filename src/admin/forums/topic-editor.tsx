/** Side panel for creating or editing a topic. */
import { createOptionNameFormatter, VersionConflict } from '#features/drafts/version-conflict.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { changeTopic } from '#features/forums/moderation/moderation.client.ts'
import { postTopic, type Topic } from '#features/forums/topic.client.ts'
import { WritingField } from '#features/writing/field/writing-field.tsx'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Field, Input, Options, Select } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { formatModerationError } from './use-moderation.ts'
import { POST_CONTENT_MAX, TOPIC_TITLE_MAX } from '#features/forums/topic-limits.policy.ts'

const LABELS = { title: 'Title', categoryId: 'Category', content: 'Content' }
const REQUIRED_MESSAGE = 'Title and content are required'

interface TopicEditorProps {
  /** Topic to edit; undefined creates one. */
  topic?: Topic | undefined
  onSaved: (topic: Topic) => void
  onClose: () => void
}

export function TopicEditor({ topic, onSaved, onClose }: TopicEditorProps) {
  const categories = useQuery(categoriesQuery())
  const userId = useSignedIn()?.id
  // A new topic defaults to the first category, as in the public form.
  const getCategoryIdOrDefault = (selectedId: string) => selectedId || (topic ? '' : String(categories.data?.items[0]?.id ?? ''))
  const [formError, setFormError] = useState<string>()
  const form = useForm({
    start: { title: topic?.title ?? '', categoryId: String(topic?.categoryId ?? ''), content: topic?.content ?? '' },
    toBody: ({ title, categoryId, content }) => ({
      title: title.trim(),
      content: content.trim(),
      categoryId: Number(getCategoryIdOrDefault(categoryId)),
    }),
    check: ({ title, categoryId, content }) => ({
      title: title.trim() ? undefined : REQUIRED_MESSAGE,
      categoryId: getCategoryIdOrDefault(categoryId) ? undefined : 'Please select a category',
      content: content.trim() ? undefined : REQUIRED_MESSAGE,
    }),
    version: topic?.version,
    send: (body, version): Promise<Topic> => {
      setFormError(undefined)
      return topic ? changeTopic(topic.id, { ...body, version }) : postTopic({ ...body, ...(userId === undefined ? {} : { userId }) })
    },
    onDone: (saved) => {
      onSaved(saved)
      toast({ title: topic ? 'Topic changed' : 'Topic added' })
      onClose()
    },
    onFailed: (error) => setFormError(formatModerationError(error)),
  })
  const { errors, field } = form
  const categoryId = getCategoryIdOrDefault(form.values.categoryId)

  return (
    <EditorSheet
      title={topic ? 'Edit Forum Topic' : 'Add Forum Topic'}
      form={form}
      draft={{ name: 'topic-editor', subject: topic?.id }}
      saveLabel={topic ? 'Save Changes' : 'Add Topic'}
      busyLabel="Saving..."
      onClose={onClose}
    >
      <VersionConflict
        form={form}
        toValues={({ title, categoryId, content }: Topic) => ({ title, categoryId: String(categoryId ?? ''), content })}
        fields={{ ...LABELS, categoryId: { label: LABELS.categoryId, format: createOptionNameFormatter(categories.data?.items ?? []) } }}
      />
      {formError && (
        <Notice tone="bad" role="alert">
          {formError}
        </Notice>
      )}
      <Field label={LABELS.title} required error={errors.title}>
        {(control) => <Input {...control} {...field('title').input} maxLength={TOPIC_TITLE_MAX} autoComplete="off" />}
      </Field>
      <Field label={LABELS.categoryId} required error={errors.categoryId}>
        {(control) => (
          <Select {...control} {...field('categoryId').input} value={categoryId}>
            {!categoryId && <option value="">Choose one</option>}
            <Options of={(categories.data?.items ?? []).map(({ id, name }) => [id, name])} />
          </Select>
        )}
      </Field>
      <Field
        label={LABELS.content}
        required
        error={errors.content}
        hint="Plain text or Markdown: **bold**, a hyphen for a list, a blank line for a new paragraph."
      >
        {(control) => <WritingField {...control} {...field('content').input} isPost rows={10} maxLength={POST_CONTENT_MAX} />}
      </Field>
    </EditorSheet>
  )
}
