import { Link } from '#ui/router/link.tsx'
import { paths } from '#site/paths.ts'
import * as styles from './did-you-mean.module.css'

/** Names the corrected query, whose results are shown, and links to a search for the original query. */
export function DidYouMean({ originalQuery, correctedQuery }: { originalQuery: string; correctedQuery: string }) {
  return (
    <p className={styles.didYouMean} data-part="did-you-mean">
      Did you mean <Link to={paths.search({ q: correctedQuery })}>{correctedQuery}</Link>? We are showing results for that.{' '}
      <Link to={paths.search({ q: originalQuery, exact: '1' })}>Search for “{originalQuery}” instead</Link>
    </p>
  )
}
