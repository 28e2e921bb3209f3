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
  /** The words that it was found for. */
  q: string
  categoryName: string | undefined
  headingLevel?: 2 | 3 | undefined
  /** In little room: without date and stars. */
  isShort?: boolean
}

/** One thing that was found, as an <li>: what it is, its title, the sentence that fits. The whole row leads to it. */
export function SearchResultRow({ result, q, categoryName, headingLevel = 2, isShort = false }: SearchResultRowProps) {
  const { kind, title, url, partUrl, excerpt, matches, category, date, rating } = result
  const Heading = `h${headingLevel}` as const
  const label = kindLabel(kind)
  // A member's date is when they came, and a product's and a category's when it was put here: neither says how fresh it is.
  const showsDate = !isShort && date !== undefined && ['article', 'expert', 'topic'].includes(kind)
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
        {(showsDate || hasStars) && (
          <p className="meta">
            {hasStars && <StarRating value={rating.average} count={rating.count} label="Rating:" />}
            {showsDate && <LongDate date={date} />}
          </p>
        )}
      </div>
    </li>
  )
}
