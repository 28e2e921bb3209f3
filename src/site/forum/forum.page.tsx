import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { ForumFilters } from '#site/forum/lists/forum-filters.tsx'
import { ForumOpening } from './forum-opening.tsx'
import { parseTopicFilter } from '#site/forum/lists/topic-filter.ts'
import { AboutProduct } from './about-product.tsx'
import { TopicLists } from '#site/forum/lists/topic-lists.tsx'
import { TopicList } from '#site/forum/lists/topic-list.tsx'
import { useForumVisit } from './use-forum-visit.ts'
import * as styles from './forum.module.css'

export default function ForumPage() {
  const [searchParams] = useSearchParams()
  const filter = parseTopicFilter(searchParams)
  const categories = useQuery(categoriesQuery()).data?.items ?? []
  const category = categories.find(({ slug }) => slug === filter.category)
  const { features } = useSite()
  useForumVisit()

  return (
    <div className={`container ${styles.forum}`}>
      <PageMeta
        title={category ? `${category.name}: forum` : 'Forum'}
        description={`Questions and answers${category ? ` about ${category.name}` : ' about net zero technology at home'}, from people who live with it.`}
        canonical={paths.forum({ category: category?.slug, page: filter.page })}
        noIndex={
          (filter.search !== undefined ||
            filter.show !== undefined ||
            filter.product !== undefined ||
            filter.category !== category?.slug) &&
          'follow'
        }
        feed={category && { title: category.name, subject: { category: category.slug } }}
      />
      <ForumOpening filter={filter} categories={categories} />
      {filter.product && features.products && <AboutProduct filter={filter} slug={filter.product} />}
      <TopicLists filter={filter} />
      <ForumFilters filter={filter} categories={categories} />
      <div className={styles.forumColumns}>
        <TopicList filter={filter} categoryName={category?.name} />
        {features.userAccounts && (
          <LazyHydration>
            <Advice />
          </LazyHydration>
        )}
      </div>
    </div>
  )
}

function Advice() {
  return (
    <aside className={styles.forumAdvice} aria-labelledby="forum-advice-title">
      <h2 id="forum-advice-title">A question that gets answers</h2>
      <ul>
        <li>Say what you have: the house, the roof, the car, a year of meter readings.</li>
        <li>Give numbers with their dates, and say what a price includes.</li>
        <li>Come back and tell us how it went.</li>
      </ul>
      <ButtonLink variant="quiet" to={paths.about('guidelines')}>
        Community guidelines
      </ButtonLink>
    </aside>
  )
}
