import { StarRating } from '#ui/star-rating.tsx'

/** An article's stars; one that has none, or 0, says so. */
export function ArticleRating({ rating }: { rating: number | null | undefined }) {
  if (!rating) return <span className="rating rating-none">Rating: None</span>
  return <StarRating value={rating} label="Rating:" />
}
