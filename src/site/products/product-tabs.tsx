import { lazy, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useIsAdmin } from '#features/accounts/sessions/signed-in.client.ts'
import type { Product } from '#features/products/product.client.ts'
import { ReportButton } from '#features/reports/report-button.tsx'
import { ProductReviews } from '#features/reviews/product-page/product-reviews.tsx'
import type { ReviewFilter } from '#features/reviews/review.client.ts'
import { ReviewForm } from '#features/reviews/writing/review-form.tsx'
import { TabSet } from '#ui/lists/tabs.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { OwnMutesProvider } from '#site/account/own-mutes.tsx'
import { OwnVoteButtons, OwnVotesProvider } from '#site/account/own-vote.tsx'
import { PostingGate } from '#site/account/posting-gate.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { focusPostMenu, PostMenu } from '#site/posts/post-menu.tsx'
import { RemovedPost } from '#site/posts/removed-post.tsx'
import { MemberLink } from '#site/user/member-link.tsx'
import { paths } from '#site/paths.ts'
import { ReviewFilterBar } from './reviews/review-filter-bar.tsx'
import { DETAILS_TAB, REVIEWS_TAB, parseReviewFilter, reviewsPath, parseProductTab } from './product-url.ts'
import { ProductDetails } from './product-details.tsx'
import * as styles from './product.module.css'
import '#ui/styles/prose.css'

/** Only administrators load this chunk. If it fails to load, the page works without it. */
const HideReview = lazy(() => import('./reviews/hide-review.tsx').catch(() => ({ default: () => null })))

export function ProductTabs({ product }: { product: Product }) {
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const { name: siteName } = useSite()
  // The server renders the same page for all viewers, so the controls for administrators are added after hydration.
  const isMounted = useMounted()
  const filter = parseReviewFilter(searchParams)
  const openTab = (tab: string) =>
    void navigate(tab === REVIEWS_TAB ? `?tab=${REVIEWS_TAB}` : paths.product(product.slug), { replace: true, preventScrollReset: true })
  const applyFilter = (change: ReviewFilter, shouldReplace = true) =>
    void navigate(reviewsPath(product.slug, { ...filter, page: undefined, ...change }).replace(/#.*/, ''), {
      replace: shouldReplace,
      preventScrollReset: true,
    })

  return (
    <div className={`container ${styles.productTabs}`} id={REVIEWS_TAB}>
      <TabSet
        keepMounted
        label="About this product"
        value={parseProductTab(searchParams)}
        onChange={openTab}
        tabs={[
          { value: DETAILS_TAB, label: 'Product Details', content: <ProductDetails product={product} /> },
          {
            value: REVIEWS_TAB,
            label: 'Reviews',
            count: product.reviewCount,
            content: (
              <OwnMutesProvider>
                <OwnVotesProvider on={{ productId: product.id }}>
                  <ProductReviews
                    product={product}
                    siteName={siteName}
                    filter={filter}
                    hrefFor={(linkedFilter) => reviewsPath(product.slug, linkedFilter)}
                    bar={<ReviewFilterBar productSlug={product.slug} filter={filter} onChange={applyFilter} />}
                    form={
                      <PostingGate purpose="to write a review">
                        {(userId) => (
                          <ReviewForm
                            productId={product.id}
                            userId={userId}
                            onPosted={() => searchParams.size > 1 && openTab(REVIEWS_TAB)}
                          />
                        )}
                      </PostingGate>
                    }
                    onEditClosed={({ id }) => focusPostMenu('review', id)}
                    renderRemoved={({ id }, removal, onRestored) => (
                      <RemovedPost kind="review" id={id} removal={removal} onRestored={onRestored} />
                    )}
                    renderPictureAction={({ id, alt }) => (
                      <ReportButton kind="picture" id={id} of={`“${alt}”`} className={styles.pictureReport} />
                    )}
                    renderAuthor={({ userId, username, isAuthorClosed }) => (
                      <MemberLink id={userId} isClosed={isAuthorClosed}>
                        {username}
                      </MemberLink>
                    )}
                    renderFooter={(review, { edit, onRemoved }) => (
                      <div className={styles.reviewFoot}>
                        <OwnVoteButtons subject="review" post={review} />
                        <PostMenu
                          kind="review"
                          id={review.id}
                          authorId={review.userId}
                          authorName={review.username}
                          path={`${reviewsPath(product.slug, {}).replace(/#.*/, '')}#review-${review.id}`}
                          onEdit={edit}
                          onRemoved={onRemoved}
                        />
                        {isAdmin && isMounted && (
                          <Suspense fallback={null}>
                            <HideReview review={review} filter={filter} onEmptied={() => openTab(REVIEWS_TAB)} />
                          </Suspense>
                        )}
                      </div>
                    )}
                  />
                </OwnVotesProvider>
              </OwnMutesProvider>
            ),
          },
        ]}
      />
    </div>
  )
}
