/** The side panel in which an article is written or changed. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { groupErrorsByField, useDraft } from '#admin/editor/use-draft.ts'
import { EditorSheet } from '#admin/editor/editor-sheet.tsx'
import { articleDraftQuery, changeArticle, createArticle, type ArticleDraft } from '#features/articles/article-editing.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { toast } from '#ui/toast-store.ts'
import { creationFailure, toFieldErrors, updateFailure } from './article-changes.ts'
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
import { ArticleLink } from './article-link.tsx'
import * as styles from './articles.module.css'

const CLOSES_AFTER = 1500
const MISSING = 'Missing required fields'

export function CreateArticle({ onClose }: { onClose: () => void }) {
  const draft = useDraft<ArticleValues>(BLANK_ARTICLE)
  const [hasOwnSlug, setOwnSlug] = useState(false)
  const lists = useLists()
  const creating = useMutation({
    networkMode: 'always',
    mutationFn: (values: ArticleValues) => createArticle(toNewArticle(values)),
    onSuccess: () => {
      toast({ title: 'Article created' })
      onClose()
    },
    onError: (fault) => {
      toast({ title: 'Creation failed', message: creationFailure(fault), tone: 'destructive' })
      draft.point(groupErrorsByField(toFieldErrors(fault)))
    },
  })
  const submit = () => {
    if (refuseMissing(draft, true)) return
    creating.mutate(draft.values)
  }
  return (
    <EditorSheet
      wide
      title="Create New Article"
      isChanged={draft.isChanged}
      busy={creating.isPending}
      saveLabel="Create Article"
      busyLabel="Creating..."
      form={draft.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <ArticleFields
        isNew
        values={draft.values}
        errors={draft.errors}
        followsTitle={!hasOwnSlug}
        {...lists}
        onChange={draft.change}
        onOwnSlug={setOwnSlug}
      />
    </EditorSheet>
  )
}

interface EditArticleProps {
  article: ArticleDraft
  onClose: () => void
}

/** @param article as it is stored, with its text */
export function EditArticle({ article, onClose }: EditArticleProps) {
  const lists = useLists()
  const [start] = useState(() => toArticleValues(article, lists.experts.find(({ id }) => id === article.authorId)?.name))
  const draft = useDraft<ArticleValues>(start)
  const queryClient = useQueryClient()
  const [stored, setStored] = useState(article)
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: (values: ArticleValues) => changeArticle(article.id, toArticleChange(values, stored)),
    onSuccess: (kept, values) => {
      setStored(kept)
      queryClient.setQueryData(articleDraftQuery(article.id).queryKey, kept)
      draft.keep(values)
      toast({ title: '✅ Article updated' })
    },
    onError: (fault) => {
      toast({ title: 'Update failed', message: updateFailure(fault), tone: 'destructive' })
      draft.point(groupErrorsByField(toFieldErrors(fault)))
    },
  })
  const submit = () => {
    if (refuseMissing(draft, false, start)) return
    saving.mutate(draft.values)
  }
  // Whoever goes on writing in that moment is not thrown out.
  const close = useEffectEvent(onClose)
  const isDone = saving.isSuccess && !draft.isChanged
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => close(), CLOSES_AFTER)
    return () => clearTimeout(timer)
  }, [isDone])

  return (
    <EditorSheet
      wide
      title="Quick Edit Article"
      note={<EditedArticle article={stored} isChanged={draft.isChanged} />}
      isChanged={draft.isChanged}
      busy={saving.isPending}
      saveLabel="Save Changes"
      busyLabel="Saving..."
      form={draft.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <ArticleFields
        isNew={false}
        values={draft.values}
        errors={draft.errors}
        followsTitle={false}
        {...lists}
        onChange={draft.change}
        onOwnSlug={() => undefined}
      />
    </EditorSheet>
  )
}

/** Which article it is, and the way to its page. */
function EditedArticle({ article, isChanged }: { article: ArticleDraft; isChanged: boolean }) {
  return (
    <span className={styles.articleEdited}>
      <span>Article ID: {article.id}</span>
      <ArticleLink article={article} />
      {isChanged && <span>It shows what was saved last.</span>}
    </span>
  )
}

function useLists() {
  const categories = useQuery(categoriesQuery())
  const experts = useQuery(expertsQuery())
  return { categories: categories.data?.items ?? [], experts: experts.data?.items ?? [] }
}

/** Says what is missing; true when something is. */
function refuseMissing(draft: ReturnType<typeof useDraft<ArticleValues>>, isNew: boolean, start?: ArticleValues): boolean {
  const missing = findMissingFields(draft.values, isNew)
  const wrongTime = findInvalidTime(draft.values, start)
  const isMissing = Object.keys(missing).length > 0
  if (isMissing) {
    const fields = isNew ? 'title, category, author name, content' : 'title, category, author name'
    toast({ title: MISSING, message: `Please fill in all required fields (${fields}).`, tone: 'destructive' })
  }
  if (isMissing || wrongTime) draft.point({ ...missing, publishAt: wrongTime })
  return isMissing || wrongTime !== undefined
}
