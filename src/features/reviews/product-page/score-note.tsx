/** Explains both sort orders with the numbers of this product. It is a `details` element, which works without JavaScript. */
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { ReviewFigures } from '#features/reviews/review.client.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './score-note.module.css'

interface ScoreNoteProps {
  score: ReviewFigures['score']
  /** Name of the product's category. */
  category: string
  /** Whether the product is demo content, so that its ratings are invented. */
  isDemo: boolean
}

export function ScoreNote({ score: { value, weight, mean, basis, ratingSum, reviewCount }, category, isDemo }: ScoreNoteProps) {
  const { number, count } = useWording()
  const source = {
    category: `the average of all reviews in ${category}`,
    site: 'the average of all reviews on this site, as its category has fewer than ten',
    scale: 'the middle of the scale, as this site has fewer than ten reviews',
  }[basis]
  return (
    <details className={styles.note} id="orders">
      <summary>How we rank products</summary>
      {isDemo && (
        <p>
          <DemoChip /> This product and its demo reviews are invented, and so are its rating and score. Real products are ranked by the
          reviews of real owners in the same way.
        </p>
      )}
      <p>
        <b>Top Rated</b> sorts by the average rating, which is shown with the stars, and then by the number of reviews.
      </p>
      {reviewCount > 0 ? (
        <p className={styles.sum}>
          {number(ratingSum)} stars ÷ {count(reviewCount, NOUNS.review)} = <b className="num">{number(ratingSum / reviewCount, 2)}</b>
        </p>
      ) : null}
      <p>
        <b>Best reviewed</b> sorts by a score. Every product starts with {count(weight, NOUNS.review)} of {number(mean, 2)} stars: {source}.
        This way, a few reviews do not outweigh many.
      </p>
      {reviewCount > 0 ? (
        <p className={styles.sum}>
          ({number(weight)} × {number(mean, 2)} + {number(ratingSum)}) ÷ ({number(weight)} + {number(reviewCount)}) ={' '}
          <b className="num">{number(value, 2)}</b>
        </p>
      ) : (
        <p>Products without reviews have no score and come last.</p>
      )}
    </details>
  )
}
