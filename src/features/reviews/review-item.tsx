import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Link } from '#ui/link.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { StarRating } from '#ui/star-rating.tsx'
import { RelativeTime } from '#ui/time.tsx'
import type { Review } from './review.client.ts'
import './review-item.css'

/** One owner's review on the page of the product. */
export function ReviewItem({ review, below }: { review: Review; below?: ReactNode }) {
  const { userId, username, avatarUrl, createdAt, isVerified, title, rating, content } = review
  return (
    <article className="review">
      <header>
        <Avatar id={userId} name={username} src={avatarUrl} />
        <p>
          <Link to={href('/user/:id', { id: String(userId) })}>{username}</Link>
          <RelativeTime date={createdAt} kind="review" />
        </p>
        {isVerified && (
          <Badge>
            <Icon name="check" />
            Verified Purchase
          </Badge>
        )}
      </header>
      <h3>{title}</h3>
      <StarRating value={rating} label="Rating:" />
      <p className="review-text">{content}</p>
      {below}
    </article>
  )
}
