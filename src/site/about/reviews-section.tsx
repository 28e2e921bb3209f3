/** How reviews are collected, verified and removed, with counts of the last twelve months, and how products are ranked. */
import { useQuery } from '@tanstack/react-query'
import { SCORE_WEIGHT, MIN_PRIOR_REVIEWS, MIDDLE_OF_SCALE } from '#features/products/scores/score.policy.ts'
import { HIDE_REASONS } from '#features/reviews/moderation/hide-reason.policy.ts'
import { reviewReportQuery, type ReviewReport } from '#features/reviews/moderation/review-moderation.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './about.module.css'
import '#ui/styles/prose.css'

export const REVIEWS_SECTION = { id: 'reviews', text: 'Reviews and how products are ordered' }

export function ReviewsSection() {
  const { id, text } = REVIEWS_SECTION
  const report = useQuery(reviewReportQuery()).data
  return (
    <section id={id} className={styles.aboutSection} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`}>{text}</h2>
      <div className="prose">
        <h3>How reviews come in</h3>
        <p>
          Anybody can review a product, members once each. Nobody is paid for a review, and no maker can buy one. A review stands on its
          page at once: none is delayed, put further down or hidden because of its stars.
        </p>
        <h3>How they are checked</h3>
        <p>
          A review is a <b>verified purchase</b> in two ways alone: its writer has completed an enquiry about the product here, or has sent
          proof that an administrator has seen. The mark says which. Only administrators see the proof, nobody decides about their own, and
          the picture is deleted with the decision. The other reviews may be as true; we could not check that, so averages of both are shown
          apart.
        </p>
        <h3>How they are removed</h3>
        <p>
          Nobody but its writer can change a review, and it then says when it was edited. An administrator can hide one, for one of the
          reasons below alone. Its writer is told the reason, the step is noted with the time and who took it, and it can be taken back for
          thirty days. The maker or the site can answer a review in public, under it.
        </p>
        {report && <ReviewCounts report={report} />}
        <h3 id="orders">How these orders are made</h3>
        <p>
          <b>Top Rated</b> goes by the plain mean of a product’s reviews, the number that is shown with its stars and its count. Equal means
          go by the number of reviews.
        </p>
        <p>
          <b>Best reviewed</b> goes by a score, so that one review of five stars does not outweigh fourteen of four and a half:
        </p>
        <p className={styles.formula}>
          ({SCORE_WEIGHT} × mean of the category + stars of the product, added up) ÷ ({SCORE_WEIGHT} + number of its reviews)
        </p>
        <p>
          Where a category has fewer than {MIN_PRIOR_REVIEWS} reviews the mean of the whole site stands in its place, and where the site has
          fewer, the middle of the scale, {MIDDLE_OF_SCALE}. A product without reviews comes last. We use this order where we recommend:
          related products, category pages and the link on the home page. Each product’s own sum stands beside its reviews on{' '}
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
    ['… verified by an enquiry that was completed here', verifiedByEnquiry],
    ['… verified by proof', verifiedByEvidence],
    ['… edited by their writers', edited],
    ['… answered by a maker or by us', answered],
    ['Hidden', refused],
    ...refusedBy.map(({ reason, count }): [string, number] => [`… ${HIDE_REASONS[reason]}`, count]),
    ['Proofs of a purchase that were not accepted', evidenceRefused],
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
