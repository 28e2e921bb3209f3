import { NOUNS } from '#wording/nouns.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { formatRating, roundToHalf } from './rating.ts'
import { starPaths } from './star-paths.ts'
import * as styles from './star-rating.module.css'
import { useWording } from '#ui/text/use-wording.ts'

interface StarRatingProps {
  /** 0 to 5. */
  value: number
  /** Number of reviews. Absent: no count is shown. */
  count?: number | undefined
  /** Visually hidden text before the rating, such as `Rating:`. */
  label?: string | undefined
  className?: string | undefined
}

/** Five stars to the nearest half, the rating with one decimal, and optionally the review count. */
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
          {/* A template string, so that this is one text node: screen readers skip a text node that is only a space. */}
          <span className={styles.count} data-part="count">{`(${count} ${nounFor(count, NOUNS.review)})`}</span>
        </>
      )}
    </span>
  )
}

/** SVG content for each half star, created once, as lists show dozens of ratings. Filled stars are drawn over the empty ones. */
const svgByHalfStars = Array.from({ length: 11 }, (_, halves) => {
  const stars = halves / 2
  const empty = stars < 5 ? `<path class="${styles.off}" d="${starPaths(Math.floor(stars), 5)}"></path>` : ''
  const filled = `<svg width="${stars * 20}" height="20"><path class="${styles.on}" d="${starPaths(0, Math.ceil(stars))}"></path></svg>`
  return stars > 0 ? empty + filled : empty
})
