import { joinClasses } from '#ui/styles/join-classes.ts'
import { StarRating } from '#ui/pictures/star-rating.tsx'
import * as styles from './article-card.module.css'
import * as stars from '#ui/pictures/star-rating.module.css'

/** Shows the editors' rating of an article, which they set on publishing; 0 and null show `Rating: None`. */
export function ArticleRating({ rating }: { rating: number | null | undefined }) {
  if (!rating)
    return (
      <span data-part="rating-none" className={joinClasses(stars.rating, styles.ratingNone)}>
        Rating: None
      </span>
    )
  return (
    <span className={styles.editorsRating} data-part="editors-rating">
      <span>Editors’ rating</span> <StarRating value={rating} label="Rating:" />
    </span>
  )
}
