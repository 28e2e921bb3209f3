/** A topic, reply, review or proof of purchase that waits for approval. */
import { useState } from 'react'
import { WaitingReasonList } from '#admin/forums/waiting-reasons.tsx'
import { useModeration } from '#admin/forums/use-moderation.ts'
import { EvidencePicture } from '#admin/reviews/evidence-item.tsx'
import { ReasonSelect } from '#admin/reviews/reason-select.tsx'
import { ReasonConfirm } from '#features/forums/moderation/reason-confirm.tsx'
import type { ReportCase } from '#features/reports/report.client.ts'
import { EVIDENCE_REFUSALS } from '#features/reviews/evidence/evidence-reason.policy.ts'
import { decideEvidence } from '#features/reviews/evidence/review-evidence.client.ts'
import { approveReview, rejectReview } from '#features/reviews/approval/review-approval.client.ts'
import { HIDE_REASONS } from '#features/reviews/moderation/hide-reason.policy.ts'
import { restoreFromTrash } from '#features/trash/trash.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { StarRating } from '#ui/pictures/star-rating.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { Claim } from './claim.tsx'
import { ItemContext, ItemHead, itemHeadingId } from './item-head.tsx'
import { AuthorHistory } from './item-history.tsx'
import * as styles from './reports.module.css'

interface WaitingItemProps {
  item: ReportCase
  onDecided: () => void
}

export function WaitingItem({ item, onDecided }: WaitingItemProps) {
  const { content, review, note } = item
  const { count } = useWording()
  return (
    <article className={styles.item} aria-labelledby={itemHeadingId(item)}>
      <ItemHead item={item}>
        {review && (
          <p className={styles.line}>
            <StarRating value={review.rating} label="Rating:" />
            {review.ownedMonths !== null && <span>owned for {count(review.ownedMonths, NOUNS.month)}</span>}
            {review.update && (
              <span>
                Update after {count(review.update.months, NOUNS.month)}: {review.update.isStillUsed ? 'still used' : 'no longer used'}
              </span>
            )}
          </p>
        )}
      </ItemHead>
      <div className={styles.words} dir="auto">
        {content}
      </div>
      {note && (
        <p>
          Note from the member: <q dir="auto">{note}</q>
        </p>
      )}
      <ItemContext item={item} />
      <WaitingReasons item={item} />
      <AuthorHistory item={item} />
      <Claim item={item} />
      {item.item === 'topic' || item.item === 'reply' ? (
        <PostDecision item={item} kind={item.item} onDecided={onDecided} />
      ) : item.item === 'review' ? (
        <ReviewDecision item={item} onDecided={onDecided} />
      ) : (
        <EvidenceDecision item={item} onDecided={onDecided} />
      )}
    </article>
  )
}

const toPercent = (score: number): number => Math.round(score * 100)

function WaitingReasons({ item: { waiting } }: { item: ReportCase }) {
  if (!waiting || waiting.reasons.length === 0) return null
  return (
    <div>
      <h3>
        Spam score <span className="num">{toPercent(waiting.spamScore)}</span> of 100
      </h3>
      <WaitingReasonList reasons={waiting.reasons} className={styles.reports} />
    </div>
  )
}

