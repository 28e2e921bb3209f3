import type { MemberReply } from '#features/forums/member-posts/member-posts.client.ts'
import * as topicRowStyles from '#features/forums/topic-row.module.css'
import type { Review } from '#features/reviews/review.client.ts'
import { paths } from '#site/paths.ts'
import { reviewsPath } from '#site/products/product-url.ts'
import { StarRating } from '#ui/pictures/star-rating.tsx'
import { Link } from '#ui/router/link.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { truncateAtWord } from '#wording/cut-text.ts'
import { NOUNS } from '#wording/nouns.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'

const EXCERPT_LENGTH = 280

/** Shows the first words of a reply, under the title of its topic. The title links to the reply, and the whole row is clickable. */
export function ReplyRow({ reply: { id, topicId, topicTitle, excerpt, createdAt, upvotes } }: { reply: MemberReply }) {
  return (
    <li className={joinClasses(topicRowStyles.topicRow, 'card-link')}>
      <div className={topicRowStyles.topicRowText}>
        <h3>
          <Link to={paths.reply(topicId, id)}>
            <NoBreakText text={topicTitle} />
          </Link>
        </h3>
        <p dir="auto" className={topicRowStyles.topicRowWords}>
          {excerpt}
        </p>
        <p className="meta">
          <RelativeTime date={createdAt} kind="forum" />
          <HelpfulCount upvotes={upvotes} />
        </p>
      </div>
    </li>
  )
}

/** Shows a review, under its title. The title links to the reviews of the product. */
export function ReviewRow({ review }: { review: Review }) {
  return (
    <li className={joinClasses(topicRowStyles.topicRow, 'card-link')}>
      <div className={topicRowStyles.topicRowText}>
        <h3>
          <Link to={reviewsPath(review.productSlug)}>
            <NoBreakText text={review.title} />
          </Link>
        </h3>
        <p dir="auto" className={topicRowStyles.topicRowWords}>
          {truncateAtWord(review.content, EXCERPT_LENGTH)}
        </p>
        <p className="meta">
          <StarRating value={review.rating} label="Rating:" />
          <span className={topicRowStyles.topicRowCategory}>{review.productName}</span>
          <RelativeTime date={review.createdAt} kind="review" />
          {review.isDemo && <DemoChip />}
          {review.isVerified && !review.isDemo && <span>Verified purchase</span>}
          <HelpfulCount upvotes={review.upvotes} />
        </p>
      </div>
    </li>
  )
}

function HelpfulCount({ upvotes }: { upvotes: number }) {
  const { count } = useWording()
  return upvotes > 0 && <span className="num">{count(upvotes, NOUNS.upvote)}</span>
}
