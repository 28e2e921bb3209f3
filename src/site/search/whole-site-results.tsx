import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/link.tsx'
import { useCountedOnceSettled } from './use-counted-once-settled.ts'
import { DidYouMean } from './did-you-mean.tsx'
import { elsewhereQuery, MAX_WHOLE_SITE_RESULTS, needsWholeSiteResults } from './whole-site-query.ts'
import { SearchResultRow } from './search-result-row.tsx'
import * as styles from './whole-site-results.module.css'

interface ElsewhereProps {
  /** The words that the list was asked for. */
  search: string | undefined
  /** How many literal matches it has; absent while that is not known. */
  total: number | undefined
  /** The pages that the list itself shows. */
  shown: readonly string[]
}

/** Where a list has few literal matches or none: what the one search found in the whole site. */
export function WholeSiteResults({ search, total, shown }: ElsewhereProps) {
  const isNeeded = needsWholeSiteResults(search, total)
  const found = useQuery({ ...elsewhereQuery(search ?? ''), enabled: isNeeded }).data
  useCountedOnceSettled(isNeeded ? search : undefined)
  const categories = useQuery(categoriesQuery()).data?.items ?? []
  const results = found?.results.filter(({ url }) => !shown.includes(url)).slice(0, MAX_WHOLE_SITE_RESULTS) ?? []
  if (!isNeeded || results.length === 0) return null
  return (
    <section className={styles.elsewhere} aria-labelledby="found-elsewhere">
      <h2 id="found-elsewhere">Found on the whole site</h2>
      {search !== undefined && found?.corrected !== undefined && <DidYouMean typed={search} corrected={found.corrected} />}
      <ul>
        {results.map((result) => (
          <SearchResultRow
            key={result.url}
            result={result}
            q={search}
            categoryName={categories.find(({ slug }) => slug === result.category)?.name}
            headingLevel={3}
            isShort
          />
        ))}
      </ul>
      <p>
        <Link className="more" to={paths.search({ q: search })}>
          All results for “{search}”
        </Link>
      </p>
    </section>
  )
}
