import { useQuery } from '@tanstack/react-query'
import { Navigate, useActionData, useNavigate, useParams } from 'react-router'
import { Link } from '#ui/router/link.tsx'
import { categoryClassById } from '#features/categories/category.client.ts'
import type { EnquiryValues } from '#features/enquiries/enquiry-check.client.ts'
import { accountQuery } from '#features/accounts/account.client.ts'
import { useSessionQuery } from '#features/accounts/sessions/signed-in.client.ts'
import { EnquiryForm } from '#features/enquiries/enquiry-form.tsx'
import { PriceText } from '#features/products/prices/price-text.tsx'
import { pickProductImage, productLabel, productQuery, type Product } from '#features/products/product.client.ts'
import type { FormResponse } from '#platform/client/forms/plain-form.client.ts'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { ProductFailed } from '#site/products/product-failed.tsx'
import * as styles from './enquiry.module.css'

export default function EnquiryPage() {
  const { slug = '' } = useParams()
  const navigate = useNavigate()
  const rejectedForm = useActionData<FormResponse<keyof EnquiryValues>>()
  const productResult = useQuery(productQuery(slug))
  const memberDetails = useMemberDetails()

  if (productResult.isPending) return <EnquirySkeleton />
  if (productResult.isError) {
    const notFoundAction = <ButtonLink to={paths.home()}>Return Home</ButtonLink>
    return <ProductFailed title="Enquiry" error={productResult.error} query={productResult} notFoundAction={notFoundAction} />
  }

  const product = productResult.data
  if (product.slug !== slug) return <Navigate to={paths.enquiry(product.slug)} replace />
  const productPath = paths.product(product.slug)
  return (
    <div className="container">
      <PageMeta title={`Enquiry: ${product.name}`} description={`Ask about the ${product.name}.`} noIndex />
      <Breadcrumb items={[{ label: 'Products', to: paths.products() }, { label: product.name, to: productPath }, { label: 'Enquiry' }]} />
      <div className={styles.enquiry}>
        <ProductSummary product={product} />
        <div className={styles.enquiryMain}>
          <h1>Product Enquiry</h1>
          <p className="lead">Tell us how to reach you and what you would like to know.</p>
          <EnquiryForm
            key={product.id}
            product={product}
            action={paths.enquiry(product.slug)}
            returned={rejectedForm}
            known={memberDetails}
            cancelTo={productPath}
            onSent={() => navigate(productPath)}
            note={
              <>
                We use these details to answer this enquiry; only administrators see them, and we do not pass them on. Read{' '}
                <Link to={paths.about('privacy')}>what we store and for how long</Link>.
              </>
            }
          />
        </div>
      </div>
    </div>
  )
}

/** Returns the name and email address of the signed-in member; undefined for visitors and while the account is loading. */
function useMemberDetails(): Partial<EnquiryValues> | undefined {
  const user = useSessionQuery()
  const account = useQuery({ ...accountQuery(), enabled: user !== null }).data
  return user && account
    ? { name: account.displayName || account.username, email: account.email ?? account.unconfirmedEmail ?? '' }
    : undefined
}

function ProductSummary({ product }: { product: Product }) {
  const label = productLabel(product.categoryId)
  return (
    <aside className={`${styles.enquirySummary} ${categoryClassById(product.categoryId)}`} aria-label="Your enquiry is about">
      <Picture
        src={pickProductImage(product)}
        alt={product.imageAlt ?? `Drawing of the ${product.name}`}
        boxLabel={label}
        ratio="400/320"
        eager
      />
      <div>
        <p className="tag">{label}</p>
        <p className={styles.summaryName}>
          <Link to={paths.product(product.slug)}>
            <bdi>{product.name}</bdi>
          </Link>
        </p>
        <PriceText price={product.price} />
      </div>
    </aside>
  )
}

function EnquirySkeleton() {
  return (
    <div className="container" role="status">
      <PageMeta title="Enquiry" noIndex />
      <span className="visuallyHidden">Loading the product</span>
      <Skeleton className={styles.enquiryWaitingCrumbs} />
      <div className={styles.enquiry}>
        <Skeleton className={styles.enquiryWaitingSummary} />
        <div className={styles.enquiryWaitingForm}>
          {[1, 2, 3, 4, 5].map((field) => (
            <Skeleton key={field} />
          ))}
        </div>
      </div>
    </div>
  )
}
