/** Draws page views and visitors per day as a bar chart, with a table as its text alternative. */
import type { DayOfVisits } from '#features/analytics/analytics.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import type { Wording } from '#wording/wording.ts'
import * as styles from './analytics.module.css'

/** Width of one day in SVG units; `CHART_HEIGHT` has the same unit. */
const DAY_WIDTH = 20
const CHART_HEIGHT = 160
const GRID_STEPS = 4

export function DayChart({ days }: { days: readonly DayOfVisits[] }) {
  const wording = useWording()
  const { shortDate, number, count } = wording
  const axisMax = roundUpToAxisMax(Math.max(...days.map(({ views }) => views)))
  const width = days.length * DAY_WIDTH
  const getBarHeight = (visitCount: number) => (visitCount === 0 ? 0 : Math.max(2, (visitCount / axisMax) * CHART_HEIGHT))
  const axisValues = Array.from({ length: GRID_STEPS + 1 }, (_, index) => (axisMax / GRID_STEPS) * index).toReversed()
  return (
    <figure className={styles.visitsChart}>
      <figcaption>
        <span className={`${styles.visitsKey} ${styles.isViews}`}>Page views</span>
        <span className={`${styles.visitsKey} ${styles.isVisitors}`}>Visitors</span>
        <span className="visuallyHidden">{summariseChart(days, wording)}</span>
      </figcaption>
      <div className={styles.visitsPlot} aria-hidden="true">
        <ol className={`${styles.visitsScale} num`}>
          {axisValues.map((value) => (
            <li key={value}>{number(value)}</li>
          ))}
        </ol>
        <svg viewBox={`0 0 ${width} ${CHART_HEIGHT}`} preserveAspectRatio="none">
          {axisValues.map((value) => (
            <path
              key={value}
              className={styles.visitsLine}
              d={`M0 ${CHART_HEIGHT - (value / axisMax) * CHART_HEIGHT}h${width}`}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {days.map(({ day, views, visitors }, index) => (
            <g key={day} data-part="day" className={styles.visitsDay}>
              <title>{`${shortDate(day)}: ${count(views, ADMIN_NOUNS.pageView)}, ${count(visitors, ADMIN_NOUNS.visitor)}`}</title>
              <rect className={styles.visitsHit} x={index * DAY_WIDTH} y={0} width={DAY_WIDTH} height={CHART_HEIGHT} />
              <rect
                data-part="day-views"
                className={styles.visitsViews}
                x={index * DAY_WIDTH + 3}
                y={CHART_HEIGHT - getBarHeight(views)}
                width={DAY_WIDTH - 6}
                height={getBarHeight(views)}
              />
              <rect
                className={styles.visitsVisitors}
                x={index * DAY_WIDTH + 7}
                y={CHART_HEIGHT - getBarHeight(visitors)}
                width={DAY_WIDTH - 14}
                height={getBarHeight(visitors)}
              />
            </g>
          ))}
        </svg>
        <p className={`${styles.visitsEnds} num`}>
          <span>{shortDate(days[0]?.day)}</span>
          <span>{shortDate(days.at(-1)?.day)}</span>
        </p>
      </div>
      <details className={styles.visitsTable}>
        <summary>Show as table</summary>
        <ScrollRegion label="Visits per day">
          <table>
            <caption className="visuallyHidden">Page views and visitors per day, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Page views</th>
                <th scope="col">Visitors</th>
              </tr>
            </thead>
            <tbody className="num">
              {days.toReversed().map(({ day, views, visitors }) => (
                <tr key={day}>
                  <th scope="row">{shortDate(day)}</th>
                  <td>{number(views)}</td>
                  <td>{number(visitors)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </figure>
  )
}

/** Returns a summary of the chart for screen readers. */
export function summariseChart(days: readonly DayOfVisits[], { shortDate, count }: Pick<Wording, 'shortDate' | 'count'>): string {
  const [firstDay, ...otherDays] = days
  if (!firstDay) return 'No data yet.'
  const views = days.reduce((sum, day) => sum + day.views, 0)
  if (views === 0) return 'No page views in this period.'
  const busiest = otherDays.reduce((best, day) => (day.views > best.views ? day : best), firstDay)
  const mean = Math.round(views / days.length)
  return `per day from ${shortDate(firstDay.day)} to ${shortDate(days.at(-1)?.day ?? firstDay.day)}. Average: ${count(mean, ADMIN_NOUNS.pageView)} a day. Busiest day: ${shortDate(busiest.day)} with ${count(busiest.views, ADMIN_NOUNS.pageView)} and ${count(busiest.visitors, ADMIN_NOUNS.visitor)}. The table below lists every day.`
}

/** Rounds up to an axis maximum whose quarters are whole numbers, because there are four grid steps: 4, 8, 12, 20, 40, 80 … */
export function roundUpToAxisMax(highestValue: number): number {
  let power = 4
  while (power * 10 < highestValue) power *= 10
  return [1, 2, 3, 5, 10].map((times) => times * power).find((top) => top >= highestValue) ?? power * 10
}
