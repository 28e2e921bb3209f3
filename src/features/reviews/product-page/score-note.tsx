/** Explains the two orders with the numbers of this product. A `details` element, so that it works without JavaScript. */
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { ReviewFigures } from '#features/reviews/review.client.ts'
import * as styles from './score-note.module.css'

interface ScoreNoteProps {
  score: ReviewFigures['score']
  /** Name of the product's category. */
  category: string
}

export function ScoreNote({ score: { value, weight, mean, basis, ratingSum, reviewCount }, category }: ScoreNoteProps) {
  const { number, count } = useWording()
  const source = {
    category: `the mean of all reviews in ${category}`,
    site: 'the mean of all reviews on this site, as its category has fewer than ten',
    scale: 'the middle of the scale, as there are fewer than ten reviews to take a mean of',
  }[basis]
  return (
    <details className={styles.note} id="orders">
      <summary>How these orders are made</summary>
      <p>
        <b>Top Rated</b> goes by the plain mean, the number shown with the stars. Equal means go by the number of reviews.
      </p>
      {reviewCount > 0 ? (
        <p className={styles.sum}>
          {number(ratingSum)} stars ÷ {count(reviewCount, NOUNS.review)} = <b className="num">{number(ratingSum / reviewCount, 2)}</b>
        </p>
      ) : null}
      <p>
        <b>Best reviewed</b> goes by a score. Every product begins with {count(weight, NOUNS.review)} of {number(mean, 2)} stars: {source}.
        So a few reviews do not outweigh many.
      </p>
      {reviewCount > 0 ? (
        <p className={styles.sum}>
          ({number(weight)} × {number(mean, 2)} + {number(ratingSum)}) ÷ ({number(weight)} + {number(reviewCount)}) ={' '}
          <b className="num">{number(value, 2)}</b>
        </p>
      ) : (
        <p>Without a review there is no score: such products come last.</p>
      )}
    </details>
  )
}
