/** Shows the status of an enquiry to the customer, who needs no account: the key in the URL grants access. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { customerStatusLabel, enquiryStatusQuery, type EnquiryStatusView } from '#features/enquiries/tracking/tracking.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Link } from '#ui/router/link.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { LongDate } from '#ui/text/time.tsx'
import { EnquiryConversation } from './enquiry-conversation.tsx'
import { EraseForm, MessageForm, WithdrawForm } from './enquiry-status-forms.tsx'
import * as styles from './enquiry-status.module.css'

export default function EnquiryStatusPage() {
  const { slug: accessToken = '' } = useParams()
  const enquiry = useQuery(enquiryStatusQuery(accessToken))
  return (
    <div className={`container ${styles.status}`}>
      <PageMeta title="Your enquiry" noIndex />
      {enquiry.isPending ? (
        <div role="status">
          <span className="visuallyHidden">Loading your enquiry</span>
          <Skeleton className={styles.statusWaiting} />
        </div>
      ) : enquiry.isError ? (
        <EnquiryFailed isUnknown={enquiry.error.status === 404} isRetrying={enquiry.isFetching} onRetry={() => void enquiry.refetch()} />
      ) : (
        <EnquiryStatus accessToken={accessToken} enquiry={enquiry.data} />
      )}
    </div>
  )
}

function EnquiryFailed({ isUnknown, isRetrying, onRetry }: { isUnknown: boolean; isRetrying: boolean; onRetry: () => void }) {
  if (!isUnknown)
    return (
      <ErrorState
        level={1}
        title="Your enquiry could not be loaded"
        action={
          <Button busy={isRetrying} onClick={onRetry}>
            Try again
          </Button>
        }
      />
    )
  return (
    <ErrorState
      level={1}
      title="This link no longer works"
      text="It is too old or incomplete, or the enquiry has been erased. Copy the whole link from the email, or ask for a new one."
      action={<ButtonLink to={paths.findEnquiry()}>Ask for a new link</ButtonLink>}
    />
  )
}

const BADGE_VARIANTS = { new: 'default', contacted: 'secondary', completed: 'outline', cancelled: 'destructive' } as const
const getBadgeVariant = (status: string) =>
  Object.hasOwn(BADGE_VARIANTS, status) ? BADGE_VARIANTS[status as keyof typeof BADGE_VARIANTS] : 'outline'

function EnquiryStatus({ accessToken, enquiry }: { accessToken: string; enquiry: EnquiryStatusView }) {
  const { productName, productPrice, productSlug, createdAt, status, handler, message, isOpen, events } = enquiry
  const { name, email, phone, address } = enquiry
  return (
    <>
      <header className={styles.statusHead}>
        <p className="tag">Enquiry {enquiry.id}</p>
        <h1>{productSlug === null ? productName : <Link to={paths.product(productSlug)}>{productName}</Link>}</h1>
        <p className={styles.statusLine}>
          <Badge variant={getBadgeVariant(status)}>{customerStatusLabel(status)}</Badge>
          <span>
            {productPrice} · sent on <LongDate date={createdAt} />
          </span>
        </p>
        <p className="lead">{handler === null ? 'It has not been assigned yet.' : `${handler} is handling it.`}</p>
      </header>
      <section aria-labelledby="happened">
        <h2 id="happened">Messages</h2>
        <EnquiryConversation events={events} question={message} />
      </section>
      {isOpen && (
        <section aria-labelledby="add">
          <h2 id="add">Add a message</h2>
          <MessageForm accessToken={accessToken} />
        </section>
      )}
      <section className={styles.statusMore} aria-labelledby="more">
        <h2 id="more">Manage this enquiry</h2>
        <details>
          <summary>Your details</summary>
          <dl className={styles.statusFacts}>
            {Object.entries({ Name: name, Email: email, Phone: phone, Address: address }).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
        {isOpen && (
          <details>
            <summary>Withdraw it</summary>
            <WithdrawForm accessToken={accessToken} />
          </details>
        )}
        <details>
          <summary>Erase it permanently</summary>
          <EraseForm accessToken={accessToken} />
        </details>
      </section>
    </>
  )
}
