import type { ToolForm, ToolReply } from '#features/tools/tool.client.ts'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatEnd } from '#site/tools/charts/format-band.ts'
import * as styles from './tool-result.module.css'

/** Table with the low, middle and high value of each result. */
export function ResultTable({ form, result }: { form: Pick<ToolForm, 'results'>; result: ToolReply }) {
  const wording = useWording()
  return (
    <ScrollRegion label="All results" role="group" className={styles.scroll}>
      <table>
        <caption>All results</caption>
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col">Low</th>
            <th scope="col">Middle</th>
            <th scope="col">High</th>
          </tr>
        </thead>
        <tbody>
          {form.results.map(({ name, label }) => {
            const band = result.results[name]
            return (
              band && (
                <tr key={name}>
                  <th scope="row">
                    {label}
                    {getHeaderUnit(band.unit) && <span className={styles.unit}>{` ${getHeaderUnit(band.unit)}`}</span>}
                  </th>
                  {([band.low, band.middle, band.high] as const).map((value, index) => (
                    <td key={index}>{formatEnd(value, band.unit, wording).split('\u00a0')[0]}</td>
                  ))}
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Returns the unit for the header of a row. It is empty for money and shares, because their values contain the unit. */
const getHeaderUnit = (unit: string) => (unit === 'share' || unit === '£' ? '' : unit.replace('£/', 'per '))
