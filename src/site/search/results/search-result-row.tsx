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
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './search-result-row.module.css'

interface SearchResultRowProps {
  result: SearchResult
  /** The search text. It is recorded when the visitor opens the result, unless the visitor has opted out of tracking. */
  searchText: string
  categoryName: string | undefined
  headingLevel?: 2 | 3 | undefined
  /** Whether the row is compact, without date and rating. */
  isShort?: boolean
}

/** Renders a search result as an <li> with kind, title and matching excerpt. The whole row is a link. */
export function SearchResultRow({ result, searchText, categoryName, headingLevel = 2, isShort = false }: SearchResultRowProps) {
  const { kind, title, url, partUrl, excerpt, matches, category, date, rating, isDemo } = result
  const Heading = `h${headingLevel}` as const
  const kindDisplay = kindLabel(kind)
  // The date is shown only where it says how recent the content is. For members, products and categories it is the date of creation.
  const hasDate = !isShort && date !== undefined && ['article', 'expert', 'topic'].includes(kind)
  const hasStars = !isShort && rating !== undefined
  return (
    <li className={joinClasses(styles.result, isShort && styles.short, 'card-link', category !== undefined && categoryClass(category))}>
      <span className={styles.kind}>
        <Icon name={kindDisplay.icon} />
      </span>
      <div className={styles.text}>
        <p className="tag">
          {categoryName && kind !== 'category' ? `${kindDisplay.resultLabel} · ${categoryName}` : kindDisplay.resultLabel}{' '}
          {isDemo && <DemoChip />}
        </p>
        <Heading>
          <Link to={partUrl ?? url} onClick={() => recordSearchClick({ q: searchText, url })}>
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
