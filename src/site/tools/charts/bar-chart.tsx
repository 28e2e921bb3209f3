/** Horizontal bar chart with a labelled bar for each value. */
import { joinClasses } from '#ui/styles/join-classes.ts'
import * as styles from './bar-chart.module.css'

export interface BarChartBar {
  key: string
  label: string
  value: number
  /** The formatted value. */
  text: string
  /** Whether the bar is highlighted as the best one. */
  isBest?: boolean
  /** Whether the bar is highlighted because its value is above a limit. */
  isOver?: boolean
}

const WIDTH = 100

/** @param limits values at which a line crosses all bars, such as the rating of the fuse */
export function BarChart({ bars, limits = [] }: { bars: BarChartBar[]; limits?: { value: number; label: string }[] }) {
  const max = Math.max(1e-6, ...bars.map(({ value }) => value), ...limits.map(({ value }) => value))
  const x = (value: number) => Math.max(0, (value / max) * WIDTH)
  return (
    <div className={styles.bars}>
      <ul>
        {bars.map(({ key, label, value, text, isBest, isOver }) => (
          <li key={key} className={joinClasses(isBest && styles.best, isOver && styles.over)}>
            <span>{label}</span>
            <b className="num">{text}</b>
            <svg viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" aria-hidden="true">
              <rect className={styles.track} width={WIDTH} height={6} />
              <rect className={styles.fill} width={x(value)} height={6} />
              {limits.map((limit) => (
                <rect key={limit.label} className={styles.limit} x={Math.min(WIDTH - 0.6, x(limit.value))} width={0.6} height={6} />
              ))}
            </svg>
          </li>
        ))}
      </ul>
      {limits.length > 0 && (
        <p className={`hint ${styles.key}`}>
          <i aria-hidden="true" />
          <span>The line across the bars: {limits.map(({ label }) => label).join('; ')}.</span>
        </p>
      )}
    </div>
  )
}
