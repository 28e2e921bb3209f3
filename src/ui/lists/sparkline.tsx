import * as styles from './sparkline.module.css'

const WIDTH = 126
const HEIGHT = 40
const PAD = 3

/** A line of a few dozen numbers, as wide as its box. Decoration: the figure beside it says what matters. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length - 1)
  const points = values.map((value, at) => `${(at * step).toFixed(1)} ${(HEIGHT - PAD - (value / most) * (HEIGHT - 2 * PAD)).toFixed(1)}`)
  return (
    <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.sparkArea} d={`M0 ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}Z`} />
      <path className={styles.sparkLine} d={`M${points.join('L')}`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
