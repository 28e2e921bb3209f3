import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { removeFromCompared } from '#features/products/comparison/compared.client.ts'
import { compareQuery, type ComparedProduct } from '#features/products/product.client.ts'
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { Button } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { AddProduct } from './add-product.tsx'
import { CompareActions } from './compare-actions.tsx'
import { canonicalCompareUrl, parseComparison, type Comparison } from './compare-url.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { NothingCompared } from './nothing-compared.tsx'
import { CompareRemarks } from './compare-remarks.tsx'
import { formatCompareTitle } from './compare-title.ts'
import * as styles from './compare.module.css'

const ABOUT =
  'Two to four products side by side: price, rating and every line of their specifications, with the differences and the better values marked.'

const CRUMBS = [{ label: 'Products', to: paths.products() }, { label: 'Compare' }]

export default function ComparePage() {
  const [searchParams] = useSearchParams()
  const canonical = canonicalCompareUrl(searchParams)
  return canonical === undefined ? <ComparisonView searchParams={searchParams} /> : <Navigate to={canonical} replace />
}

function ComparisonView({ searchParams }: { searchParams: URLSearchParams }) {
  const location = usePageLocation()
  const comparison = parseComparison(searchParams)
  const { slugs } = comparison
  const query = useQuery({ ...compareQuery(slugs), enabled: slugs.length > 0, placeholderData: keepPreviousData })
  // Filtered by the URL, so that a removed product disappears before the new response arrives.
  const products = slugs.flatMap((slug) => query.data?.items.find(({ asked }) => asked === slug) ?? [])
  const isSettled = query.isSuccess && !query.isPlaceholderData
  const unknownSlugs = isSettled ? slugs.filter((slug) => !products.some(({ asked }) => asked === slug)) : []

  // Removes products that no longer exist from the tray.
  const joinedUnknownSlugs = unknownSlugs.join()
  useEffect(() => {
    for (const slug of joinedUnknownSlugs.split(',')) removeFromCompared(slug)
  }, [joinedUnknownSlugs])

  return (
    <div className={`container ${styles.comparePage}`}>
      {/*
        The empty comparison is indexed. Comparisons of products are not: 36 products make 66,000 URLs of duplicate content. They are
        `noindex, follow`, so that crawlers reach the product pages.
      */}
      <PageMeta
        title={products.length > 0 ? formatCompareTitle(products.map(({ name }) => name)) : 'Compare products'}
        description={ABOUT}
        canonical={paths.compare()}
        noIndex={slugs.length > 0 && 'follow'}
      />
      {slugs.length === 0 && <StructuredData things={import.meta.env.SSR && [breadcrumbData(location, CRUMBS)]} />}
      <Breadcrumb items={CRUMBS} />
      <div className="head">
        <h1 id="comparison" tabIndex={-1}>
          Compare products
        </h1>
        <p data-part="head-note">Side by side, line by line. Share the link to show others the same comparison.</p>
      </div>
      <CompareRemarks unknownSlugs={unknownSlugs} isTruncated={comparison.isTruncated} products={products} />
      {query.isError ? (
        <ErrorState
          title="The products could not be loaded"
          text={failureReason(query.error)}
          action={
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        />
      ) : slugs.length > 0 && query.isPending ? (
        <div role="status">
          <span className="visuallyHidden">Loading the products</span>
          <Skeleton className={styles.compareWaiting} />
        </div>
      ) : products.length > 0 ? (
        <ComparisonResult products={products} comparison={comparison} />
      ) : (
        <NothingCompared />
      )}
    </div>
  )
}

function ComparisonResult({ products, comparison }: { products: ComparedProduct[]; comparison: Comparison }) {
  return (
    <>
      <CompareActions products={products} comparison={comparison} />
      <ComparisonTable products={products} onlyDifferences={comparison.onlyDifferences} />
      {products.length < MAX_COMPARED && <AddProduct products={products} comparison={comparison} />}
    </>
  )
}
