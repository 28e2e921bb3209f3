/** Renders a member's own review in place of the form for a new one, with forms to edit it and to add pictures and proof of purchase. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureReason } from '#platform/client/api.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { ownEvidenceQuery, sendEvidence } from '#features/reviews/evidence/review-evidence.client.ts'
import { OwnUpdates } from '#features/reviews/updates/own-updates.tsx'
import { PictureForm } from './picture-form.tsx'
import { addReviewPicture, removeReviewPicture } from '#features/reviews/pictures/review-pictures.client.ts'
import { MAX_REVIEW_PICTURES } from '#features/reviews/pictures/review-pictures-limits.policy.ts'
import type { Review } from '#features/reviews/review.client.ts'
import { ReviewEditor } from './review-editor.tsx'
import * as styles from './own-review.module.css'

export default function OwnReview({ review }: { review: Review }) {
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <ReviewEditor review={review} onDone={() => setEditing(false)} />
  return (
    <div className={styles.own}>
      <Notice tone="good" title="You have reviewed this product">
        <p>“{review.title}”. Each member can post one review of a product. You can edit yours, and it is then marked as edited.</p>
        <p className={styles.actions}>
          <Button variant="quiet" size="s" onClick={() => setEditing(true)}>
            Edit your review
          </Button>
        </p>
      </Notice>
      <OwnUpdates review={review} />
      <OwnPictures review={review} />
      {!review.isVerified && <OwnEvidence review={review} />}
    </div>
  )
}

function OwnPictures({ review: { id, pictures } }: { review: Review }) {
  const [removingId, setRemovingId] = useState<number>()
  const remove = async (pictureId: number) => {
    setRemovingId(pictureId)
    try {
      await removeReviewPicture(id, pictureId)
      toast({ title: 'Picture removed' })
    } catch (error) {
      toast({ title: 'Picture not removed', message: failureReason(error), tone: 'destructive' })
    } finally {
      setRemovingId(undefined)
    }
  }
  return (
    <section aria-labelledby="own-pictures">
      <h3 id="own-pictures">Your pictures</h3>
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map((picture) => (
            <li key={picture.id}>
              <img src={picture.url} alt={picture.alt} width={96} height={72} />
              <Button variant="quiet" size="s" busy={removingId === picture.id} onClick={() => void remove(picture.id)}>
                Remove<span className="visuallyHidden"> the picture “{picture.alt}”</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < MAX_REVIEW_PICTURES ? (
        <PictureForm
          label="Add a picture"
          textField={{ label: 'What it shows', hint: 'A description for people who cannot see the picture.', isRequired: true, max: 300 }}
          submit="Add picture"
          send={async (file, text) => {
            await addReviewPicture(id, file, text)
            toast({ title: 'Picture added' })
          }}
        />
      ) : (
        <p className="hint">A review can have up to {MAX_REVIEW_PICTURES} pictures.</p>
      )}
    </section>
  )
}

function OwnEvidence({ review: { id } }: { review: Review }) {
  const evidence = useQuery(ownEvidenceQuery(id)).data
  return (
    <section aria-labelledby="own-evidence">
      <h3 id="own-evidence">Proof of purchase</h3>
      {evidence?.sentAt ? (
        <p role="status">We are checking your proof of purchase. We will notify you of the decision and delete the picture.</p>
      ) : (
        <>
          <p>
            Send a picture of an invoice or a contract to have your review verified. Only administrators see it, and it is deleted once they
            have decided. Cover anything private, such as prices and account numbers.
          </p>
          <PictureForm
            label="Picture of the proof"
            textField={{ label: 'Note (optional)', hint: 'Anything that helps us check it.', isRequired: false, max: 300 }}
            submit="Send proof"
            send={async (file, text) => {
              await sendEvidence(id, file, text || undefined)
              toast({ title: 'Proof sent', message: 'We will notify you of the decision.' })
            }}
          />
        </>
      )}
    </section>
  )
}
