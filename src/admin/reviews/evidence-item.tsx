import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SiteLink } from '#admin/list/site-link.tsx'
import { EVIDENCE_REFUSALS } from '#features/reviews/evidence/evidence-reason.policy.ts'
import {
  decideEvidence,
  evidencePictureQuery,
  type Evidence,
  type EvidenceDecision,
} from '#features/reviews/evidence/review-evidence.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { ReasonSelect } from './reason-select.tsx'
import { ReviewText } from './review-text.tsx'
import * as styles from './reviews.module.css'

export function EvidenceItem({ evidence, onDecided }: { evidence: Evidence; onDecided: () => void }) {
  const { id, reviewId, username, productName, productSlug, title, note, sentAt } = evidence
  const [isPictureShown, setPictureShown] = useState(false)
  const [busy, setBusy] = useState(false)

  const decide = async (decision: EvidenceDecision) => {
    setBusy(true)
    try {
      const { isVerified } = await decideEvidence(id, decision)
      toast({ title: isVerified ? 'Review verified' : 'Proof rejected', message: 'The picture was deleted and the member was notified.' })
      await waitForRefresh()
      onDecided()
    } catch (error) {
      toast({ title: 'Decision not saved', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <article className={styles.item} aria-labelledby={`evidence-${id}`}>
      <p className={styles.by}>
        <b dir="auto">{username}</b> <ShortTime date={sentAt} />
      </p>
      <h2 dir="auto" id={`evidence-${id}`}>
        {productName}
      </h2>
      <ReviewText review={evidence}>
        <SiteLink to={`/products/${productSlug}?tab=reviews#review-${reviewId}`} label="View" targetName={`the review “${title}”`} />
      </ReviewText>
      {note && (
        <p>
          Note from the member: <q dir="auto">{note}</q>
        </p>
      )}
      {isPictureShown ? (
        <EvidencePicture id={id} productName={productName} />
      ) : (
        <Button variant="quiet" size="s" onClick={() => setPictureShown(true)}>
          Show proof
          <span className="visuallyHidden">
            {' '}
            of {username} for {productName}
          </span>
        </Button>
      )}
      <div className={styles.actions}>
        <Button size="s" busy={busy} disabled={!isPictureShown} onClick={() => void decide({ accept: true })}>
          Accept
          <span className="visuallyHidden">
            {' '}
            the proof of {username} for {productName}
          </span>
        </Button>
        <ReasonSelect
          label={`Reject the proof of ${username} for ${productName}`}
          placeholder="Reject: choose a reason"
          reasons={EVIDENCE_REFUSALS}
          disabled={busy || !isPictureShown}
          onChoose={(reason) => void decide({ accept: false, reason })}
        />
      </div>
    </article>
  )
}

/** Fetches the picture when it is rendered, and does not cache it. */
export function EvidencePicture({ id, productName }: { id: number; productName: string }) {
  const picture = useQuery({ ...evidencePictureQuery(id), gcTime: 0 })
  if (picture.isPending) return <p role="status">Loading the picture…</p>
  if (picture.isError) return <Notice tone="bad">The picture could not be loaded. {failureReason(picture.error)}</Notice>
  return <img className={styles.picture} src={picture.data.url} alt={`Proof of purchase for ${productName}`} />
}
