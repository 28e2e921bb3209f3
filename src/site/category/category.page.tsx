import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { failureReason } from '#platform/client/api.client.ts'
import { Link } from '#ui/router/link.tsx'
import { categoryClass, categoryQuery, type Category } from '#features/categories/category.client.ts'
import { WatchButton } from '#features/watches/watch-button.tsx'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { Breadcrumb, type BreadcrumbStep } from '#ui/text/breadcrumb.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { TabSet } from '#ui/lists/tabs.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { ArticleList, ProductList, TopicList } from './category-lists.tsx'
import { CategoryTools } from './category-tools.tsx'
import { MAX_TAB_ITEMS, OVERVIEW_ITEMS, CATEGORY_TABS, parseCategoryTab, categoryTabPath } from './category-tab.ts'
import * as styles from './category.module.css'

export default function CategoryPage() {
  const { slug = '' } = useParams()
  const category = useQuery(categoryQuery(slug))

  if (category.isPending) return <CategorySkeleton />
  if (category.isError) {
    const homeLink = <ButtonLink to={paths.home()}>Return Home</ButtonLink>
    if (category.error.status === 404 || category.error.status === 400) {
      return (
        <div className="container">
          <PageMeta title="Category Not Found" noIndex />
          <EmptyState
            level={1}
            art={<img src="/art/scenes/not-found.svg" alt="" width={320} height={224} />}
            title="Category Not Found"
            text="There is no category at this address."
            action={homeLink}
          />
        </div>
      )
    }
    return (
      <div className="container">
        <PageMeta title="Error Loading Category" noIndex />
        <ErrorState
          level={1}
          title="Error Loading Category"
          text={failureReason(category.error)}
          action={
            <>
              <Button variant="quiet" onClick={() => void category.refetch()}>
                Try again
              </Button>
              {homeLink}
            </>
          }
        />
      </div>
    )
  }
  return <CategoryView category={category.data} />
}

function CategoryView({ category }: { category: Category }) {
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const { features } = useSite()
  const categoryPath = paths.category(category.slug)
  const location = usePageLocation()
  const crumbs = [{ label: 'Home', to: paths.home() }, { label: category.name }]
  const shownLists = {
    products: features.products,
    articles: features.articles,
    topics: features.forums,
  }
  const tabs = [
    { value: 'all', label: 'All Content', content: <Overview category={category} shownLists={shownLists} /> },
    shownLists.products && {
      value: 'products',
      label: 'Products',
      content: <ProductList category={category} maxItems={MAX_TAB_ITEMS} headingLevel={2} />,
    },
    shownLists.articles && {
      value: 'articles',
      label: 'Articles',
      content: <ArticleList category={category} maxItems={MAX_TAB_ITEMS} headingLevel={2} />,
    },
    shownLists.topics && { value: 'topics', label: 'Forum Topics', content: <AllTopics category={category} /> },
  ].filter((tab) => tab !== false)
  const requestedTab = parseCategoryTab(searchParams)

  return (
    <div className={categoryClass(category.slug)}>
      <PageMeta
        title={category.name}
        description={category.description}
        canonical={categoryPath}
        share={{ kind: 'category', key: category.slug }}
        feed={{ title: category.name, subject: { category: category.slug } }}
      />
      <StructuredData things={import.meta.env.SSR && [breadcrumbData(location, crumbs)]} />
      <LazyHydration>
        <Opening category={category} crumbs={crumbs} />
      </LazyHydration>
      <LazyHydration>
        <div className={`container ${styles.categoryBody}`}>
          {tabs.length > 1 ? (
            <TabSet
              label={category.name}
              value={tabs.some(({ value }) => value === requestedTab) ? requestedTab : 'all'}
              onChange={(value) =>
                void navigate(categoryTabPath(categoryPath, CATEGORY_TABS.find((tab) => tab === value) ?? 'all'), {
                  replace: true,
                  preventScrollReset: true,
                })
              }
              tabs={tabs}
            />
          ) : (
            <EmptyState level={2} title={`Nothing in ${category.name} yet.`} />
          )}
        </div>
      </LazyHydration>
    </div>
  )
}

