import { customerStatusLabel, type CustomerEvent } from '#features/enquiries/tracking/tracking.client.ts'
import { ShortTime } from '#ui/text/time.tsx'
import * as styles from './enquiry-status.module.css'

/** Events of an enquiry, oldest first. `who` is null for the customer's own. */
export function EnquiryConversation({ events, question }: { events: CustomerEvent[]; question: string | null }) {
  return (
    <ol className={styles.conversation}>
      {events.map((event) => {
        const text = event.what === 'received' ? question : event.what === 'message' || event.what === 'answer' ? event.text : null
        return (
          <li key={`${event.at} ${event.what}`} data-side={event.who === null ? 'customer' : 'shop'}>
            <p className={styles.conversationWho}>
              <b>{event.who ?? 'You'}</b> {describe(event)} <ShortTime date={event.at} />
            </p>
            {text && (
              <p dir="auto" className={styles.conversationWords}>
                {text}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function describe({ what, text }: CustomerEvent): string {
  if (what === 'received') return 'asked'
  if (what === 'withdrawn') return 'withdrew the enquiry'
  if (what === 'status') return `set the status to “${customerStatusLabel(text ?? '')}”`
  return 'wrote'
}
