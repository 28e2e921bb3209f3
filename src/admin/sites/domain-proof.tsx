/** What is to be written into the DNS so that a domain name counts, and how far that has come. */
import { useState } from 'react'
import type { DomainProof, OwnDomain } from '#features/deployment/domain-proof.client.ts'
import { failureReason } from '#platform/api.client.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { RelativeTime } from '#ui/time.tsx'
import { toast } from '#ui/toast-store.ts'
import { useWording } from '#ui/use-wording.ts'
import { describeDomainState, DOMAIN_STATE_LABELS } from './domain-proof-labels.ts'
import * as styles from './domain-proof.module.css'

const BADGES = { proven: 'default', missing: 'destructive', waiting: 'outline', taken: 'destructive', unserved: 'outline' } as const

interface DomainProofProps {
  proof: DomainProof
  check: () => Promise<OwnDomain>
  onChecked: (proof: DomainProof) => void
}

export function DomainProofCard({ proof, check, onChecked }: DomainProofProps) {
  const [busy, setBusy] = useState(false)
  const { shortDateTime } = useWording()
  const checkNow = async () => {
    setBusy(true)
    try {
      const { domain } = await check()
      if (!domain) return
      onChecked(domain)
      toast({ title: domain.state === 'proven' ? 'The domain is proven' : 'Not proven yet', message: domain.domain })
    } catch (fault) {
      toast({ title: 'The record could not be looked for', message: failureReason(fault), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.proof}>
      <p className={styles.proofName}>
        <b>{proof.domain}</b> <Badge variant={BADGES[proof.state]}>{DOMAIN_STATE_LABELS[proof.state]}</Badge>
      </p>
      <p>{describeDomainState(proof, shortDateTime)}</p>
      <dl className={styles.record}>
        <div>
          <dt>Type</dt>
          <dd>
            <code>TXT</code>
          </dd>
        </div>
        <RecordPart label="Name" value={proof.recordName} />
        <RecordPart label="Value" value={proof.recordValue} />
      </dl>
      {proof.problem && <Notice tone="warn">{proof.problem}</Notice>}
      {proof.state !== 'unserved' && (
        <p className={styles.proofCheck}>
          <Button variant="quiet" busy={busy} busyLabel="Looking..." onClick={() => void checkNow()}>
            Check now
          </Button>
          <small>
            {proof.checkedAt ? (
              <>
                Last looked for: <RelativeTime date={proof.checkedAt} kind="forum" />.
                {proof.nextCheckAt && ` Next time: ${shortDateTime(proof.nextCheckAt)}.`}
              </>
            ) : (
              'Not looked for yet'
            )}
          </small>
        </p>
      )}
    </div>
  )
}

function RecordPart({ label, value }: { label: string; value: string }) {
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    )
    if (done) toast({ title: `${label} copied` })
    else toast({ title: 'It could not be copied', message: 'Please select and copy it by hand.', tone: 'destructive' })
  }
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <Button variant="quiet" aria-label={`Copy the ${label.toLowerCase()}`} onClick={() => void copy()}>
          <Icon name="link" />
          Copy
        </Button>
      </dd>
    </div>
  )
}
