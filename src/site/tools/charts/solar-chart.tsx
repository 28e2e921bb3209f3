/** Chart and table of solar generation by month: how much of it the home uses and exports, and how much electricity the home needs. */
import { useId } from 'react'
import type { ToolReply } from '#features/tools/tool.client.ts'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { MONTH_NAMES } from '#wording/month-names.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { formatValue } from './format-band.ts'
import * as styles from './solar-chart.module.css'

type Month = NonNullable<ToolReply['months']>[number]

const WIDTH = 360
const HEIGHT = 190
const LEFT = 34
const TOP = 8
const BASELINE_Y = HEIGHT - 20
const COLUMN_WIDTH = (WIDTH - LEFT - 4) / 12
const BAR_WIDTH = COLUMN_WIDTH * 0.7

/** @param isCaseStudy whether the months are readings of another home, which are not rounded, and which the page also lists as a table */
export function SolarChart({ months, isCaseStudy = false }: { months: Month[]; isCaseStudy?: boolean }) {
  const wording = useWording()
  const id = useId()
  const formatKwh = (value: number) => (isCaseStudy ? `${wording.number(value, 0)} kWh` : formatValue(value, 'kWh', wording))
  const home = isCaseStudy ? 'the home' : 'your home'
  const max = Math.max(1, ...months.flatMap(({ generation, use }) => [generation, use]))
  const gridStep = getGridStep(max)
  const axisMax = Math.ceil(max / gridStep) * gridStep
  const y = (value: number) => BASELINE_Y - (value / axisMax) * (BASELINE_Y - TOP)
  const bestIndex = months.reduce((best, { generation }, index) => (generation > (months[best]?.generation ?? 0) ? index : best), 0)
  const sumOf = (key: keyof Month) => months.reduce((total, month) => total + month[key], 0)
  const summary = `Generation is highest in ${MONTH_NAMES[bestIndex]}: ${formatKwh(months[bestIndex]?.generation ?? 0)}. Over the year ${home} uses ${formatKwh(sumOf('selfUse'))} of it and exports ${formatKwh(sumOf('exported'))}; ${isCaseStudy ? 'it buys' : 'you buy'} another ${formatKwh(sumOf('bought'))}.`
  return (
    <figure className={styles.figure}>
      <figcaption id={id}>Month by month, kWh</figcaption>
      <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id} aria-describedby={`${id}-words`}>
        {Array.from({ length: Math.round(axisMax / gridStep) + 1 }, (_, index) => index * gridStep).map((value) => (
          <g key={value}>
            <path className={styles.grid} d={`M${LEFT} ${y(value)}H${WIDTH}`} />
            <text className={styles.axis} x={LEFT - 5} y={y(value) + 3.5} textAnchor="end">
              {wording.number(value, 0)}
            </text>
          </g>
        ))}
        {months.map(({ selfUse, exported, use }, index) => {
          const x = LEFT + index * COLUMN_WIDTH + (COLUMN_WIDTH - BAR_WIDTH) / 2
          return (
            <g key={MONTH_NAMES[index]}>
              <rect className={styles.used} x={x} y={y(selfUse)} width={BAR_WIDTH} height={BASELINE_Y - y(selfUse)} />
              <rect className={styles.sold} x={x} y={y(selfUse + exported)} width={BAR_WIDTH} height={y(selfUse) - y(selfUse + exported)} />
              <path className={styles.need} d={`M${x - 2} ${y(use)}h${BAR_WIDTH + 4}`} />
              <text className={styles.axis} x={x + BAR_WIDTH / 2} y={HEIGHT - 5} textAnchor="middle">
                {MONTH_NAMES[index]?.slice(0, 1)}
              </text>
            </g>
          )
        })}
      </svg>
      <ul className={styles.legend}>
        <li data-of="used">used in {home}</li>
        <li data-of="sold">exported</li>
        <li data-of="need">needed in {home}</li>
      </ul>
      <p id={`${id}-words`} className={styles.words}>
        {summary}
      </p>
      {!isCaseStudy && (
        <details className={styles.details}>
          <summary>As a table</summary>
          <ScrollRegion label="Month by month" role="group" className={styles.scroll}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Month</th>
                  <th scope="col">Generated</th>
                  <th scope="col">Used</th>
                  <th scope="col">Exported</th>
                  <th scope="col">Bought</th>
                </tr>
              </thead>
              <tbody>
                {months.map((month, index) => (
                  <tr key={MONTH_NAMES[index]}>
                    <th scope="row">{MONTH_NAMES[index]}</th>
                    {(['generation', 'selfUse', 'exported', 'bought'] as const).map((key) => (
                      <td key={key}>{wording.number(month[key], 0)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </details>
      )}
    </figure>
  )
}

/** Returns a distance between grid lines of 1, 2 or 5 times a power of ten. There are about four grid lines up to the maximum. */
function getGridStep(max: number): number {
  const minStep = max / 4
  const power = 10 ** Math.floor(Math.log10(minStep))
  return ([1, 2, 5].find((factor) => factor * power >= minStep) ?? 10) * power || 1
}
