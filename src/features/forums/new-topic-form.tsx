/** Renders the form for a new topic. The input is stored as a draft until the topic is posted. */
import { FormDraft } from '#features/drafts/form-draft.tsx'
import { useEffect, useEffectEvent } from 'react'
import type { Category } from '#features/categories/category.client.ts'
import { WritingField } from '#features/writing/field/writing-field.tsx'
import { SpamTrapField, useSpamTrap } from '#features/trust/spam-trap.tsx'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input, Options, Select } from '#ui/forms/field.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { isQuestionTitle } from './questions/question.policy.ts'
import { QuestionField } from './questions/question-field.tsx'
import { SimilarTopics } from './similar-topics.tsx'
import { formatPostError } from './post-error.client.ts'
import { postTopic, type Topic } from './topic.client.ts'
import type { ChosenProduct } from './topic-products/product-suggestions.policy.ts'
import { TopicProductsField } from './topic-products/topic-products-field.tsx'
import { POST_CONTENT_MAX, TOPIC_TITLE_MAX } from './topic-limits.policy.ts'
import * as styles from './post-form.module.css'

const DEFAULT_CATEGORY_ID = 1
/** `isQuestion` is undefined until the member changes it: it then follows the title. */
interface NewTopicValues {
  title: string
  categoryId: number
  content: string
  isQuestion: boolean | undefined
  products: readonly ChosenProduct[]
}
const BLANK_VALUES: NewTopicValues = { title: '', categoryId: DEFAULT_CATEGORY_ID, content: '', isQuestion: undefined, products: [] }
const ERROR_ID = 'new-topic-error'
const MISSING_MESSAGE = 'Title and content are required'

interface NewTopicFormProps {
  categories: Category[]
  /** Id of the acting user: the signed-in member or, for visitors, the guest account. */
  userId: number
  /** Whether the form is visible. The title gets the focus when the form becomes visible. */
  open: boolean
  onPosted: (topic: Topic) => void
  onCancel: () => void
  /** Called with the path of a topic that answers the question, after the input was discarded. */
  onAnswered: (path: string) => void
  /** Whether the site has products that a topic can be about. */
  hasProducts: boolean
  /** Initial values, such as a tool's result; undefined for a blank form. */
  initialValues?: { title: string; content: string; categoryId: number | undefined; products: readonly ChosenProduct[] } | undefined
}

export function NewTopicForm({ categories, userId, open, onPosted, onCancel, onAnswered, hasProducts, initialValues }: NewTopicFormProps) {
  const toKnownCategory = (id: number) =>
    categories.some((category) => category.id === id) ? id : (categories[0]?.id ?? DEFAULT_CATEGORY_ID)
  const trap = useSpamTrap()
  const form = useForm({
    start: initialValues
      ? { ...BLANK_VALUES, ...initialValues, categoryId: initialValues.categoryId ?? DEFAULT_CATEGORY_ID }
      : BLANK_VALUES,
    toBody: ({ title, content, categoryId, isQuestion, products }) => ({
      title: title.trim(),
      content: content.trim(),
      categoryId: toKnownCategory(categoryId),
      isQuestion: isQuestion ?? isQuestionTitle(title),
      productSlugs: products.map(({ slug }) => slug),
      userId,
      createdAt: new Date().toISOString(),
      ...trap.read(),
    }),
    check: ({ title, content }) => ({
      title: title.trim() ? undefined : MISSING_MESSAGE,
      content: content.trim() ? undefined : MISSING_MESSAGE,
    }),
    revalidates: true,
    send: postTopic,
    onDone: onPosted,
  })
  const { props, values, errors, change, field, focus, problem, busy } = form
  const errorText = errors.title ?? errors.content ?? (problem && formatPostError('Failed to create forum topic', problem))

  const focusTitle = useEffectEvent(() => focus('title'))
  useEffect(() => {
    if (open) focusTitle()
  }, [open])

  return (
    <form {...props} className={styles.postForm} aria-labelledby="new-topic-title">
      <FormDraft form={form} name="topic" subject={initialValues?.title || initialValues?.products[0]?.slug} />
      <SpamTrapField field={trap.field} />
      <Field label="Title" required>
        {(control) => (
          <Input
            {...control}
            {...field('title').input}
            autoComplete="off"
            maxLength={TOPIC_TITLE_MAX}
            disabled={busy}
            aria-invalid={errors.title ? true : undefined}
            aria-describedby={errors.title ? ERROR_ID : undefined}
          />
        )}
      </Field>
      <SimilarTopics
        title={values.title}
        onAnswered={(path) => {
          form.reset()
          onAnswered(path)
        }}
      />
      <QuestionField
        checked={values.isQuestion ?? isQuestionTitle(values.title)}
        disabled={busy}
        onChange={(isQuestion) => change({ isQuestion })}
      />
      <Field label="Category" required className={styles.postFormCategory}>
        {(control) => (
          // Uses `aria-required` only: in HTML, a select with `required` must have an empty option.
          <Select
            {...control}
            required={undefined}
            aria-required
            name="category"
            disabled={busy}
            value={toKnownCategory(values.categoryId)}
            onChange={({ target }) => change({ categoryId: Number(target.value) })}
          >
            <Options of={categories.map(({ id, name }) => [id, name])} />
          </Select>
        )}
      </Field>
      <Field label="Content" required hint="You can mention a member with @.">
        {(control) => (
          <WritingField
            {...control}
            {...field('content').input}
            hasPictures
            rows={6}
            maxLength={POST_CONTENT_MAX}
            disabled={busy}
            aria-invalid={errors.content ? true : undefined}
            aria-describedby={errors.content ? `${control['aria-describedby']} ${ERROR_ID}` : control['aria-describedby']}
          />
        )}
      </Field>
      {hasProducts && (
        <TopicProductsField
          products={values.products}
          title={values.title}
          content={values.content}
          disabled={busy}
          onChange={(products) => change({ products })}
        />
      )}
      {errorText && (
        <div id={ERROR_ID}>
          <Notice tone="bad" role="alert">
            {errorText}
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
