import { customerStatusLabel, type CustomerEvent } from '#features/enquiries/tracking/tracking.client.ts'
import { ShortTime } from '#ui/text/time.tsx'
import * as styles from './enquiry-status.module.css'

/** Oldest first. `who` is absent for what the customer did. */
export function EnquiryConversation({ events, question }: { events: CustomerEvent[]; question: string | null }) {
  return (
    <ol className={styles.conversation}>
      {events.map((event) => {
        const words = event.what === 'received' ? question : event.what === 'message' || event.what === 'answer' ? event.text : null
        return (
          <li key={`${event.at} ${event.what}`} data-side={event.who === null ? 'customer' : 'shop'}>
            <p className={styles.conversationWho}>
              <b>{event.who ?? 'You'}</b> {describe(event)} <ShortTime date={event.at} />
            </p>
            {words && (
              <p dir="auto" className={styles.conversationWords}>
                {words}
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
