import { joinClasses } from '#ui/styles/join-classes.ts'
import { StarRating } from '#ui/pictures/star-rating.tsx'
import * as styles from './article-card.module.css'
import * as stars from '#ui/pictures/star-rating.module.css'

/** Lowest editors' rating that is shown: the one from which an article is featured. */
const MIN_SHOWN_RATING = 4

/** Shows the editors' rating of an article, which they set on publishing. 0 and null show `Rating: None`; 1 to 3 only order the lists. */
export function ArticleRating({ rating }: { rating: number | null | undefined }) {
  if (!rating)
    return (
      <span data-part="rating-none" className={joinClasses(stars.rating, styles.ratingNone)}>
        Rating: None
      </span>
    )
  if (rating < MIN_SHOWN_RATING) return null
  return (
    <span className={styles.editorsRating} data-part="editors-rating">
      <span>Editors’ rating</span> <StarRating value={rating} label="Rating:" />
    </span>
  )
}
