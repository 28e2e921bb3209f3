/** The products that a topic is about, and the badges of their owners. */
import { useQuery } from '@tanstack/react-query'
import { listOwnedNames, topicProductsQuery } from '#features/forums/topic-products/topic-product.client.ts'
import { paths } from '#site/paths.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { Badge } from '#ui/text/badge.tsx'
import * as styles from './topic-products.module.css'

const useTopicProducts = (topicId: number) => useQuery(topicProductsQuery(topicId)).data

export function TopicProducts({ topicId }: { topicId: number }) {
  const products = useTopicProducts(topicId)?.products ?? []
  if (products.length === 0) return null
  return (
    <ul className={styles.products} aria-label="Products it is about">
      {products.map(({ id, slug, name }) => (
        <li key={id}>
          <Link to={paths.product(slug)}>
            <Icon name="box" />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Marks an author with a verified review of one of the topic's products. Renders nothing for other authors. */
export function OwnerBadge({ topicId, userId }: { topicId: number; userId: number }) {
  const topicProducts = useTopicProducts(topicId)
  const names = topicProducts ? listOwnedNames(topicProducts, userId) : []
  if (names.length === 0) return null
  return (
    <Badge variant="secondary">
      Owner<span className="visuallyHidden"> of {names.join(', ')}</span>
    </Badge>
  )
}
