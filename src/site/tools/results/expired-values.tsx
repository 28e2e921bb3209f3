/** Names the period of prices and other values whose successors are not known yet. Renders nothing if all are in force. */
import type { ToolReply } from '#features/tools/tool.client.ts'
import { Notice } from '#ui/states/notice.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatPeriod } from '#wording/periods.ts'

/** Whether a warning is about an expired value, which `ExpiredValues` shows. */
export const isExpiryCode = (code: string): boolean => code.startsWith('expired:')

interface ExpiredValuesProps {
  constants: ToolReply['constants']
  /** Day of the calculation, as an ISO date. */
  today: string
}

export function ExpiredValues({ constants, today }: ExpiredValuesProps) {
  const { language } = useWording()
  const expired = constants
    .filter(({ validTo }) => validTo !== null && validTo < today)
    .map(({ label, unit, validFrom, validTo }) => {
      const kind = unit.startsWith('p/') ? 'Prices' : 'Values'
      return { label, kind, heading: `${kind} of ${formatPeriod(validFrom, validTo, language)}` }
    })
  if (expired.length === 0) return null
  const headings = [...new Set(expired.map(({ heading }) => heading))]
  const listLabels = (heading: string) => expired.filter((value) => value.heading === heading).map(({ label }) => label)
  const hasPrices = expired.some(({ kind }) => kind === 'Prices')
  return (
    <Notice tone="warn" title={hasPrices ? 'These prices have expired' : 'These values have expired'}>
      {headings.map((heading) => `${heading}: ${listLabels(heading).join('; ')}. `)}
      We do not have the newer ones yet.{hasPrices && ' Enter your own prices.'}
    </Notice>
  )
}
