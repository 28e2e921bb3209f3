import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { ProductSheet, ProductSheetSkeleton } from '#features/products/product-card.tsx'
import { PRODUCTS_PER_PAGE, productsQuery, type ProductFilter } from '#features/products/product.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { Link } from '#ui/router/link.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { noExactMatchText, useHasOnlyWholeSiteResults, WholeSiteResults } from '#site/search/results/whole-site-results.tsx'
import { parseProductFilter } from './product-filter.ts'
import { ProductFilterBar } from './product-filter-bar.tsx'
import * as styles from './products.module.css'

/** Number of products in the first row of the grid on a wide screen. Their pictures are loaded eagerly. */
const FIRST_ROW_COUNT = 4

export default function ProductsPage() {
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const filter = parseProductFilter(searchParams)
  const products = useQuery({ ...productsQuery(filter), placeholderData: keepPreviousData })
  const categories = useQuery(categoriesQuery()).data?.items ?? []
  const category = categories.find(({ slug }) => slug === filter.category)

  const isFiltered = Boolean(filter.search ?? filter.category ?? filter.specs)
  const isFoundElsewhere = useHasOnlyWholeSiteResults(filter.search, products.isPlaceholderData ? undefined : products.data?.total)
  const applyFilter = (change: ProductFilter, shouldReplace = false) =>
    void navigate(paths.products({ ...filter, page: undefined, ...change }), { replace: shouldReplace, preventScrollReset: true })

  return (
    <div className={`container ${styles.catalogue}`}>
      <PageMeta
        title={category ? `${category.name} products` : 'Products'}
        description={
          category?.description ??
          'Electric cars, solar panels, batteries, heat pumps and chargers: prices, specifications and owners’ reviews.'
        }
        canonical={paths.products({ category: category?.slug, page: filter.specs ? undefined : filter.page })}
        noIndex={(filter.search !== undefined || filter.category !== category?.slug) && 'follow'}
        feed={category && { title: category.name, subject: { category: category.slug } }}
      />
      <div className="head">
        <h1>Products</h1>
        <p data-part="head-note">Specifications and owners’ ratings. No paid placements.</p>
        <p data-part="head-links">
          <Link className="more" to={paths.about('reviews')}>
            How we rank products
          </Link>
          <Link className="more" to={paths.compare()}>
            Compare side by side
          </Link>
        </p>
      </div>
      <ProductFilterBar
        filter={filter}
        categories={categories}
        matchCount={isFoundElsewhere ? undefined : products.data?.total}
        onChange={applyFilter}
      />
      {isFoundElsewhere && <p role="status">{noExactMatchText('product')}</p>}
      <WholeSiteResults
        search={filter.search}
        total={products.isPlaceholderData ? undefined : products.data?.total}
        shownPaths={products.data?.items.map(({ slug }) => paths.product(slug)) ?? []}
        clearTo={paths.products()}
      />
      {products.isPending ? (
        <ProductSheetSkeleton />
      ) : products.isError ? (
        <ErrorState
          title="Products could not be loaded"
          text={failureReason(products.error)}
          action={
            <Button busy={products.isFetching} onClick={() => void products.refetch()}>
              Try again
            </Button>
          }
        />
      ) : products.data.items.length > 0 ? (
        <div className={styles.catalogueResults} aria-busy={products.isPlaceholderData || undefined}>
          <h2 className="visuallyHidden">Results</h2>
          <LazyHydration>
            <ProductSheet products={products.data.items} eager={FIRST_ROW_COUNT} />
          </LazyHydration>
          <Pager
            page={filter.page ?? 1}
            pages={Math.ceil(products.data.total / PRODUCTS_PER_PAGE)}
            hrefFor={(page) => paths.products({ ...filter, page })}
          />
        </div>
      ) : products.data.total > 0 ? (
        <EmptyState
          title="This page does not exist"
          text="The list has fewer pages."
          action={
            <ButtonLink to={paths.products({ ...filter, page: undefined })} onClick={focusContent}>
              Go to the first page
            </ButtonLink>
          }
        />
      ) : isFoundElsewhere ? null : (
        <EmptyState
          title={isFiltered ? 'No products found' : 'No products yet'}
          text={
            !isFiltered
              ? 'There are no products on this site yet.'
              : filter.specs
                ? 'No products match these filters. Widen or clear them.'
                : 'Nothing matches this search and category. Try fewer words or another category.'
          }
          art={<img src={`/art/scenes/${isFiltered ? 'no-match' : 'no-products'}.svg`} alt="" width={320} height={220} />}
          action={
            <ButtonLink to={paths.products()} preventScrollReset onClick={focusContent}>
              Clear Filters
            </ButtonLink>
          }
        />
      )}
    </div>
  )
}
