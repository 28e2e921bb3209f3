/** Step chart that shows how a reference value has changed over time. The table below the chart contains the same data. */
import { formatReferenceValue } from '#features/figures/texts/figure-format.policy.ts'
import type { FigurePeriod } from '#features/figures/figure.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { formatPeriod, formatPeriodStart } from '#wording/periods.ts'
import * as styles from './today.module.css'

const WIDTH = 640
const HEIGHT = 180
const MAX_VALUE_Y = 26
const BASELINE_Y = 150
const DAY_MS = 86_400_000
/** Length with which a period without an end is drawn. */
const OPEN_PERIOD_MS = 120 * DAY_MS

interface Step {
  value: number
  fromMs: number
  toMs: number
  period: FigurePeriod
}

export function HistoryChart({ label, unit, periods }: { label: string; unit: string; periods: readonly FigurePeriod[] }) {
  const { language } = useWording()
  const steps = periods.flatMap(toSteps)
  if (steps.length < 2) return null
  const [startMs, endMs] = [Math.min(...steps.map(({ fromMs }) => fromMs)), Math.max(...steps.map(({ toMs }) => toMs))]
  const values = steps.map(({ value }) => value)
  // The axis starts at zero if the smallest value is less than half the largest. Otherwise it is truncated, so that small changes are visible.
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const baseline = min > 0 && min < max / 2 ? 0 : min - (max - min) * 0.6
  const x = (ms: number) => ((ms - startMs) / (endMs - startMs)) * WIDTH
  const y = (value: number) => BASELINE_Y - ((value - baseline) / (max - baseline || 1)) * (BASELINE_Y - MAX_VALUE_Y)
  const descriptions = steps.map(
    ({ value, period }) =>
      `${formatPeriod(period.validFrom, period.validTo, language)}: ${formatReferenceValue(value, unit, { isLong: true, language })}`,
  )
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${label}. ${descriptions.join('. ')}.`}>
      <path className={styles.axis} d={`M0 ${BASELINE_Y}H${WIDTH}`} />
      {steps.map(({ value, fromMs, toMs, period }, index) => {
        const nextStep = steps[index + 1]
        const isJoined = nextStep !== undefined && nextStep.fromMs - toMs <= DAY_MS
        const [left, right] = [x(fromMs), x(toMs)]
        const isAtRightEdge = right > WIDTH - 60
        return (
          <g key={period.validFrom}>
            <path className={styles.area} d={`M${left} ${BASELINE_Y}V${y(value)}H${right}V${BASELINE_Y}Z`} />
            <path className={styles.line} d={`M${left} ${y(value)}H${right}${isJoined ? `V${y(nextStep.value)}` : ''}`} />
            <text
              x={isAtRightEdge ? WIDTH : left + (index === 0 ? 0 : 8)}
              y={y(value) - 8}
              textAnchor={isAtRightEdge ? 'end' : 'start'}
              className={styles.amount}
            >
              {formatReferenceValue(value, unit, { language })}
            </text>
            <text x={isAtRightEdge ? WIDTH : left} y={HEIGHT - 10} textAnchor={isAtRightEdge ? 'end' : 'start'} className={styles.when}>
              {formatPeriodStart(period.validFrom, language)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** Returns the period as a list with one step, which is empty if the value is unknown. */
function toSteps(period: FigurePeriod): Step[] {
  const { value, validFrom, validTo } = period
  if (value === null) return []
  const fromMs = Date.parse(validFrom)
  return [{ value, fromMs, toMs: validTo === null ? fromMs + OPEN_PERIOD_MS : Date.parse(validTo) + DAY_MS, period }]
}
