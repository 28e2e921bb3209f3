import { ARTICLE_LABELS } from './article-labels.ts'
import type { Form } from '#platform/client/forms/form.client.ts'
import { Field, Input, Options, Select } from '#ui/forms/field.tsx'
import type { ArticleValues } from './article-draft.ts'
import { ARTICLE_STATUS_LABELS } from './article-status.tsx'
import * as styles from './articles.module.css'
import * as editorSheetStyles from '#admin/editor/editor-sheet.module.css'

/** Renders the fields for rating, status, date of the last check and, for scheduled articles, publication time. */
export function ArticlePublicationFields({ form }: { form: Form<ArticleValues> }) {
  const { values, errors, field, change } = form
  return (
    <>
      <div className={editorSheetStyles.editorPair}>
        <Field label={ARTICLE_LABELS.rating} error={errors.rating} hint="4 and 5 are featured on the home page.">
          {(control) => (
            <Select {...control} name="rating" value={values.rating} onChange={({ target }) => change({ rating: Number(target.value) })}>
              <Options of={[0, 1, 2, 3, 4, 5].map((rating) => [rating, rating])} />
            </Select>
          )}
        </Field>
        <Field label={ARTICLE_LABELS.status} error={errors.status} hint="Readers see published articles only.">
          {(control) => (
            <Select
              {...control}
              name="status"
              value={values.status}
              onChange={({ target }) => change({ status: target.value as ArticleValues['status'] })}
            >
              <Options of={Object.entries(ARTICLE_STATUS_LABELS)} />
            </Select>
          )}
        </Field>
      </div>
      <Field
        label={ARTICLE_LABELS.checkedOn}
        error={errors.checkedOn}
        hint="When its facts and sources were last checked. Shown to readers."
      >
        {(control) => <Input {...control} {...field('checkedOn').input} type="date" className={styles.articleWhen} />}
      </Field>
      {values.status === 'scheduled' && (
        <Field label={ARTICLE_LABELS.publishedAt} required error={errors.publishedAt} hint="In your time zone.">
          {(control) => <Input {...control} {...field('publishedAt').input} type="datetime-local" className={styles.articleWhen} />}
        </Field>
      )}
    </>
  )
}
