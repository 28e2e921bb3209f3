/** Shows the quota usage of a site, with one progress bar per quota. */
import type { QuotaUse } from '#features/quotas/quota.client.ts'
import { ProgressBar } from '#ui/states/progress-bar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatUse, calculatePercentUsed, QUOTA_LABELS } from './quota-labels.ts'
import * as styles from './quotas.module.css'

/** Percentage of usage from which a quota is marked as nearly full. */
const NEARLY_FULL_PERCENT = 90

export function QuotaList({ quotas }: { quotas: readonly QuotaUse[] }) {
  const wording = useWording()
  return (
    <ul className={styles.quotas}>
      {quotas.map((quota) => {
        const percent = calculatePercentUsed(quota)
        return (
          <li key={quota.kind} data-full={percent >= 100 ? 'yes' : percent >= NEARLY_FULL_PERCENT ? 'nearly' : undefined}>
            <span className={styles.quotaName}>{QUOTA_LABELS[quota.kind]}</span>
            <span className={`${styles.quotaUse} num`}>
              {formatUse(quota, wording)}
              {percent >= 100 && <b>full</b>}
            </span>
            <ProgressBar className={styles.quotaBar} value={percent} label={QUOTA_LABELS[quota.kind]} />
          </li>
        )
      })}
    </ul>
  )
}
