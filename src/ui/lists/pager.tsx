import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { Link } from '#ui/router/link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { listPageNumbers } from './page-numbers.ts'
import * as styles from './pager.module.css'

interface PagerProps {
  /** The current page, 1-based. */
  page: number
  /** Number of pages. */
  pages: number
  hrefFor: (page: number) => string
  /** Accessible name; needed where a page has several pagers. */
  label?: string
}

/** Renders pagination links, or nothing if there is only one page. */
export function Pager({ page, pages, hrefFor, label = 'Pages' }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav className={styles.pager} data-part="pager" aria-label={label}>
      {page > 1 ? (
        <Link className={styles.step} to={hrefFor(page - 1)} onClick={focusContent} rel="prev" aria-label="Previous page">
          <Icon name="arrow-left" />
          <span>Previous</span>
        </Link>
      ) : (
        <span className={styles.step} />
      )}
      {/* On a phone, this text replaces the page numbers. */}
      <span className={styles.place}>
        Page {page} of {pages}
      </span>
      <ol>
        {listPageNumbers(page, pages).map((number, index) =>
          number === null ? (
            <li key={`gap ${index}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                to={hrefFor(number)}
                onClick={focusContent}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </Link>
            </li>
          ),
        )}
      </ol>
      {page < pages ? (
        <Link className={styles.step} to={hrefFor(page + 1)} onClick={focusContent} rel="next" aria-label="Next page">
          <span>Next</span>
          <Icon name="arrow-right" />
        </Link>
      ) : (
        <span className={styles.step} />
      )}
    </nav>
  )
}
