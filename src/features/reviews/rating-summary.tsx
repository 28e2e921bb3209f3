/** The average, large, and how the stars spread. */
import { useWording } from '#ui/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './rating-summary.module.css'

interface RatingSummaryProps {
  average: number
  count: number
  /** How many gave 1, 2, 3, 4, 5 stars; absent while that is not known. */
  spread: number[] | undefined
}

export function RatingSummary({ average, count, spread }: RatingSummaryProps) {
  const { nounFor } = useWording()
  const rows = [5, 4, 3, 2, 1].map((stars) => ({ stars, reviews: spread?.[stars - 1] }))
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
                <span className="num">{stars}</span>
                {` ${nounFor(stars, NOUNS.star)}`}
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
    </>
  )
}
