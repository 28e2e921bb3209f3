/** Searches the whole site. Words, kind, category and page are in the URL. */
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { SearchStart } from './search-start.tsx'
import { SearchForm } from './search-form.tsx'
import { parseSearchFilter } from './search-filter.ts'
import { SearchResults } from './results/search-results.tsx'
import * as styles from './search.module.css'

export default function SearchPage() {
  const [searchParams] = useSearchParams()
  const filter = parseSearchFilter(searchParams)
  const categories = useQuery(categoriesQuery()).data?.items ?? []
  return (
    <div className={`container ${styles.search}`}>
      <PageMeta
        title={filter.q ? `Search: ${filter.q}` : 'Search'}
        description="Search the guides, products, forum and members of this site."
        canonical={paths.search()}
        noIndex="follow"
      />
      <header className="head">
        <h1>Search</h1>
        <p data-part="head-note">Guides, products, the forum and people, all at once.</p>
      </header>
      <SearchForm filter={filter} categories={categories} />
      {filter.q ? <SearchResults filter={filter} categories={categories} /> : <SearchStart categories={categories} />}
    </div>
  )
}
