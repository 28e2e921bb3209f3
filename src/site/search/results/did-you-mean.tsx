import { Link } from '#ui/router/link.tsx'
import { paths } from '#site/paths.ts'
import * as styles from './did-you-mean.module.css'

/** Names the corrected query whose results are shown, with a link to search for the original. */
export function DidYouMean({ typed, corrected }: { typed: string; corrected: string }) {
  return (
    <p className={styles.didYouMean} data-part="did-you-mean">
      Did you mean <Link to={paths.search({ q: corrected })}>{corrected}</Link>? We are showing results for that.{' '}
      <Link to={paths.search({ q: typed, exact: '1' })}>Search for “{typed}” instead</Link>
    </p>
  )
}
