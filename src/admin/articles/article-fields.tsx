import { ARTICLE_LABELS } from './article-labels.ts'
import { useId } from 'react'
import { MarkdownEditor } from '#admin/editor/markdown/markdown-editor.tsx'
import { UploadField } from '#admin/editor/pictures/upload-field.tsx'
import type { Category } from '#features/categories/category.client.ts'
import type { Expert } from '#features/experts/expert.client.ts'
import type { Form } from '#platform/client/forms/form.client.ts'
import { Field, Input, Options, Select, Textarea } from '#ui/forms/field.tsx'
import { changeTitle, type ArticleValues } from './article-draft.ts'
import { CaseStudyFields } from './case-study/case-study-fields.tsx'
import { ArticlePublicationFields } from './article-publication-fields.tsx'
import * as editorSheetStyles from '#admin/editor/editor-sheet.module.css'

interface ArticleFieldsProps {
  form: Form<ArticleValues>
  isNew: boolean
  categories: Category[]
  experts: Expert[]
}

const SLUG_HINTS = {
  new: 'The last part of the URL, generated from the title. You can change it.',
  old: 'The last part of the URL. If you change it, the old URL redirects here.',
}

export function ArticleFields({ form, isNew, categories, experts }: ArticleFieldsProps) {
  const expertsId = useId()
  const { values, errors, field, change } = form
  return (
    <>
      <Field label={ARTICLE_LABELS.title} required error={errors.title}>
        {(control) => (
          <Input
            {...control}
            {...field('title').input}
            autoComplete="off"
            onChange={({ target: { value } }) => change(isNew ? changeTitle(values, value) : { title: value })}
          />
        )}
      </Field>
      <Field label={ARTICLE_LABELS.slug} error={errors.slug} hint={SLUG_HINTS[isNew ? 'new' : 'old']}>
        {(control) => <Input {...control} {...field('slug').input} autoComplete="off" autoCapitalize="none" spellCheck={false} />}
      </Field>
      <div className={editorSheetStyles.editorPair}>
        <Field label={ARTICLE_LABELS.categoryId} required error={errors.categoryId}>
          {(control) => (
            <Select {...control} {...field('categoryId').input}>
              <option value="">Choose one</option>
              <Options of={categories.map(({ id, name }) => [id, name])} />
            </Select>
          )}
        </Field>
        <Field label={ARTICLE_LABELS.authorName} required error={errors.authorName}>
          {(control) => (
            <>
              <Input {...control} {...field('authorName').input} autoComplete="off" list={expertsId} />
              <datalist id={expertsId}>
                {experts.map(({ id, name, isDemo }) => (
                  <option key={id} value={name}>
                    {isDemo ? `${name} (demo)` : name}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </Field>
      </div>
      <MarkdownEditor
        label={ARTICLE_LABELS.content}
        required={isNew}
        error={errors.content}
        text={values.content}
        onChange={(content) => change({ content })}
      />
      <Field label={ARTICLE_LABELS.summary} error={errors.summary} hint="One or two sentences, shown in lists and search results.">
        {(control) => <Textarea {...control} {...field('summary').input} rows={2} />}
      </Field>
      <UploadField
        label={ARTICLE_LABELS.featuredImage}
        names={{ url: 'featuredImage', alt: 'imageAlt' }}
        url={values.featuredImage}
        alt={values.imageAlt}
        errors={{ url: errors.featuredImage, alt: errors.imageAlt }}
        onChange={({ url, alt }) =>
          change({ ...(url === undefined ? {} : { featuredImage: url }), ...(alt === undefined ? {} : { imageAlt: alt }) })
        }
      />
      <ArticlePublicationFields form={form} />
      <CaseStudyFields form={form} />
    </>
  )
}
