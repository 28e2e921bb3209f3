/** A year of sun by months: what the house uses of it, what is sold, and what the house needs. */
import { useId } from 'react'
import type { ToolReply } from '#features/tools/tool.client.ts'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatValue } from './format-band.ts'
import * as styles from './solar-chart.module.css'

type Month = NonNullable<ToolReply['months']>[number]

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const WIDTH = 360
const HEIGHT = 190
const LEFT = 34
const TOP = 8
const FLOOR = HEIGHT - 20
const STEP = (WIDTH - LEFT - 4) / 12
const BAR = STEP * 0.7

export function SolarChart({ months }: { months: Month[] }) {
  const wording = useWording()
  const id = useId()
  const kwh = (value: number) => formatValue(value, 'kWh', wording)
  const most = Math.max(1, ...months.flatMap(({ generation, use }) => [generation, use]))
  const tick = niceStep(most)
  const top = Math.ceil(most / tick) * tick
  const y = (value: number) => FLOOR - (value / top) * (FLOOR - TOP)
  const best = months.reduce((found, { generation }, at) => (generation > (months[found]?.generation ?? 0) ? at : found), 0)
  const sum = (of: keyof Month) => months.reduce((whole, month) => whole + month[of], 0)
  const words = `Most is made in ${MONTHS[best]}: ${kwh(months[best]?.generation ?? 0)}. Over the year the house uses ${kwh(sum('selfUse'))} of it, ${kwh(sum('exported'))} are sold and ${kwh(sum('bought'))} still bought.`
  return (
    <figure className={styles.figure}>
      <figcaption id={id}>Month by month, kWh</figcaption>
      <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id} aria-describedby={`${id}-words`}>
        {Array.from({ length: Math.round(top / tick) + 1 }, (_, n) => n * tick).map((value) => (
          <g key={value}>
            <path className={styles.grid} d={`M${LEFT} ${y(value)}H${WIDTH}`} />
            <text className={styles.axis} x={LEFT - 5} y={y(value) + 3.5} textAnchor="end">
              {wording.number(value, 0)}
            </text>
          </g>
        ))}
        {months.map(({ selfUse, exported, use }, at) => {
          const x = LEFT + at * STEP + (STEP - BAR) / 2
          return (
            <g key={MONTHS[at]}>
              <rect className={styles.used} x={x} y={y(selfUse)} width={BAR} height={FLOOR - y(selfUse)} />
              <rect className={styles.sold} x={x} y={y(selfUse + exported)} width={BAR} height={y(selfUse) - y(selfUse + exported)} />
              <path className={styles.need} d={`M${x - 2} ${y(use)}h${BAR + 4}`} />
              <text className={styles.axis} x={x + BAR / 2} y={HEIGHT - 5} textAnchor="middle">
                {MONTHS[at]?.slice(0, 1)}
              </text>
            </g>
          )
        })}
      </svg>
      <ul className={styles.legend}>
        <li data-of="used">used in the house</li>
        <li data-of="sold">sold</li>
        <li data-of="need">what the house needs</li>
      </ul>
      <p id={`${id}-words`} className={styles.words}>
        {words}
      </p>
      <details className={styles.details}>
        <summary>As a table</summary>
        <ScrollRegion label="Month by month" role="group" className={styles.scroll}>
          <table>
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col">Made</th>
                <th scope="col">Used</th>
                <th scope="col">Sold</th>
                <th scope="col">Bought</th>
              </tr>
            </thead>
            <tbody>
              {months.map((month, at) => (
                <tr key={MONTHS[at]}>
                  <th scope="row">{MONTHS[at]}</th>
                  {(['generation', 'selfUse', 'exported', 'bought'] as const).map((of) => (
                    <td key={of}>{wording.number(month[of], 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </figure>
  )
}

/** 1, 2 or 5 times a power of ten, so that some four lines cross the chart. */
function niceStep(most: number): number {
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5].find((times) => times * power >= rough) ?? 10) * power || 1
}
