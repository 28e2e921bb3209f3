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

const DESCRIPTION =
  'Two to four products side by side: price, rating and every line of their specifications, with the differences and the better values marked.'

const CRUMBS = [{ label: 'Products', to: paths.products() }, { label: 'Compare' }]

export default function ComparePage() {
  const [searchParams] = useSearchParams()
  const canonicalUrl = canonicalCompareUrl(searchParams)
  return canonicalUrl === undefined ? <ComparisonView searchParams={searchParams} /> : <Navigate to={canonicalUrl} replace />
}

function ComparisonView({ searchParams }: { searchParams: URLSearchParams }) {
  const location = usePageLocation()
  const comparison = parseComparison(searchParams)
  const { slugs } = comparison
  const compared = useQuery({ ...compareQuery(slugs), enabled: slugs.length > 0, placeholderData: keepPreviousData })
  // Only products in the URL are shown, so that a removed product disappears before the new response arrives.
  const products = slugs.flatMap((slug) => compared.data?.items.find(({ asked }) => asked === slug) ?? [])
  const isLoaded = compared.isSuccess && !compared.isPlaceholderData
  const unknownSlugs = isLoaded ? slugs.filter((slug) => !products.some(({ asked }) => asked === slug)) : []

  // Removes products that do not exist, or no longer do, from the tray.
  const joinedUnknownSlugs = unknownSlugs.join()
  useEffect(() => {
    for (const slug of joinedUnknownSlugs.split(',')) removeFromCompared(slug)
  }, [joinedUnknownSlugs])

  return (
    <div className={`container ${styles.comparePage}`}>
      {/*
        Search engines may index the empty comparison. They may not index comparisons of products, because 36 products make 66,000 URLs
        with duplicate content. These are `noindex, follow`, so that crawlers reach the product pages.
      */}
      <PageMeta
        title={products.length > 0 ? formatCompareTitle(products.map(({ name }) => name)) : 'Compare products'}
        description={DESCRIPTION}
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
      {compared.isError ? (
        <ErrorState
          title="The products could not be loaded"
          text={failureReason(compared.error)}
          action={
            <Button busy={compared.isFetching} onClick={() => void compared.refetch()}>
              Try again
            </Button>
          }
        />
      ) : slugs.length > 0 && compared.isPending ? (
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