function PostDecision({ item: { id, title }, kind, onDecided }: WaitingItemProps & { kind: 'topic' | 'reply' }) {
  const moderation = useModeration(() => undefined)
  const [isRejecting, setRejecting] = useState(false)
  const noun = kind === 'topic' ? 'Topic' : 'Reply'
  const decide = async (status: 'visible' | 'hidden', reason?: string) => {
    const change = { status, ...(reason ? { reason } : {}) }
    const { errors } = await moderation.change([{ kind, id }], change, `${noun} ${status === 'visible' ? 'approved' : 'rejected'}`)
    if (errors.length > 0) return
    setRejecting(false)
    await waitForRefresh()
    onDecided()
  }
  return (
    <div className="actions">
      <Button size="s" busy={moderation.busy} data-action="approve" onClick={() => void decide('visible')}>
        Approve
        <span className="visuallyHidden"> “{title}”</span>
      </Button>
      <Button size="s" variant="danger" disabled={moderation.busy} data-action="reject" onClick={() => setRejecting(true)}>
        Reject
        <span className="visuallyHidden"> “{title}”</span>
      </Button>
      {isRejecting && (
        <ReasonConfirm
          question={`Reject “${title}”?`}
          confirmLabel="Reject"
          busy={moderation.busy}
          onConfirm={(reason) => void decide('hidden', reason)}
          onCancel={() => setRejecting(false)}
        />
      )}
    </div>
  )
}

/** Sends a decision, and shows its outcome in a toast. @param send returns the content of the toast */
function useDecision(onDecided: () => void) {
  const [busy, setBusy] = useState(false)
  const decide = async (send: () => Promise<Parameters<typeof toast>[0]>) => {
    setBusy(true)
    try {
      toast(await send())
      await waitForRefresh()
      onDecided()
    } catch (error) {
      toast({ title: 'Decision not saved', message: failureReason(error), tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, decide }
}

function ReviewDecision({ item: { id, title }, onDecided }: WaitingItemProps) {
  const { busy, decide } = useDecision(onDecided)
  const restore = async (trashId: number) => {
    try {
      await restoreFromTrash(trashId)
      toast({ title: 'Restored' })
    } catch (error) {
      toast({ title: 'Not restored', message: failureReason(error), tone: 'destructive' })
    }
  }
  return (
    <div className="actions">
      <Button
        size="s"
        busy={busy}
        data-action="approve"
        onClick={() =>
          void decide(async () => {
            await approveReview(id)
            return { title: 'Review published', message: title }
          })
        }
      >
        Approve
        <span className="visuallyHidden"> the review “{title}”</span>
      </Button>
      <ReasonSelect
        label={`Reject the review “${title}”`}
        placeholder="Reject: choose a reason"
        reasons={HIDE_REASONS}
        disabled={busy}
        action="reject"
        onChoose={(reason) =>
          void decide(async () => {
            const { trashId } = await rejectReview(id, reason)
            return { title: 'Review rejected', message: title, action: { label: 'Undo', run: () => void restore(trashId) } }
          })
        }
      />
    </div>
  )
}

function EvidenceDecision({ item: { id, context, author }, onDecided }: WaitingItemProps) {
  const { busy, decide } = useDecision(onDecided)
  const [isPictureShown, setPictureShown] = useState(false)
  const productName = context?.title ?? ''
  const send = (decision: Parameters<typeof decideEvidence>[1]) =>
    decide(async () => {
      const { isVerified } = await decideEvidence(id, decision)
      return { title: isVerified ? 'Review verified' : 'Proof rejected', message: 'The picture was deleted and the member was notified.' }
    })
  const subject = `of ${author.username} for ${productName}`
  return (
    <>
      {isPictureShown ? (
        <EvidencePicture id={id} productName={productName} />
      ) : (
        <p>
          <Button variant="quiet" size="s" data-action="proof" onClick={() => setPictureShown(true)}>
            Show proof
            <span className="visuallyHidden"> {subject}</span>
          </Button>
        </p>
      )}
      <div className="actions">
        <Button size="s" busy={busy} disabled={!isPictureShown} data-action="approve" onClick={() => void send({ accept: true })}>
          Accept
          <span className="visuallyHidden"> the proof {subject}</span>
        </Button>
        <ReasonSelect
          label={`Reject the proof ${subject}`}
          placeholder="Reject: choose a reason"
          reasons={EVIDENCE_REFUSALS}
          disabled={busy || !isPictureShown}
          action="reject"
          onChoose={(reason) => void send({ accept: false, reason })}
        />
      </div>
    </>
  )
}
