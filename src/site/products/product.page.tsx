import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { categoryClassById } from '#features/categories/category.client.ts'
import { productQuery } from '#features/products/product.client.ts'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { LazyHydration } from '#ui/hydration/lazy-hydration.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { breadcrumbData } from '#site/structured-data/breadcrumb.data.ts'
import { usePageLocation } from '#site/structured-data/page-location.ts'
import { parseExactPrice, productData } from '#site/structured-data/product.data.ts'
import { StructuredData } from '#site/structured-data/structured-data.tsx'
import { ProductDiscussion } from './product-discussion.tsx'
import { ProductFailed } from './product-failed.tsx'
import { ProductHero } from './product-hero.tsx'
import { ProductTabs } from './product-tabs.tsx'
import { REVIEWS_TAB, parseProductTab } from './product-url.ts'
import { RelatedProducts } from './related-products.tsx'
import * as styles from './product.module.css'

export default function ProductPage() {
  const { slug = '' } = useParams()
  const productResult = useQuery(productQuery(slug))
  const location = usePageLocation()
  const [searchParams] = useSearchParams()
  const isEnquirySent = searchParams.get('sent') === 'enquiry'

  if (productResult.isPending) return <ProductPageSkeleton />
  // If a refetch fails, the product that was loaded before stays visible.
  if (productResult.isError && !productResult.data) {
    const browseLink = <ButtonLink to={paths.products()}>Browse products</ButtonLink>
    return <ProductFailed title="Product" error={productResult.error} query={productResult} notFoundAction={browseLink} />
  }

  const product = productResult.data
  if (product.slug !== slug) return <Navigate to={paths.product(product.slug)} replace />
  const priceAmount = parseExactPrice(location, product.price)
  const crumbs = [
    { label: 'Products', to: paths.products() },
    { label: product.categoryName, to: paths.products({ category: product.categorySlug }) },
    { label: product.name },
  ]
  return (
    <div className={categoryClassById(product.categoryId)}>
      <PageMeta
        title={product.name}
        description={product.description}
        canonical={paths.product(product.slug)}
        share={{ kind: 'product', key: product.slug }}
        kind="product"
        facts={
          priceAmount === undefined || product.isDemo
            ? {}
            : { 'product:price:amount': String(priceAmount), 'product:price:currency': location.site.currency.toUpperCase() }
        }
        isDemo={product.isDemo}
        feed={product.categoryId === null ? undefined : { title: product.categoryName, subject: { category: product.categorySlug } }}
      />
      <StructuredData things={import.meta.env.SSR && [productData(location, product), breadcrumbData(location, crumbs)]} />
      <div className="container">
        <Breadcrumb items={crumbs} />
        {isEnquirySent && (
          <Notice tone="good" role="status" className={styles.productSent} title="Enquiry submitted successfully">
            We'll be in touch soon regarding your enquiry.
          </Notice>
        )}
      </div>
      <LazyHydration>
        <ProductHero product={product} />
      </LazyHydration>
      <LazyHydration now={parseProductTab(searchParams) === REVIEWS_TAB}>
        <ProductTabs product={product} />
      </LazyHydration>
      <LazyHydration>
        <ProductDiscussion product={product} />
      </LazyHydration>
      <LazyHydration>
        <RelatedProducts product={product} />
      </LazyHydration>
    </div>
  )
}

function ProductPageSkeleton() {
  return (
    <div className={styles.productWaitingPage} role="status">
      <PageMeta title="Product" />
      <span className="visuallyHidden">Loading the product</span>
      <div className={`container ${styles.productWaiting}`}>
        <Skeleton className={styles.waitingCrumbs} />
      </div>
      <div className={`container ${styles.detail} ${styles.productWaiting}`}>
        <Skeleton className={styles.stage} />
        <div>
          <Skeleton className={styles.waitingTag} />
          <Skeleton className={styles.waitingName} />
          <Skeleton className={styles.waitingDeck} />
          <Skeleton className={styles.waitingDeck} />
          <Skeleton className={styles.waitingPrice} />
        </div>
      </div>
    </div>
  )
}
