import * as styles from './sparkline.module.css'

const WIDTH = 126
const HEIGHT = 40
const PADDING = 3

/**
 * Renders a line chart of a few dozen values, scaled from 0 to their maximum and as wide as its container. It is hidden from screen
 * readers.
 */
export function Sparkline({ values }: { values: readonly number[] }) {
  const max = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)} ${(HEIGHT - PADDING - (value / max) * (HEIGHT - 2 * PADDING)).toFixed(1)}`,
  )
  return (
    <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.sparkArea} d={`M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}Z`} />
      <path className={styles.sparkLine} d={`M${points.join('L')}`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
