import { useQuery } from '@tanstack/react-query'
import { productQuery } from '#features/products/product.client.ts'
import type { TopicFilter } from '#features/forums/topic.client.ts'
import { paths } from '#site/paths.ts'
import { Link } from '#ui/router/link.tsx'
import * as styles from './forum.module.css'

/** Names the product that the list is filtered by, with a link that shows all topics. */
export function AboutProduct({ slug, filter }: { slug: string; filter: TopicFilter }) {
  const name = useQuery(productQuery(slug)).data?.name ?? slug
  return (
    <p className={styles.aboutProduct}>
      Topics about <Link to={paths.product(slug)}>{name}</Link> ·{' '}
      <Link to={paths.forum({ ...filter, product: undefined, page: undefined })} preventScrollReset>
        Show all topics
      </Link>
    </p>
  )
}
