import type { ReactNode } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { StarRating } from '#ui/star-rating.tsx'
import { RelativeTime } from '#ui/time.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import type { Review } from './review.client.ts'
import * as styles from './review-item.module.css'

interface ReviewItemProps {
  review: Review
  /** Its writer's name, as it leads to them. */
  who: ReactNode
  below?: ReactNode
}

/** One owner's review on the page of the product. */
export function ReviewItem({ review, who, below }: ReviewItemProps) {
  const { userId, username, avatarUrl, createdAt, isVerified, title, rating, content } = review
  return (
    <article className={styles.review}>
      <header>
        <Avatar id={userId} name={username} src={avatarUrl} />
        <p>
          {who}
          <RelativeTime date={createdAt} kind="review" />
        </p>
        {isVerified && (
          <Badge>
            <Icon name="check" />
            Verified Purchase
          </Badge>
        )}
      </header>
      <h3>
        <Unbroken text={title} />
      </h3>
      <StarRating value={rating} label="Rating:" />
      <p className={styles.reviewText}>{content}</p>
      {below}
    </article>
  )
}
