import { NOUNS } from '#wording/nouns.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { formatRating, roundToHalf } from './rating.ts'
import { starPaths } from './star-paths.ts'
import * as styles from './star-rating.module.css'
import { useWording } from '#ui/text/use-wording.ts'

interface StarRatingProps {
  /** 0 to 5. */
  value: number
  /** How many reviews stand behind it; left out, no count is shown. */
  count?: number | undefined
  /** Hidden words in front of the figure, such as `Rating:`. */
  label?: string | undefined
  className?: string | undefined
}

/** Five stars to the nearest half, the figure with one decimal and, when given, the count. */
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
        dangerouslySetInnerHTML={{ __html: rows[roundToHalf(value) * 2]! }}
      />
      <b className="num">{formatRating(value)}</b>
      <span className="visuallyHidden"> out of 5</span>
      {count !== undefined && (
        <>
          {' '}
          {/* One text: a space alone between two marks of the server's would be lost to screen readers. */}
          <span className={styles.count} data-part="count">{`(${count} ${nounFor(count, NOUNS.review)})`}</span>
        </>
      )}
    </span>
  )
}

/** The row for each half star, drawn once: lists have dozens of them. Those that are lit lie over the others. */
const rows = Array.from({ length: 11 }, (_, halves) => {
  const lit = halves / 2
  const off = lit < 5 ? `<path class="${styles.off}" d="${starPaths(Math.floor(lit), 5)}"></path>` : ''
  const on = `<svg width="${lit * 20}" height="20"><path class="${styles.on}" d="${starPaths(0, Math.ceil(lit))}"></path></svg>`
  return lit > 0 ? off + on : off
})
