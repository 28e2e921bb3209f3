import { customerStatusLabel, type CustomerEvent } from '#features/enquiries/tracking/tracking.client.ts'
import { wrapTables } from '#ui/text/long-text.ts'
import { ShortTime } from '#ui/text/time.tsx'
import * as styles from './enquiry-status.module.css'

/** Lists the events of an enquiry, oldest first. The question was entered as plain text, messages and replies as Markdown. An event whose `who` is null was caused by the customer. */
export function EnquiryConversation({ events, question }: { events: CustomerEvent[]; question: string | null }) {
  return (
    <ol className={styles.conversation}>
      {events.map((event) => {
        const messageText = event.what === 'received' ? question : event.what === 'message' || event.what === 'answer' ? event.text : null
        return (
          <li key={`${event.at} ${event.what}`} data-side={event.who === null ? 'customer' : 'shop'}>
            <p className={styles.conversationWho}>
              <b>{event.who ?? 'You'}</b> {describeEvent(event)} <ShortTime date={event.at} />
            </p>
            {event.textHtml !== null ? (
              <div dir="auto" className={styles.conversationWords} dangerouslySetInnerHTML={{ __html: wrapTables(event.textHtml) }} />
            ) : (
              messageText && (
                <p dir="auto" className={styles.conversationWords}>
                  {messageText}
                </p>
              )
            )}
          </li>
        )
      })}
    </ol>
  )
}

function describeEvent({ what, text }: CustomerEvent): string {
  if (what === 'received') return 'asked'
  if (what === 'withdrawn') return 'withdrew the enquiry'
  if (what === 'status') return `set the status to “${customerStatusLabel(text ?? '')}”`
  return 'wrote'
}