interface OpeningProps {
  category: Category
  crumbs: BreadcrumbStep[]
}

function Opening({ category: { id, name, slug, description, productCount, articleCount }, crumbs }: OpeningProps) {
  const { nounFor } = useWording()
  const { features } = useSite()
  return (
    <header className={styles.categoryOpen}>
      <div className={`container ${styles.categoryOpenGrid}`}>
        <div className={styles.categoryOpenText}>
          <Breadcrumb items={crumbs} />
          <h1>{name}</h1>
          <p className="lead">{description}</p>
          <ul className={styles.categoryFacts}>
            {features.articles && (
              <li>
                <b className="num">{articleCount}</b> {nounFor(articleCount, NOUNS.guide)}
              </li>
            )}
            {features.products && (
              <li>
                <b className="num">{productCount}</b> {nounFor(productCount, NOUNS.product)}
              </li>
            )}
          </ul>
          {features.forums && <WatchButton kind="category" id={id} className={styles.categoryWatch} />}
          {features.tools && <CategoryTools categorySlug={slug} />}
        </div>
        <Picture src={`/art/categories/${slug}.svg`} alt="" ratio="240/200" eager className={styles.categoryOpenPic} />
      </div>
    </header>
  )
}

/** Content of the first tab: a few items of each kind, with links to the full lists. */
function Overview({ category, shownLists }: { category: Category; shownLists: { products: boolean; articles: boolean; topics: boolean } }) {
  const slug = category.slug
  return (
    <>
      {shownLists.products && (
        <Group title="Products" fullListPath={paths.products({ category: slug, sort: 'score' })}>
          <ProductList category={category} maxItems={OVERVIEW_ITEMS.products} headingLevel={3} />
        </Group>
      )}
      {shownLists.articles && (
        <Group title="Articles" fullListPath={paths.articles({ category: slug })}>
          <ArticleList category={category} maxItems={OVERVIEW_ITEMS.articles} headingLevel={3} />
        </Group>
      )}
      {shownLists.topics && (
        <Group title="Forum Topics" fullListPath={categoryTabPath(paths.category(slug), 'topics')} isSamePage>
          <TopicList category={category} maxItems={OVERVIEW_ITEMS.topics} headingLevel={3} />
        </Group>
      )}
    </>
  )
}

interface GroupProps {
  title: string
  fullListPath: string
  /** Whether the full list is in another tab of this page. The scroll position then stays. */
  isSamePage?: boolean
  children: ReactNode
}

function Group({ title, fullListPath, isSamePage = false, children }: GroupProps) {
  const id = useId()
  return (
    <section className={styles.categoryGroup} aria-labelledby={id}>
      <div className={styles.categoryGroupHead}>
        <h2 id={id}>{title}</h2>
        <Link className="more" to={fullListPath} preventScrollReset={isSamePage}>
          View All<span className="visuallyHidden"> {title}</span>
        </Link>
      </div>
      {children}
    </section>
  )
}

function AllTopics({ category }: { category: Category }) {
  return (
    <>
      <TopicList category={category} maxItems={MAX_TAB_ITEMS} headingLevel={2} />
      <p className={styles.categoryForum}>
        <Link className="more" to={paths.forum({ category: category.slug })}>
          Open in the forum
        </Link>
      </p>
    </>
  )
}

function CategorySkeleton() {
  return (
    <div aria-busy="true">
      <PageMeta title="Category" />
      <p className="visuallyHidden" role="status">
        Loading category…
      </p>
      <div className={styles.categoryOpen}>
        <div className={`container ${styles.categoryOpenGrid}`}>
          <div className={`${styles.categoryOpenText} ${styles.categoryWaiting}`}>
            <Skeleton className={styles.lineXl} />
            <Skeleton />
            <Skeleton />
          </div>
          <Picture src="" fallback="" alt="" ratio="240/200" className={styles.categoryOpenPic} />
        </div>
      </div>
      <div className={`container ${styles.categoryBody} ${styles.categoryWaiting}`}>
        <Skeleton className={styles.lineXl} />
        <Skeleton className={styles.lineXl} />
      </div>
    </div>
  )
}
