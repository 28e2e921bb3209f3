import { CategorySelect, ListSearch, ListSelect } from '#admin/list/list-filters.tsx'
import type { useListUrl } from '#admin/list-url.ts'
import type { Category } from '#features/categories/category.client.ts'
import { Toolbar } from '#ui/lists/toolbar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { ARTICLE_STATUS_LABELS } from './article-status.tsx'

export const ARTICLE_SORT_LABELS = { newest: 'Newest', title: 'Title: A to Z', rating: 'Top Rated' } as const
export type ArticleSort = keyof typeof ARTICLE_SORT_LABELS

interface ArticleToolsProps {
  listUrl: ReturnType<typeof useListUrl<'category' | 'status' | 'open'>>
  categories: Category[]
  total: number | undefined
}

export function ArticleTools({ listUrl, categories, total }: ArticleToolsProps) {
  const { nounFor } = useWording()
  const { filters, setParams } = listUrl
  return (
    <Toolbar caption={total !== undefined && `${total} ${nounFor(total, NOUNS.article)}`}>
      <ListSearch label="Search articles" placeholder="Title or text" searchInput={listUrl.searchInput} />
      <CategorySelect
        allLabel="All categories"
        categories={categories}
        value={filters.category}
        onChoose={(category) => setParams({ category })}
      />
      <ListSelect label="Status" allLabel="Any status" {...listUrl.getFilterSelect('status', ARTICLE_STATUS_LABELS)} />
      <ListSelect label="Sort by" {...listUrl.getSortSelect(ARTICLE_SORT_LABELS, 'newest')} />
    </Toolbar>
  )
}
