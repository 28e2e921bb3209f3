/** Page that lists all articles: published, scheduled and drafts. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminHead } from '#admin/frame/admin-head.tsx'
import { ListFrame } from '#admin/list/list-frame.tsx'
import { useListUrl } from '#admin/list-url.ts'
import { adminArticlesQuery, type ArticleDraft } from '#features/articles/editing/article-editing.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { expertsQuery } from '#features/experts/expert.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { CreateArticle } from './article-editor.tsx'
import { ARTICLE_STATUS_LABELS } from './article-status.tsx'
import { ArticleTable } from './article-table.tsx'
import { ArticleTools, ARTICLE_SORT_LABELS } from './article-tools.tsx'
import { DeleteArticle } from './delete-article.tsx'
import { EditArticleById } from './edit-article.tsx'

const ARTICLES_PER_PAGE = 20

export default function ArticlesPage() {
  const listUrl = useListUrl('category', 'status', 'open')
  const { page, search, filters, setParams } = listUrl
  const { value: sort, onChoose: onSort } = listUrl.getSortSelect(ARTICLE_SORT_LABELS, 'newest')
  const status = listUrl.getFilterSelect('status', ARTICLE_STATUS_LABELS).value
  const articles = useQuery({
    ...adminArticlesQuery({ page, perPage: ARTICLES_PER_PAGE, search, category: filters.category, status, sort }),
    placeholderData: keepPreviousData,
  })
  const categories = useQuery(categoriesQuery())
  const experts = useQuery(expertsQuery())
  const [isCreating, setCreating] = useState(false)
  // The id of the open article is in the URL, so that Back, a reload and a shared link reopen it.
  const openId = Number(filters.open) || undefined
  const setOpenId = (id: number | undefined) => setParams({ open: id, page: page > 1 ? page : undefined }, true)
  const [articleToDelete, setArticleToDelete] = useState<ArticleDraft>()
  const total = articles.data?.total ?? 0
  const isNarrowed = Boolean(search ?? filters.category ?? filters.status)
  const isEmpty = articles.isSuccess && total === 0 && !isNarrowed
  return (
    <>
      <AdminHead
        title="Articles Management"
        action={
          <Button onClick={() => setCreating(true)}>
            <Icon name="plus" />
            Create Article
          </Button>
        }
      />
      {isEmpty ? (
        <EmptyState title="No articles found. Create your first article to get started." />
      ) : (
        <ListFrame
          list={articles}
          listUrl={listUrl}
          perPage={ARTICLES_PER_PAGE}
          pagesLabel="Pages of articles"
          tools={<ArticleTools listUrl={listUrl} categories={categories.data?.items ?? []} total={articles.data?.total} />}
          errorTitle="The articles could not be loaded"
          empty={null}
          noMatchTitle="No articles match"
          isNarrowed={isNarrowed}
        >
          {({ items }) => (
            <ArticleTable
              rows={items}
              experts={experts.data?.items ?? []}
              sort={sort}
              busy={articles.isPlaceholderData}
              onSort={onSort}
              onEdit={({ id }) => setOpenId(id)}
              onDelete={setArticleToDelete}
            />
          )}
        </ListFrame>
      )}
      {isCreating && <CreateArticle onClose={() => setCreating(false)} />}
      {openId !== undefined && <EditArticleById key={openId} id={openId} onClose={() => setOpenId(undefined)} />}
      {articleToDelete && <DeleteArticle article={articleToDelete} onClose={() => setArticleToDelete(undefined)} />}
    </>
  )
}
