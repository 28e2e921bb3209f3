/** Lists the enquiries that the member sent while signed in. */
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { OWN_ENQUIRIES_PER_PAGE, ownEnquiriesQuery } from '#features/enquiries/own/own-enquiries.client.ts'
import { customerStatusLabel } from '#features/enquiries/tracking/tracking.client.ts'
import { parsePage } from '#site/page-number.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Link } from '#ui/router/link.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Badge } from '#ui/text/badge.tsx'
import { NoBreakText } from '#ui/text/no-break-text.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { OwnList } from './own-list.tsx'
import * as styles from './own.module.css'

export default function OwnEnquiries({ userId }: { userId: number }) {
  const page = parsePage(useSearchParams()[0])
  const enquiries = useQuery(ownEnquiriesQuery(page))
  const isEmpty = enquiries.data?.items.length === 0
  return (
    <>
      {!isEmpty && (
        <p className={styles.hint}>
          To read the answers, open the link in our mails. <Link to={paths.findEnquiry()}>Send me new links</Link>
        </p>
      )}
      <OwnList
        query={enquiries}
        subject="enquiries"
        empty={
          <EmptyState
            level={3}
            title={page > 1 ? 'There is nothing on this page' : 'You have not sent any enquiries yet'}
            text={page > 1 ? undefined : 'An enquiry that you send while signed in appears here.'}
            action={
              page > 1 ? (
                <ButtonLink to={paths.user(userId, 'enquiries')}>Go to the first page</ButtonLink>
              ) : (
                <ButtonLink to={paths.products()}>Look at products</ButtonLink>
              )
            }
          />
        }
      >
        {(items) =>
          items.map(({ id, productName, productSlug, status, createdAt }) => (
            <li key={id}>
              <div>
                <h3>
                  {productSlug ? (
                    <Link to={paths.product(productSlug)}>
                      <NoBreakText text={productName} />
                    </Link>
                  ) : (
                    productName
                  )}
                </h3>
                <p className="meta">
                  <RelativeTime date={createdAt} kind="forum" />
                </p>
              </div>
              <p>
                <Badge variant="secondary">{customerStatusLabel(status)}</Badge>
              </p>
            </li>
          ))
        }
      </OwnList>
      <Pager
        page={page}
        pages={Math.ceil((enquiries.data?.total ?? 0) / OWN_ENQUIRIES_PER_PAGE)}
        hrefFor={(number) => paths.user(userId, 'enquiries', { page: number })}
        label="Pages of enquiries"
      />
    </>
  )
}
