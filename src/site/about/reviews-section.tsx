/** Explains how reviews are collected, verified and removed, with counts for the last twelve months, and how products are ranked. */
import { useQuery } from '@tanstack/react-query'
import { SCORE_WEIGHT, MIN_PRIOR_REVIEWS, MIDDLE_OF_SCALE } from '#features/products/scores/score.policy.ts'
import { HIDE_REASONS } from '#features/reviews/moderation/hide-reason.policy.ts'
import { reviewReportQuery, type ReviewReport } from '#features/reviews/moderation/review-moderation.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { useSite } from '#site/shell/use-site.ts'
import * as styles from './about.module.css'
import '#ui/styles/prose.css'

export const REVIEWS_SECTION = { id: 'reviews', text: 'Reviews and how we rank products' }

export function ReviewsSection() {
  const { id, text } = REVIEWS_SECTION
  const report = useQuery(reviewReportQuery()).data
  const { demoContent } = useSite()
  return (
    <section id={id} className={styles.aboutSection} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`}>{text}</h2>
      <div className="prose">
        <h3>How reviews are collected</h3>
        <p>
          Anyone can review a product, and each member can review it once. We do not pay for reviews, and manufacturers cannot buy them.
          Reviews appear straight away: we never delay, move down or hide a review because of its rating.
        </p>
        <h3>How reviews are verified</h3>
        <p>
          A review is a <b>verified purchase</b> if its author has completed an enquiry about the product here, or has sent proof of
          purchase that an administrator has checked. The mark shows which. Only administrators see the proof, they cannot decide about
          their own, and the picture is deleted after the decision. Other reviews may be just as genuine, but we could not verify them, so
          we show separate averages.
        </p>
        <h3>How reviews are changed and removed</h3>
        <p>
          Only its author can change a review, which is then marked as edited. An administrator can hide a review, but only for one of the
          reasons below. We tell the author the reason, record who hid the review and when, and can restore it for thirty days. The
          manufacturer or the site can reply publicly under a review.
        </p>
        {report && <ReviewCounts report={report} />}
        {demoContent && <p>Demo reviews are invented, so they are not counted here.</p>}
        <h3 id="orders">How we rank products</h3>
        {demoContent && (
          <p>
            <DemoChip /> The products, reviews and ratings marked like this are invented, so that you can see how ranking works.
          </p>
        )}
        <p>
          <b>Top Rated</b> sorts by the average rating of a product’s reviews, which is shown with its stars. Products with the same average
          are sorted by the number of reviews.
        </p>
        <p>
          <b>Best reviewed</b> sorts by a score, so that one five-star review does not outweigh fourteen reviews of four and a half stars:
        </p>
        <p className={styles.formula}>
          ({SCORE_WEIGHT} × average of the category + sum of the product’s ratings) ÷ ({SCORE_WEIGHT} + number of its reviews)
        </p>
        <p>
          If a category has fewer than {MIN_PRIOR_REVIEWS} reviews, we use the average of the whole site; if the site has fewer, the middle
          of the scale, {MIDDLE_OF_SCALE}. Products without reviews come last. We use this order for recommendations: related products,
          category pages and the link on the home page. Each product’s own calculation is next to its reviews on{' '}
          <Link to={paths.products({ sort: 'score' })}>its page</Link>.
        </p>
      </div>
    </section>
  )
}

function ReviewCounts({ report }: { report: ReviewReport }) {
  const { number } = useWording()
  const { since, received, published, refused, refusedBy, verifiedByEnquiry, verifiedByEvidence, evidenceRefused, answered, edited } =
    report
  const rows: [string, number][] = [
    ['Received', received],
    ['Published', published],
    ['… verified by a completed enquiry', verifiedByEnquiry],
    ['… verified by proof of purchase', verifiedByEvidence],
    ['… edited by their authors', edited],
    ['… with a reply from the manufacturer or from us', answered],
    ['Hidden', refused],
    ...refusedBy.map(({ reason, count }): [string, number] => [`… ${HIDE_REASONS[reason]}`, count]),
    ['Proofs of purchase that were not accepted', evidenceRefused],
  ]
  return (
    <table className={styles.counts}>
      <caption>
        Reviews written since <ShortDate date={since} />
      </caption>
      <tbody>
        {rows.map(([label, count]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="num">{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
