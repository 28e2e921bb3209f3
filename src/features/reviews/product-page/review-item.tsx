import type { ReactNode } from 'react'
import { MutedPost } from '#features/mutes/muted-post.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Badge } from '#ui/text/badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { StarRating } from '#ui/pictures/star-rating.tsx'
import { wrapTables } from '#ui/text/long-text.ts'
import { RelativeTime, ShortDate } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import type { Review } from '#features/reviews/review.client.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import * as styles from './review-item.module.css'

/** Texts that say how the purchase was verified. */
const PROOF_TEXTS = { enquiry: 'by a completed enquiry', evidence: 'by proof of purchase' } as const

interface ReviewItemProps {
  review: Review
  /** Name that is shown for replies by the site. */
  siteName: string
  /** The author's name, with a link to their profile if there is one. */
  author: ReactNode
  footer?: ReactNode
  renderPictureAction: (picture: Review['pictures'][number]) => ReactNode
}

/** Renders a review on the product's page. */
export function ReviewItem({ review, siteName, author, footer, renderPictureAction }: ReviewItemProps) {
  const { count } = useWording()
  const {
    userId,
    username,
    avatarUrl,
    createdAt,
    isDemo,
    isVerified,
    verifiedBy,
    ownedMonths,
    editedAt,
    answer,
    pictures,
    updates,
    title,
    rating,
    content,
    contentHtml,
  } = review
  return (
    <article className={styles.review}>
      <header>
        <Avatar id={userId} name={username} src={avatarUrl} />
        <p>
          {author}
          <RelativeTime date={createdAt} kind="review" />
        </p>
        {isDemo && <DemoChip />}
        {isVerified && (
          <Badge variant={isDemo ? 'outline' : undefined}>
            {!isDemo && <Icon name="check" />}
            Verified Purchase
          </Badge>
        )}
        {isVerified && verifiedBy && !isDemo && <span className={styles.proof}>{PROOF_TEXTS[verifiedBy]}</span>}
      </header>
      <MutedPost userId={userId} name={username}>
        <h3>
          <NoBreakText text={title} />
        </h3>
        <p className={styles.facts}>
          <StarRating value={rating} label="Rating:" />
          {ownedMonths !== null && (
            <span>{ownedMonths === 0 ? 'Owned for less than a month' : `Owned for ${count(ownedMonths, NOUNS.month)}`}</span>
          )}
          {editedAt && (
            <span>
              Edited <ShortDate date={editedAt} />
            </span>
          )}
        </p>
        {contentHtml === undefined ? (
          <p dir="auto" className={styles.reviewText}>
            {content}
          </p>
        ) : (
          // The server has sanitised the HTML.
          <div dir="auto" className={styles.reviewText} dangerouslySetInnerHTML={{ __html: wrapTables(contentHtml) }} />
        )}
        {pictures.length > 0 && (
          <ul className={styles.pictures}>
            {pictures.map((picture) => (
              <li key={picture.id}>
                <a href={picture.url}>
                  <Picture src={picture.url} alt={picture.alt} boxLabel="Picture" ratio="4/3" sizes="9rem" />
                </a>
                {renderPictureAction(picture)}
              </li>
            ))}
          </ul>
        )}
        {updates.map((update) => (
          <section key={update.id} className={styles.update} aria-label={`Update after ${count(update.months, NOUNS.month)}`}>
            <p className={styles.facts}>
              <b>After {count(update.months, NOUNS.month)}:</b>
              <StarRating value={update.rating} label="Rating:" />
              <span>{update.isStillUsed ? 'Still using it' : 'No longer using it'}</span>
              <ShortDate date={update.createdAt} />
            </p>
            <p dir="auto" className={styles.reviewText}>
              {update.content}
            </p>
          </section>
        ))}
        {answer && (
          <section className={styles.answer} aria-label={`Reply to “${title}”`}>
            <p className={styles.answerBy}>
              <b>{answer.from === 'maker' ? 'Reply from the manufacturer' : `Reply from ${siteName}`}</b> <ShortDate date={answer.at} />
            </p>
            <p dir="auto" className={styles.reviewText}>
              {answer.content}
            </p>
          </section>
        )}
        {footer}
      </MutedPost>
    </article>
  )
}
