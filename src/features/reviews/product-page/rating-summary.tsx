/** The average, large, how the stars spread, and some of the reviews apart: verified or not, of the last year and before. */
import { Link } from '#ui/router/link.tsx'
import { formatRating } from '#ui/pictures/rating.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { ReviewFigures, ReviewFilter } from '#features/reviews/review.client.ts'
import * as styles from './rating-summary.module.css'

interface RatingSummaryProps {
  average: number
  count: number
  /** Absent while they are not known. */
  figures: ReviewFigures | undefined
  /** The reviews that are meant by a row. */
  hrefFor: (filter: ReviewFilter) => string
}

export function RatingSummary({ average, count, figures, hrefFor }: RatingSummaryProps) {
  const { nounFor } = useWording()
  const rows = [5, 4, 3, 2, 1].map((stars) => ({ stars, reviews: figures?.all.counts[stars - 1] }))
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
      {figures && count > 0 && (
        <table className={styles.parts}>
          <caption className="visuallyHidden">Averages of some of the reviews</caption>
          <tbody>
            <Part label="Verified" of={figures.verified} to={hrefFor({ verified: 'yes' })} />
            <Part label="Not verified" of={figures.unverified} to={hrefFor({ verified: 'no' })} />
            <Part
              label="Last 12 months"
              of={figures.lastYear}
              change={figures.lastYear.average - figures.earlier.average}
              before={figures.earlier}
            />
            <Part label="Before that" of={figures.earlier} />
          </tbody>
        </table>
      )}
    </>
  )
}

interface PartProps {
  label: string
  of: ReviewFigures['all']
  to?: string
  /** By how much its average differs from that of the reviews before. */
  change?: number
  before?: ReviewFigures['all']
}

/** `4.5 from 6 reviews`; and for the last year what has changed. */
function Part({ label, of: { count, average }, to, change = 0, before }: PartProps) {
  const { count: counted } = useWording()
  const moved = before && before.count > 0 && count > 0 ? Math.round(change * 10) / 10 : undefined
  return (
    <tr>
      <th scope="row">{to && count > 0 ? <Link to={to}>{label}</Link> : label}</th>
      <td>
        {count === 0 ? (
          'none'
        ) : (
          <>
            <b className="num">{formatRating(average)}</b>
            {` from ${counted(count, NOUNS.review)}`}
            {moved !== undefined && (
              <span className={styles.change}>
                {moved === 0 ? ', as before' : `, ${Math.abs(moved).toFixed(1)} ${moved > 0 ? 'higher' : 'lower'} than before`}
              </span>
            )}
          </>
        )}
      </td>
    </tr>
  )
}
