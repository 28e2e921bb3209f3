import { CategorySelect, ListSearch, ListSelect } from '#admin/list/list-filters.tsx'
import type { useListAddress } from '#admin/list-address.ts'
import type { Category } from '#features/categories/category.client.ts'
import { Toolbar } from '#ui/toolbar.tsx'
import { STATUS_NAMES } from './article-status.tsx'

export const SORT_NAMES = { newest: 'Newest', title: 'Title: A to Z', rating: 'Top Rated' } as const
export type ArticleSort = keyof typeof SORT_NAMES

interface ArticleToolsProps {
  address: ReturnType<typeof useListAddress<'category' | 'status' | 'open'>>
  sort: ArticleSort
  categories: Category[]
  total: number | undefined
}

export function ArticleTools({ address: { filters, typed, set }, sort, categories, total }: ArticleToolsProps) {
  return (
    <Toolbar caption={total !== undefined && `${total} ${total === 1 ? 'article' : 'articles'}`}>
      <ListSearch label="Search articles" placeholder="Title or text" typed={typed} />
      <CategorySelect all="All categories" categories={categories} value={filters.category} onChoose={(category) => set({ category })} />
      <ListSelect label="Status" all="Any status" options={STATUS_NAMES} value={filters.status} onChoose={(status) => set({ status })} />
      <ListSelect
        label="Sort by"
        options={SORT_NAMES}
        value={sort}
        onChoose={(chosen) => set({ sort: chosen === 'newest' ? undefined : chosen })}
      />
    </Toolbar>
  )
}
