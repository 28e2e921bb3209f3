/** Step chart of a reference value over time. The table below it contains the same data. */
import { formatReferenceValue } from '#features/figures/texts/figure-format.policy.ts'
import type { FigurePeriod } from '#features/figures/figure.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { formatPeriod, formatPeriodStart } from '#wording/periods.ts'
import * as styles from './today.module.css'

const WIDTH = 640
const HEIGHT = 180
const TOP = 26
const BOTTOM = 150
const DAY_MS = 86_400_000
/** Drawn length of a period without an end. */
const OPEN_PERIOD_MS = 120 * DAY_MS

interface Step {
  value: number
  fromMs: number
  toMs: number
  period: FigurePeriod
}

export function HistoryChart({ label, unit, periods }: { label: string; unit: string; periods: readonly FigurePeriod[] }) {
  const { language } = useWording()
  const steps = periods.flatMap(toStep)
  if (steps.length < 2) return null
  const [start, end] = [Math.min(...steps.map(({ fromMs }) => fromMs)), Math.max(...steps.map(({ toMs }) => toMs))]
  const values = steps.map(({ value }) => value)
  // Starts at zero if the smallest value is below half the largest; otherwise truncated, so that small changes are visible.
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const baseline = min > 0 && min < max / 2 ? 0 : min - (max - min) * 0.6
  const x = (ms: number) => ((ms - start) / (end - start)) * WIDTH
  const y = (value: number) => BOTTOM - ((value - baseline) / (max - baseline || 1)) * (BOTTOM - TOP)
  const descriptions = steps.map(
    ({ value, period }) =>
      `${formatPeriod(period.validFrom, period.validTo, language)}: ${formatReferenceValue(value, unit, { isLong: true, language })}`,
  )
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${label}. ${descriptions.join('. ')}.`}>
      <path className={styles.axis} d={`M0 ${BOTTOM}H${WIDTH}`} />
      {steps.map(({ value, fromMs, toMs, period }, index) => {
        const next = steps[index + 1]
        const isJoined = next !== undefined && next.fromMs - toMs <= DAY_MS
        const [left, right] = [x(fromMs), x(toMs)]
        const isLast = right > WIDTH - 60
        return (
          <g key={period.validFrom}>
            <path className={styles.area} d={`M${left} ${BOTTOM}V${y(value)}H${right}V${BOTTOM}Z`} />
            <path className={styles.line} d={`M${left} ${y(value)}H${right}${isJoined ? `V${y(next.value)}` : ''}`} />
            <text
              x={isLast ? WIDTH : left + (index === 0 ? 0 : 8)}
              y={y(value) - 8}
              textAnchor={isLast ? 'end' : 'start'}
              className={styles.amount}
            >
              {formatReferenceValue(value, unit, { language })}
            </text>
            <text x={isLast ? WIDTH : left} y={HEIGHT - 10} textAnchor={isLast ? 'end' : 'start'} className={styles.when}>
              {formatPeriodStart(period.validFrom, language)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function toStep(period: FigurePeriod): Step[] {
  const { value, validFrom, validTo } = period
  if (value === null) return []
  const fromMs = Date.parse(validFrom)
  return [{ value, fromMs, toMs: validTo === null ? fromMs + OPEN_PERIOD_MS : Date.parse(validTo) + DAY_MS, period }]
}
