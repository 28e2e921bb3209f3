/** Side panel for creating or editing an article. */
import { chosenName, VersionConflict } from '#admin/editor/version-conflict.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { adminArticleQuery, changeArticle, createArticle, type ArticleDraft } from '#features/articles/editing/article-editing.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { useForm, type FormErrors } from '#platform/client/forms/form.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { formatCreateError, formatUpdateError } from './article-changes.ts'
import {
  BLANK_ARTICLE,
  findMissingFields,
  findInvalidTime,
  toArticleChange,
  toNewArticle,
  toArticleValues,
  type ArticleValues,
} from './article-draft.ts'
import { ArticleFields } from './article-fields.tsx'
import { ARTICLE_LABELS } from './article-labels.ts'
import { ARTICLE_STATUS_LABELS } from './article-status.tsx'
import { ArticleLink } from './article-link.tsx'
import * as styles from './articles.module.css'

/** ADM-ART-30. */
const CLOSE_DELAY_MS = 1500

export function CreateArticle({ onClose }: { onClose: () => void }) {
  const [hasOwnSlug, setOwnSlug] = useState(false)
  const lists = useLists()
  const form = useForm({
    start: BLANK_ARTICLE,
    toBody: (values) => toNewArticle(values),
    check: (values) => findErrors(values, true),
    onInvalid: (errors) => showMissingFields(errors, 'title, category, author name, content'),
    send: createArticle,
    onDone: () => {
      toast({ title: 'Article created' })
      onClose()
    },
    onFailed: (error) => toast({ title: 'Creation failed', message: formatCreateError(error), tone: 'destructive' }),
  })
  return (
    <EditorSheet
      wide
      title="Create New Article"
      form={form}
      draft={{ name: 'article' }}
      saveLabel="Create Article"
      busyLabel="Creating..."
      onClose={onClose}
    >
      <ArticleFields isNew form={form} followsTitle={!hasOwnSlug} {...lists} onOwnSlug={setOwnSlug} />
    </EditorSheet>
  )
}

interface EditArticleProps {
  article: ArticleDraft
  onClose: () => void
}

/** @param article the stored article, including its content */
export function EditArticle({ article, onClose }: EditArticleProps) {
  const lists = useLists()
  const authorOf = ({ authorId }: ArticleDraft) => lists.experts.find(({ id }) => id === authorId)?.name
  const [start, setStart] = useState(() => toArticleValues(article, authorOf(article)))
  const queryClient = useQueryClient()
  const [stored, setStored] = useState(article)
  const [isSaved, setSaved] = useState(false)
  const form = useForm({
    start,
    toBody: (values) => toArticleChange(values, stored),
    check: (values) => findErrors(values, false, start),
    onInvalid: (errors) => showMissingFields(errors, 'title, category, author name'),
    version: stored.version,
    send: (body, version) => {
      setSaved(false)
      return changeArticle(article.id, { ...body, version })
    },
    onDone: (saved, values) => {
      setStored(saved)
      queryClient.setQueryData(adminArticleQuery(article.id).queryKey, saved)
      // The submitted values, not the stored ones, so that trimming does not change fields during typing.
      setStart(values)
      setSaved(true)
      toast({ title: '✅ Article updated' })
    },
    onFailed: (error) => toast({ title: 'Update failed', message: formatUpdateError(error), tone: 'destructive' }),
  })
  // Closes after a delay, unless the form is edited again.
  const close = useEffectEvent(onClose)
  const isDone = isSaved && !form.isChanged
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => close(), CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isDone])

  return (
    <EditorSheet
      wide
      title="Quick Edit Article"
      note={<EditedArticle article={stored} isChanged={form.isChanged} />}
      form={form}
      draft={{ name: 'article', subject: article.id }}
      saveLabel="Save Changes"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <VersionConflict
        form={form}
        toValues={(current: ArticleDraft) => toArticleValues(current, authorOf(current))}
        fields={{
          ...ARTICLE_LABELS,
          categoryId: { label: ARTICLE_LABELS.categoryId, format: chosenName(lists.categories) },
          status: { label: ARTICLE_LABELS.status, format: (status) => ARTICLE_STATUS_LABELS[status] },
        }}
      />
      <ArticleFields isNew={false} form={form} followsTitle={false} {...lists} onOwnSlug={() => undefined} />
    </EditorSheet>
  )
}

function EditedArticle({ article, isChanged }: { article: ArticleDraft; isChanged: boolean }) {
  return (
    <span className={styles.articleEdited}>
      <span>Article ID: {article.id}</span>
      <ArticleLink article={article} />
      {isChanged && <span>The page shows the last saved version.</span>}
    </span>
  )
}

function useLists() {
  const categories = useQuery(categoriesQuery())
  const experts = useQuery(expertsQuery())
  return { categories: categories.data?.items ?? [], experts: experts.data?.items ?? [] }
}

const findErrors = (values: ArticleValues, isNew: boolean, start?: ArticleValues): FormErrors<ArticleValues> => ({
  ...findMissingFields(values, isNew),
  publishedAt: findInvalidTime(values, start),
})

/** @param required labels of the required fields, for the message */
function showMissingFields({ publishedAt: _, ...missing }: FormErrors<ArticleValues>, required: string): void {
  if (Object.keys(missing).length > 0)
    toast({ title: 'Missing required fields', message: `Please fill in all required fields (${required}).`, tone: 'destructive' })
}
