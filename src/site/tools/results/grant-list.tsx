/** Lists grant schemes, each with verdict and reason. */
import type { ToolReply } from '#features/tools/tool.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { formatValue } from '#site/tools/charts/format-band.ts'
import * as styles from './result-figure.module.css'

const VERDICT_LABELS = {
  'for you': { label: 'For you', tone: 'good' },
  open: { label: 'Open', tone: 'warn' },
  'not for you': { label: 'Not for you', tone: undefined },
} as const

/** Removes duplicates of a grant: several measures can have the same grant for the same reason. */
const removeDuplicates = (grants: NonNullable<ToolReply['grants']>) =>
  grants.filter((grant, index) => grants.findIndex((other) => other.key === grant.key && other.because === grant.because) === index)

export function GrantList({ grants }: { grants: NonNullable<ToolReply['grants']> }) {
  const wording = useWording()
  return (
    <figure className={styles.figure}>
      <figcaption>Scheme by scheme</figcaption>
      <ul className={styles.list}>
        {removeDuplicates(grants).map(({ key, plan, label, verdict, because, pounds, share, until }) => (
          <li key={`${plan} ${key}`}>
            <p className={styles.line}>
              <span className={styles.verdict} data-tone={VERDICT_LABELS[verdict].tone}>
                {VERDICT_LABELS[verdict].label}
              </span>
              <b>{label}</b>
              {pounds !== undefined && pounds > 0 && <b className="num">up to {formatValue(pounds, '£', wording)}</b>}
            </p>
            <p className={styles.small}>
              {verdict === 'not for you' && 'Not for you because: '}
              {because.replaceAll(/\d{4}-\d{2}-\d{2}/g, wording.fullDate)}
              {share !== undefined && ` At most ${formatValue(share, 'share', wording)} of the cost.`}
              {until !== null && verdict !== 'not for you' && ` Until ${wording.fullDate(until)}.`}
            </p>
          </li>
        ))}
      </ul>
    </figure>
  )
}
