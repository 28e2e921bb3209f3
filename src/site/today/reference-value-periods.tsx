import type { FigurePeriod } from '#features/figures/figure.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { formatPeriod } from '#wording/periods.ts'
import { SourceLink } from './reference-value-table.tsx'
import { CertaintyBadge, FormattedReferenceValue } from './formatted-reference-value.tsx'
import * as styles from './today.module.css'

export function ReferenceValuePeriods({ label, unit, periods }: { label: string; unit: string; periods: readonly FigurePeriod[] }) {
  const { language } = useWording()
  return (
    <table className={styles.rows} aria-label={`${label}, all periods`}>
      <thead>
        <tr>
          <th scope="col">Period</th>
          <th scope="col">Value</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {periods.toReversed().map((period) => (
          <tr key={period.validFrom}>
            <th scope="row">{formatPeriod(period.validFrom, period.validTo, language)}</th>
            <td>
              <FormattedReferenceValue period={period} unit={unit} /> <CertaintyBadge period={period} />
            </td>
            <td>
              <SourceLink source={period.source} />
              {period.note && <small>{period.note}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
