/** Shows the verification of a domain: the DNS record to add and the current state. */
import { useState } from 'react'
import { DnsRecord } from '#admin/panel/dns-record.tsx'
import type { DomainProof, OwnDomain } from '#features/deployment/domain-proof/domain-proof.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { RelativeTime, ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { DOMAIN_STATE_LABELS } from './domain-proof-labels.ts'
import { DomainStateText } from './domain-state-text.tsx'
import * as styles from './domain-proof.module.css'

const BADGE_VARIANTS = { proven: 'default', missing: 'destructive', waiting: 'outline', taken: 'destructive', unserved: 'outline' } as const

interface DomainProofProps {
  proof: DomainProof
  check: () => Promise<OwnDomain>
  onChecked: (proof: DomainProof) => void
}

export function DomainProofCard({ proof, check, onChecked }: DomainProofProps) {
  const [busy, setBusy] = useState(false)
  const checkNow = async () => {
    setBusy(true)
    try {
      const { domain } = await check()
      if (!domain) return
      onChecked(domain)
      toast({ title: domain.state === 'proven' ? 'Domain verified' : 'Not verified yet', message: domain.domain })
    } catch (error) {
      toast({ title: 'Domain not checked', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.proof}>
      <p className={styles.proofName}>
        <b>{proof.domain}</b> <Badge variant={BADGE_VARIANTS[proof.state]}>{DOMAIN_STATE_LABELS[proof.state]}</Badge>
      </p>
      <p>
        <DomainStateText proof={proof} />
      </p>
      <DnsRecord type="TXT" name={proof.recordName} value={proof.recordValue} />
      {proof.problem && <Notice tone="warn">{proof.problem}</Notice>}
      {proof.state !== 'unserved' && (
        <p className={styles.proofCheck}>
          <Button variant="quiet" busy={busy} busyLabel="Checking..." onClick={() => void checkNow()}>
            Check now
          </Button>
          <small>
            {proof.checkedAt ? (
              <>
                Last checked: <RelativeTime date={proof.checkedAt} kind="forum" />.
                {proof.nextCheckAt && (
                  <>
                    {' '}
                    Next check: <ShortTime date={proof.nextCheckAt} end="." />
                  </>
                )}
              </>
            ) : (
              'Not checked yet'
            )}
          </small>
        </p>
      )}
    </div>
  )
}
