import { categoryClass } from '#features/categories/category.client.ts'
import { recordSearchClick, type SearchResult } from '#features/search/search.client.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Link } from '#ui/router/link.tsx'
import { StarRating } from '#ui/pictures/star-rating.tsx'
import { LongDate } from '#ui/text/time.tsx'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { kindLabel } from '#site/search/kind-labels.ts'
import { MarkedText } from './marked-text.tsx'
import * as styles from './search-result-row.module.css'

interface SearchResultRowProps {
  result: SearchResult
  /** The search query, recorded with the click. */
  q: string
  categoryName: string | undefined
  headingLevel?: 2 | 3 | undefined
  /** Compact row without date and rating. */
  isShort?: boolean
}

/** One search result as an <li>: kind, title and matching excerpt. The whole row is a link. */
export function SearchResultRow({ result, q, categoryName, headingLevel = 2, isShort = false }: SearchResultRowProps) {
  const { kind, title, url, partUrl, excerpt, matches, category, date, rating } = result
  const Heading = `h${headingLevel}` as const
  const label = kindLabel(kind)
  // Only where the date shows how recent the content is; for members, products and categories it is the date of creation.
  const hasDate = !isShort && date !== undefined && ['article', 'expert', 'topic'].includes(kind)
  const hasStars = !isShort && rating !== undefined
  return (
    <li className={joinClasses(styles.result, isShort && styles.short, 'card-link', category !== undefined && categoryClass(category))}>
      <span className={styles.kind}>
        <Icon name={label.icon} />
      </span>
      <div className={styles.text}>
        <p className="tag">{categoryName && kind !== 'category' ? `${label.one} · ${categoryName}` : label.one}</p>
        <Heading>
          <Link to={partUrl ?? url} onClick={() => recordSearchClick({ q, url })}>
            <NoBreakText text={title} />
          </Link>
        </Heading>
        {excerpt && (
          <p className={styles.excerpt}>
            <MarkedText text={excerpt} matches={matches} />
          </p>
        )}
        {(hasDate || hasStars) && (
          <p className="meta">
            {hasStars && <StarRating value={rating.average} count={rating.count} label="Rating:" />}
            {hasDate && <LongDate date={date} />}
          </p>
        )}
      </div>
    </li>
  )
}
