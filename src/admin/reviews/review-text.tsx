import type { ReactNode } from 'react'
import { StarRating } from '#ui/pictures/star-rating.tsx'
import * as styles from './reviews.module.css'

interface ReviewTextProps {
  review: { title: string; rating: number; content: string }
  children?: ReactNode
}

/** Renders the title, stars and text of a review. */
export const ReviewText = ({ review: { title, rating, content }, children }: ReviewTextProps) => (
  <div className={styles.review}>
    <p className={styles.reviewHead}>
      <b dir="auto">{title}</b> <StarRating value={rating} label="Rating:" />
    </p>
    <p dir="auto" className={styles.words}>
      {content}
    </p>
    {children}
  </div>
)
