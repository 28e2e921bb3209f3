/** Thirty days as bars: all looks, and in front of them the visitors. The same figures stand in a table below. */
import type { DayOfVisits } from '#features/analytics/analytics.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import type { Wording } from '#wording/wording.ts'
import * as styles from './analytics.module.css'

const STEP = 20
const HEIGHT = 160
const LINES = 4

export function DayChart({ days }: { days: readonly DayOfVisits[] }) {
  const wording = useWording()
  const { shortDate, number, count } = wording
  const top = roundUp(Math.max(...days.map(({ views }) => views)))
  const width = days.length * STEP
  const tall = (n: number) => (n === 0 ? 0 : Math.max(2, (n / top) * HEIGHT))
  const marks = Array.from({ length: LINES + 1 }, (_, at) => (top / LINES) * at).toReversed()
  return (
    <figure className={styles.visitsChart}>
      <figcaption>
        <span className={`${styles.visitsKey} ${styles.isViews}`}>Page views</span>
        <span className={`${styles.visitsKey} ${styles.isVisitors}`}>Visitors</span>
        <span className="visuallyHidden">{formatDayLabel(days, wording)}</span>
      </figcaption>
      <div className={styles.visitsPlot} aria-hidden="true">
        <ol className={`${styles.visitsScale} num`}>
          {marks.map((mark) => (
            <li key={mark}>{number(mark)}</li>
          ))}
        </ol>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none">
          {marks.map((mark) => (
            <path
              key={mark}
              className={styles.visitsLine}
              d={`M0 ${HEIGHT - (mark / top) * HEIGHT}h${width}`}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {days.map(({ day, views, visitors }, at) => (
            <g key={day} data-part="day" className={styles.visitsDay}>
              <title>{`${shortDate(day)}: ${count(views, ADMIN_NOUNS.pageView)}, ${count(visitors, ADMIN_NOUNS.visitor)}`}</title>
              <rect className={styles.visitsHit} x={at * STEP} y={0} width={STEP} height={HEIGHT} />
              <rect
                data-part="day-views"
                className={styles.visitsViews}
                x={at * STEP + 3}
                y={HEIGHT - tall(views)}
                width={STEP - 6}
                height={tall(views)}
              />
              <rect
                className={styles.visitsVisitors}
                x={at * STEP + 7}
                y={HEIGHT - tall(visitors)}
                width={STEP - 14}
                height={tall(visitors)}
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
        <summary>Show these figures as a table</summary>
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

/** What the bars show at a glance, for those who do not see them. */
export function formatDayLabel(days: readonly DayOfVisits[], { shortDate, count }: Pick<Wording, 'shortDate' | 'count'>): string {
  const [first, ...others] = days
  if (!first) return 'There are no days yet.'
  const views = days.reduce((sum, day) => sum + day.views, 0)
  if (views === 0) return 'Nobody looked at a page on any of these days.'
  const most = others.reduce((best, day) => (day.views > best.views ? day : best), first)
  const mean = Math.round(views / days.length)
  return `per day from ${shortDate(first.day)} to ${shortDate(days.at(-1)?.day ?? first.day)}. On average ${count(mean, ADMIN_NOUNS.pageView)} a day; most on ${shortDate(most.day)}: ${count(most.views, ADMIN_NOUNS.pageView)}, ${count(most.visitors, ADMIN_NOUNS.visitor)}. The table below has every day.`
}

/** The next figure above that four lines divide into whole numbers: 4, 8, 12, 20, 40, 80 … */
export function roundUp(most: number): number {
  let power = 4
  while (power * 10 < most) power *= 10
  return [1, 2, 3, 5, 10].map((times) => times * power).find((top) => top >= most) ?? power * 10
}
