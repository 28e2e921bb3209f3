/** Formats a reference value with its unit and range, and marks values that are expired, upcoming or unconfirmed. */
import { formatReferenceRange, splitReferenceValue } from '#features/figures/texts/figure-format.policy.ts'
import type { FigurePeriod, RegisteredFigure } from '#features/figures/figure.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './today.module.css'

type ValueWithRange = Pick<FigurePeriod, 'value' | 'low' | 'high'>

/** @param unit unit as stored in the register, such as `p/kWh` */
export function FormattedReferenceValue({ period: { value, low, high }, unit }: { period: ValueWithRange; unit: string }) {
  const { language } = useWording()
  if (value === null) return <span className={styles.unknown}>{describeUnknown(low, high, unit, language)}</span>
  const { amount, rest: unitText } = splitReferenceValue(value, unit, language)
  const range = low !== null && high !== null && low !== high && formatReferenceRange(low, high, unit, { language })
  return (
    <span className={styles.value}>
      <b>{amount}</b>
      {unitText && <span>{unitText}</span>}
      {range && <small>{range}</small>}
    </span>
  )
}

const describeUnknown = (low: number | null, high: number | null, unit: string, language: string) =>
  low !== null && high !== null ? `not known yet, about ${formatReferenceRange(low, high, unit, { language })}` : 'not known yet'

/** Marks values that are expired, upcoming or unconfirmed. Renders nothing for a current and confirmed value. */
export function ReferenceValueBadges({ state, current }: Pick<RegisteredFigure, 'state' | 'current'>) {
  return (
    <>
      {state === 'past' && <Badge variant="destructive">Expired</Badge>}
      {state === 'coming' && <Badge variant="outline">Upcoming</Badge>}
      <CertaintyBadge period={current} />
    </>
  )
}

/** Marks unconfirmed values, which have certainty C. */
export const CertaintyBadge = ({ period: { value, certainty } }: { period: Pick<FigurePeriod, 'value' | 'certainty'> }) =>
  value !== null && certainty === 'C' ? <Badge variant="outline">Not confirmed</Badge> : null
