import type { DutySummary } from '#features/duties/duty.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './duties.module.css'

/** Renders the state of a duty's record, and whether there is a draft of a new version. */
export function StatusChips({ summary: { status, signature, hasDraft } }: { summary: DutySummary }) {
  const { shortDate } = useWording()
  return (
    <p className={styles.chips}>
      {status === 'not-started' && <Badge variant="outline">Not started</Badge>}
      {status === 'review-due' && <Badge variant="destructive">Review due</Badge>}
      {signature && <Badge variant={status === 'signed' ? undefined : 'outline'}>Signed on {shortDate(signature.signedAt)}</Badge>}
      {hasDraft && <Badge variant="secondary">Draft</Badge>}
    </p>
  )
}
