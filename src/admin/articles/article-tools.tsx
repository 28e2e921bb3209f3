import { ListSearch } from '#admin/list-search.tsx'
import type { useListAddress } from '#admin/list-address.ts'
import type { Category } from '#features/categories/category.client.ts'
import { Select } from '#ui/field.tsx'
import { Toolbar } from '#ui/toolbar.tsx'
import { STATUS_NAMES } from './article-status.tsx'

const SORT_NAMES = { newest: 'Newest', title: 'Title: A to Z', rating: 'Top Rated' } as const
export type ArticleSort = keyof typeof SORT_NAMES
export const isArticleSort = (sort: string | undefined): sort is ArticleSort => sort !== undefined && sort in SORT_NAMES

interface ArticleToolsProps {
  address: ReturnType<typeof useListAddress<'category' | 'status'>>
  sort: ArticleSort
  categories: Category[]
  total: number | undefined
}

export function ArticleTools({ address: { filters, typed, set }, sort, categories, total }: ArticleToolsProps) {
  return (
    <Toolbar caption={total !== undefined && `${total} ${total === 1 ? 'article' : 'articles'}`}>
      <ListSearch label="Search articles" placeholder="Title or text" typed={typed} />
      <Select aria-label="Category" value={filters.category ?? ''} onChange={({ target }) => set({ category: target.value })}>
        <option value="">All categories</option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
      <Select aria-label="Status" value={filters.status ?? ''} onChange={({ target }) => set({ status: target.value })}>
        <option value="">Any status</option>
        {Object.entries(STATUS_NAMES).map(([status, name]) => (
          <option key={status} value={status}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Sort by"
        value={sort}
        onChange={({ target }) => set({ sort: target.value === 'newest' ? undefined : target.value })}
      >
        {Object.entries(SORT_NAMES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Toolbar>
  )
}
