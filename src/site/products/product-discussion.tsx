/** The newest topics about a product, and a link to start one. */
import { useQuery } from '@tanstack/react-query'
import { TOPICS_ABOUT_PRODUCT, topicsAboutProductQuery } from '#features/forums/topic.client.ts'
import { TopicRow } from '#features/forums/topic-row.tsx'
import * as topicRowStyles from '#features/forums/topic-row.module.css'
import type { Product } from '#features/products/product.client.ts'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './product.module.css'

export function ProductDiscussion({ product }: { product: Product }) {
  const { features } = useSite()
  const { count } = useWording()
  const { data } = useQuery({ ...topicsAboutProductQuery(product.slug), enabled: features.forums })
  if (!features.forums) return null
  const { items = [], total = 0 } = data ?? {}
  const newTopicPath = paths.newTopic({ title: '', category: product.categorySlug, product: product.slug, productName: product.name })
  return (
    <section className={`container ${styles.discussion}`} aria-labelledby="discussion-title">
      <h2 id="discussion-title">Discussion</h2>
      {items.length > 0 ? (
        <ol className={topicRowStyles.topicRows}>
          {items.map((topic) => (
            <TopicRow key={topic.id} topic={topic} />
          ))}
        </ol>
      ) : (
        data && <p className={styles.discussionEmpty}>Nobody has started a topic about it yet.</p>
      )}
      <p className="actions">
        <ButtonLink variant="quiet" to={newTopicPath}>
          Start a topic about this
        </ButtonLink>
        {total > TOPICS_ABOUT_PRODUCT && (
          <ButtonLink variant="quiet" to={paths.forum({ product: product.slug })}>
            See all {count(total, NOUNS.topic)}
          </ButtonLink>
        )}
      </p>
    </section>
  )
}
