import type { ToolForm, ToolReply } from '#features/tools/tool.client.ts'
import { ScrollRegion } from '#ui/lists/scroll-region.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatEnd } from '#site/tools/charts/format-band.ts'
import * as styles from './tool-result.module.css'

/** All results of a tool with their low, middle and high values. */
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
                    {unitOf(band.unit) && <span className={styles.unit}>{` ${unitOf(band.unit)}`}</span>}
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

/** Unit for the row header; empty for money and shares, which are formatted with the value. */
const unitOf = (unit: string) => (unit === 'share' || unit === '£' ? '' : unit.replace('£/', 'per '))
