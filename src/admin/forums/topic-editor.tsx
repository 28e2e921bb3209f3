/** The side panel in which an administrator starts a topic, or changes one. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { groupErrorsByField, useDraft } from '#admin/editor/use-draft.ts'
import { useSignedIn } from '#features/accounts/signed-in.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { changeTopic } from '#features/forums/moderation.client.ts'
import { postTopic, type Topic } from '#features/forums/topic.client.ts'
import { ApiError } from '#platform/api.client.ts'
import { Field, Input, Select, Textarea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { formatModerationError } from './use-moderation.ts'
import { POST_CONTENT_MAX, TOPIC_TITLE_MAX } from '#features/forums/topic.endpoints.ts'

interface TopicEditorProps {
  /** The topic to change; none to start one. */
  topic?: Topic | undefined
  onSaved: (topic: Topic) => void
  onClose: () => void
}

export function TopicEditor({ topic, onSaved, onClose }: TopicEditorProps) {
  const draft = useDraft({ title: topic?.title ?? '', categoryId: String(topic?.categoryId ?? ''), content: topic?.content ?? '' })
  const { values, errors, change } = draft
  const categories = useQuery(categoriesQuery())
  const userId = useSignedIn()?.id
  // A new topic begins in the first category, as on the public form.
  const categoryId = values.categoryId || (topic ? '' : String(categories.data?.items[0]?.id ?? ''))

  const saving = useMutation({
    networkMode: 'always',
    mutationFn: ({ title, content }: typeof values): Promise<Topic> => {
      const body = { title: title.trim(), content: content.trim(), categoryId: Number(categoryId) }
      return topic ? changeTopic(topic.id, body) : postTopic({ ...body, ...(userId === undefined ? {} : { userId }) })
    },
    onSuccess: (saved) => {
      onSaved(saved)
      toast({ title: topic ? 'Topic changed' : 'Topic added' })
      onClose()
    },
    onError: (fault) => {
      if (fault instanceof ApiError) draft.point(groupErrorsByField(fault.errors))
    },
  })
  const submit = () => {
    const missing = 'Title and content are required'
    const wrong = {
      ...(values.title.trim() ? {} : { title: missing }),
      ...(categoryId ? {} : { categoryId: 'Please select a category' }),
      ...(values.content.trim() ? {} : { content: missing }),
    }
    if (Object.keys(wrong).length > 0) draft.point(wrong)
    else saving.mutate(values)
  }
  const text = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })

  return (
    <EditorSheet
      title={topic ? 'Edit Forum Topic' : 'Add Forum Topic'}
      isChanged={draft.isChanged}
      busy={saving.isPending}
      saveLabel={topic ? 'Save Changes' : 'Add Topic'}
      busyLabel="Saving..."
      form={draft.form}
      onSubmit={submit}
      onClose={onClose}
    >
      {saving.isError && (
        <Notice tone="bad" role="alert">
          {formatModerationError(saving.error)}
        </Notice>
      )}
      <Field label="Title" required error={errors.title}>
        {(control) => <Input {...control} {...text('title')} maxLength={TOPIC_TITLE_MAX} autoComplete="off" />}
      </Field>
      <Field label="Category" required error={errors.categoryId}>
        {(control) => (
          <Select {...control} {...text('categoryId')} value={categoryId}>
            {!categoryId && <option value="">Choose one</option>}
            {(categories.data?.items ?? []).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Content"
        required
        error={errors.content}
        hint="Plain text or Markdown: **bold**, a hyphen for a list, an empty line for a new paragraph."
      >
        {(control) => <Textarea {...control} {...text('content')} rows={10} maxLength={POST_CONTENT_MAX} />}
      </Field>
    </EditorSheet>
  )
}
