import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from '#ui/router/link.tsx'
import { popularTopicsQuery } from '#features/forums/topic.client.ts'
import { recentReviewsQuery } from '#features/reviews/recent-reviews.client.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Membership } from './membership.tsx'
import { ReviewQuote } from './review-quote.tsx'
import { TopicLine } from './topic-line.tsx'
import { Board } from './board.tsx'
import * as styles from './community.module.css'

const TOPIC_COUNT = 5
const REVIEW_COUNT = 3

/** Community section of the home page: popular topics, recent reviews and membership. */
export function Community() {
  const { features } = useSite()
  const columnCount = Number(features.forums) + Number(features.products)
  if (columnCount === 0 && !features.userAccounts) return null
  return (
    <section className="section container" aria-labelledby="community-title">
      <div className="head">
        <h2 id="community-title">{features.userAccounts ? 'Join Our Community' : 'From the Community'}</h2>
        {features.userAccounts && <p data-part="head-note">Ask before you buy. Answer once you have.</p>}
      </div>
      {columnCount > 0 && (
        <div className={joinClasses(styles.club, columnCount === 1 && styles.clubOne)}>
          {features.forums && <PopularTopics />}
          {features.products && <RecentReviews />}
        </div>
      )}
      {features.userAccounts && <Membership />}
    </section>
  )
}

function PopularTopics() {
  const topics = useQuery(popularTopicsQuery(TOPIC_COUNT))
  useLoggedFailure(topics.error)
  return (
    <div className={styles.clubTopics}>
      <h3>Popular Forum Topics</h3>
      <Board query={topics} subject="The forum topics" emptyText="No forum topics available yet." skeletonRows={TOPIC_COUNT}>
        {(items) => (
          <ol>
            {items.map((topic) => (
              <TopicLine key={topic.id} topic={topic} />
            ))}
          </ol>
        )}
      </Board>
      <Link className="more" to={paths.forum()}>
        Browse all forum topics
      </Link>
    </div>
  )
}

function RecentReviews() {
  const reviews = useQuery(recentReviewsQuery(REVIEW_COUNT))
  useLoggedFailure(reviews.error)
  return (
    <div className={styles.clubReviews}>
      <h3>Recent User Reviews</h3>
      <Board query={reviews} subject="The reviews" emptyText="No reviews available yet." skeletonRows={REVIEW_COUNT}>
        {(items) => (
          <ul>
            {items.map((review) => (
              <ReviewQuote key={review.id} review={review} />
            ))}
          </ul>
        )}
      </Board>
      <Link className="more" to={paths.products()}>
        Read all reviews
      </Link>
    </div>
  )
}

/** Logs the error to the console, because the page shows only a retry button and no reason. */
function useLoggedFailure(error: Error | null): void {
  useEffect(() => {
    if (error) console.error('Community data could not be loaded:', error)
  }, [error])
}
