/** Renders the average rating, the distribution of stars, and averages by verification and age. */
import { Link } from '#ui/router/link.tsx'
import { formatRating } from '#ui/pictures/rating.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { ReviewFigures, ReviewFilter } from '#features/reviews/review.client.ts'
import * as styles from './rating-summary.module.css'

interface RatingSummaryProps {
  average: number
  count: number
  /** Undefined while the statistics load. */
  statistics: ReviewFigures | undefined
  /** Returns the URL of the list with the reviews that a row counts. */
  hrefFor: (filter: ReviewFilter) => string
}

export function RatingSummary({ average, count, statistics, hrefFor }: RatingSummaryProps) {
  const { nounFor } = useWording()
  const rows = [5, 4, 3, 2, 1].map((stars) => ({ stars, reviews: statistics?.all.counts[stars - 1] }))
  return (
    <>
      <p className={styles.bigscore}>
        <b className="num">{average.toFixed(1)}</b>
        <span>
          out of 5
          <br />
          {`from ${count} ${nounFor(count, NOUNS.review)}`}
        </span>
      </p>
      <table className={styles.spread}>
        <caption className="visuallyHidden">Number of reviews for each rating</caption>
        <tbody>
          {rows.map(({ stars, reviews }) => (
            <tr key={stars}>
              <th scope="row">
                <Link to={hrefFor({ stars })} preventScrollReset>
                  <span className="num">{stars}</span>
                  {` ${nounFor(stars, NOUNS.star)}`}
                </Link>
              </th>
              <td>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect className={styles.spreadRail} width="100" height="8" />
                  {reviews && count ? <rect className={styles.spreadBar} width={(100 * reviews) / count} height="8" /> : null}
                </svg>
              </td>
              <td className="num">{reviews ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {statistics && count > 0 && (
        <table className={styles.parts}>
          <caption className="visuallyHidden">Averages of some of the reviews</caption>
          <tbody>
            <GroupRow label="Verified" group={statistics.verified} to={hrefFor({ verified: 'yes' })} />
            <GroupRow label="Not verified" group={statistics.unverified} to={hrefFor({ verified: 'no' })} />
            <GroupRow
              label="Last 12 months"
              group={statistics.lastYear}
              change={statistics.lastYear.average - statistics.earlier.average}
              before={statistics.earlier}
            />
            <GroupRow label="Older" group={statistics.earlier} />
          </tbody>
        </table>
      )}
    </>
  )
}

interface GroupRowProps {
  label: string
  group: ReviewFigures['all']
  to?: string
  /** Average of this group minus the average of `before`, in stars. */
  change?: number
  before?: ReviewFigures['all']
}

/** Renders a row such as `4.5 from 6 reviews`, optionally with the change of the average. */
function GroupRow({ label, group: { count, average }, to, change = 0, before }: GroupRowProps) {
  const { count: formatCount } = useWording()
  const roundedChange = before && before.count > 0 && count > 0 ? Math.round(change * 10) / 10 : undefined
  return (
    <tr>
      <th scope="row">{to && count > 0 ? <Link to={to}>{label}</Link> : label}</th>
      <td>
        {count === 0 ? (
          'none'
        ) : (
          <>
            <b className="num">{formatRating(average)}</b>
            {` from ${formatCount(count, NOUNS.review)}`}
            {roundedChange !== undefined && (
              <span className={styles.change}>
                {roundedChange === 0
                  ? ', unchanged'
                  : `, ${Math.abs(roundedChange).toFixed(1)} ${roundedChange > 0 ? 'higher' : 'lower'} than before`}
              </span>
            )}
          </>
        )}
      </td>
    </tr>
  )
}
