/** Side panel for creating or editing an article. */
import { createOptionNameFormatter, VersionConflict } from '#features/drafts/version-conflict.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { adminArticleQuery, changeArticle, createArticle, type ArticleDraft } from '#features/articles/editing/article-editing.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { NATION_NAMES } from '#features/figures/figure-groups.policy.ts'
import { useForm, type FormErrors } from '#platform/client/forms/form.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { formatCreateError, formatUpdateError } from './article-errors.ts'
import {
  BLANK_ARTICLE,
  findMissingFields,
  findInvalidTime,
  toArticleChange,
  toNewArticle,
  toArticleValues,
  type ArticleValues,
} from './article-draft.ts'
import { findCaseStudyErrors } from './case-study/case-study-draft.ts'
import { ArticleFields } from './article-fields.tsx'
import { ARTICLE_LABELS } from './article-labels.ts'
import { ARTICLE_STATUS_LABELS } from './article-status.tsx'
import { ArticleLink } from './article-link.tsx'
import * as styles from './articles.module.css'

/** Delay before the editor closes after a save (ADM-ART-30). */
const CLOSE_DELAY_MS = 1500

export function CreateArticle({ onClose }: { onClose: () => void }) {
  const lists = useCategoriesAndExperts()
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
      isWide
      title="Create New Article"
      form={form}
      draft={{ name: 'article' }}
      saveLabel="Create Article"
      busyLabel="Creating..."
      onClose={onClose}
    >
      <ArticleFields isNew form={form} {...lists} />
    </EditorSheet>
  )
}

interface EditArticleProps {
  article: ArticleDraft
  onClose: () => void
}

/** @param article the stored article with its content, which lists do not include */
export function EditArticle({ article, onClose }: EditArticleProps) {
  const lists = useCategoriesAndExperts()
  const findExpertName = ({ authorId }: ArticleDraft) => lists.experts.find(({ id }) => id === authorId)?.name
  const [startValues, setStartValues] = useState(() => toArticleValues(article, findExpertName(article)))
  const queryClient = useQueryClient()
  const [storedArticle, setStoredArticle] = useState(article)
  const [isSaved, setSaved] = useState(false)
  const form = useForm({
    start: startValues,
    toBody: (values) => toArticleChange(values, storedArticle),
    check: (values) => findErrors(values, false, startValues),
    onInvalid: (errors) => showMissingFields(errors, 'title, category, author name'),
    version: storedArticle.version,
    send: (body, version) => {
      setSaved(false)
      return changeArticle(article.id, { ...body, version })
    },
    onDone: (saved, values) => {
      setStoredArticle(saved)
      queryClient.setQueryData(adminArticleQuery(article.id).queryKey, saved)
      // The form restarts from the submitted values. Stored values are trimmed, which would change fields while the user types.
      setStartValues(values)
      setSaved(true)
      toast({ title: '✅ Article updated' })
    },
    onFailed: (error) => toast({ title: 'Update failed', message: formatUpdateError(error), tone: 'destructive' }),
  })
  // After a save the editor closes with a delay, unless the form is edited again meanwhile.
  const close = useEffectEvent(onClose)
  const shouldClose = isSaved && !form.isChanged
  useEffect(() => {
    if (!shouldClose) return
    const timer = setTimeout(() => close(), CLOSE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [shouldClose])

  return (
    <EditorSheet
      isWide
      title="Quick Edit Article"
      note={<EditedArticleNote article={storedArticle} isChanged={form.isChanged} />}
      form={form}
      draft={{ name: 'article', subject: article.id }}
      saveLabel="Save Changes"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <VersionConflict
        form={form}
        toValues={(current: ArticleDraft) => toArticleValues(current, findExpertName(current))}
        fields={{
          ...ARTICLE_LABELS,
          categoryId: { label: ARTICLE_LABELS.categoryId, format: createOptionNameFormatter(lists.categories) },
          status: { label: ARTICLE_LABELS.status, format: (status) => ARTICLE_STATUS_LABELS[status] },
          nation: { label: ARTICLE_LABELS.nation, format: (nation) => NATION_NAMES[nation] },
        }}
      />
      <ArticleFields isNew={false} form={form} {...lists} />
    </EditorSheet>
  )
}

function EditedArticleNote({ article, isChanged }: { article: ArticleDraft; isChanged: boolean }) {
  return (
    <span className={styles.articleEdited}>
      <span>Article ID: {article.id}</span>
      <ArticleLink article={article} />
      {isChanged && <span>The page shows the last saved version.</span>}
    </span>
  )
}

function useCategoriesAndExperts() {
  const categories = useQuery(categoriesQuery())
  const experts = useQuery(expertsQuery())
  return { categories: categories.data?.items ?? [], experts: experts.data?.items ?? [] }
}

const findErrors = (values: ArticleValues, isNew: boolean, startValues?: ArticleValues): FormErrors<ArticleValues> => ({
  ...findMissingFields(values, isNew),
  publishedAt: findInvalidTime(values, startValues),
  ...findCaseStudyErrors(values),
})

/** Shows a toast if required fields are missing. @param requiredLabels labels of all required fields, named in the toast */
function showMissingFields({ title, categoryId, authorName, content }: FormErrors<ArticleValues>, requiredLabels: string): void {
  if (title || categoryId || authorName || content)
    toast({ title: 'Missing required fields', message: `Please fill in all required fields (${requiredLabels}).`, tone: 'destructive' })
}
