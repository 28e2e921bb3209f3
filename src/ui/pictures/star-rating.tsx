import { NOUNS } from '#wording/nouns.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { formatRating, roundToHalf } from './rating.ts'
import { createStarPaths } from './star-paths.ts'
import * as styles from './star-rating.module.css'
import { useWording } from '#ui/text/use-wording.ts'

interface StarRatingProps {
  /** Rating from 0 to 5. */
  value: number
  /** Number of reviews; if it is absent, no count is shown. */
  count?: number | undefined
  /** Visually hidden text before the rating, such as `Rating:`. */
  label?: string | undefined
  className?: string | undefined
}

/** Renders five stars (filled to the nearest half), the rating with one decimal, and optionally the review count. */
export function StarRating({ value, count, label, className }: StarRatingProps) {
  const { nounFor } = useWording()
  return (
    <span className={joinClasses(styles.rating, className)} data-part="rating">
      {label && <span className="visuallyHidden">{label} </span>}
      <svg
        className={styles.stars}
        data-part="stars"
        viewBox="0 0 100 20"
        aria-hidden="true"
        dangerouslySetInnerHTML={{ __html: svgByHalfStars[roundToHalf(value) * 2]! }}
      />
      <b className="num">{formatRating(value)}</b>
      <span className="visuallyHidden"> out of 5</span>
      {count !== undefined && (
        <>
          {' '}
          {/* The template string makes this one text node, because screen readers skip a text node that is only a space. */}
          <span className={styles.count} data-part="count">{`(${count} ${nounFor(count, NOUNS.review)})`}</span>
        </>
      )}
    </span>
  )
}

/**
 * SVG content of the stars, indexed by the number of half stars. Created once, because lists show dozens of ratings. Filled stars are drawn
 * over empty ones.
 */
const svgByHalfStars = Array.from({ length: 11 }, (_, halves) => {
  const stars = halves / 2
  const empty = stars < 5 ? `<path class="${styles.off}" d="${createStarPaths(Math.floor(stars), 5)}"></path>` : ''
  const filled = `<svg width="${stars * 20}" height="20"><path class="${styles.on}" d="${createStarPaths(0, Math.ceil(stars))}"></path></svg>`
  return stars > 0 ? empty + filled : empty
})
