import { useQuery } from '@tanstack/react-query'
import { enquiryTimelineQuery, type EnquiryEvent } from '#features/enquiries/handling/enquiry-handling.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { wrapTables } from '#ui/text/long-text.ts'
import { Spinner } from '#ui/states/spinner.tsx'
import { formatEnquiryStatus } from '#features/enquiries/handling/enquiry-status.policy.ts'
import * as styles from './enquiries.module.css'
import * as panelStyles from '#admin/panel/panel.module.css'

/** Lists the history of an enquiry, oldest event first. */
export function EnquiryTimeline({ id }: { id: number }) {
  const events = useQuery(enquiryTimelineQuery(id))
  if (events.isPending) return <Spinner label="Loading the history" />
  if (events.isError)
    return (
      <div className={panelStyles.panelLine} role="alert">
        <p>The history could not be loaded.</p>
        <Button variant="quiet" size="s" busy={events.isFetching} onClick={() => void events.refetch()}>
          Try again
        </Button>
      </div>
    )
  return (
    <ol className={styles.timeline}>
      {events.data.items.map((event) => (
        <li key={`${event.at} ${event.what} ${event.after}`}>
          <p>
            <b dir="auto">{event.who}</b> {describeEvent(event)}
          </p>
          <EventText event={event} />
          <ShortTime date={event.at} />
        </li>
      ))}
    </ol>
  )
}

/** Notes are plain text, messages and replies are Markdown. */
function EventText({ event: { what, after, textHtml } }: { event: EnquiryEvent }) {
  if (textHtml !== null)
    return <div dir="auto" className={styles.timelineWords} dangerouslySetInnerHTML={{ __html: wrapTables(textHtml) }} />
  if (!after || (what !== 'notes' && what !== 'message' && what !== 'answer')) return null
  return (
    <p dir="auto" className={styles.timelineWords}>
      {after}
    </p>
  )
}

function describeEvent({ what, before, after }: EnquiryEvent): string {
  if (what === 'received') return 'sent the enquiry'
  if (what === 'withdrawn') return 'withdrew the enquiry'
  if (what === 'message') return 'sent a message'
  if (what === 'answer') return 'replied to the customer'
  if (what === 'notes') return after ? (before ? 'changed the notes' : 'added notes') : 'removed the notes'
  const quoteStatus = (status: string | null) => `“${formatEnquiryStatus(status ?? '')}”`
  return before ? `changed the status from ${quoteStatus(before)} to ${quoteStatus(after)}` : `set the status to ${quoteStatus(after)}`
}
