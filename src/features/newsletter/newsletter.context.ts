/** Declares the tables of the newsletter feature. */
import type { Generated } from 'kysely'

export type IssueState = 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent'
export type RecipientState = 'waiting' | 'sent' | 'bounced' | 'failed' | 'skipped'

declare module '#db/tables.ts' {
  interface Tables {
    subscribers: {
      id: Generated<number>
      email: string
      /** When the last confirmation mail was requested; restarts the confirmation period. */
      created_at: string
      confirmed_at: string | null
      /** Path of the page with the subscription form; null: unknown or imported. */
      page: Generated<string | null>
      /** Where the owner of an imported address consented; null if it was not imported. */
      consent_source: Generated<string | null>
      /** When the owner of an imported address consented; null if it was not imported. */
      consent_at: Generated<string | null>
    }
    /** The categories that subscribers chose; a subscriber without rows gets every issue. */
    subscriber_interests: { subscriber_id: number; category_id: number }
    newsletter_issues: {
      id: Generated<number>
      subject: string
      /** Introduction in Markdown. */
      intro: string
      /** JSON array of the entries in display order. */
      entries: string
      /** JSON array of the ids of the categories whose subscribers get the issue; empty: all subscribers. */
      audience: string
      /** Maximum number of mails per minute. */
      rate: number
      state: IssueState
      /** Origin of the links in the mail: `https://example.org`; null until sent or scheduled. */
      origin: string | null
      /** The rendered HTML part with placeholders for per-subscriber links; null until rendered. */
      html: string | null
      /** The rendered text part with the same placeholders; null until rendered. */
      plain: string | null
      /** Random part of the placeholders; null until rendered. */
      link_mark: string | null
      created_at: string
      changed_at: string
      scheduled_at: string | null
      /** When sending started; from then on the issue is in the public archive. */
      started_at: string | null
      /** When the list of recipients was complete. */
      listed_at: string | null
      finished_at: string | null
      /** Why sending is currently stopped; null when there is no error. */
      last_error: string | null
    }
    newsletter_recipients: {
      issue_id: number
      subscriber_id: number
      state: RecipientState
      attempts: Generated<number>
      reason: string | null
    }
    /** Keyed hashes of unsubscribed addresses, which imports skip unless the consent is newer. */
    newsletter_unsubscribes: { address_hash: string; left_at: string }
    /** Anonymous unsubscribe events for statistics; `issue_id` is the issue whose link was used, or null. */
    newsletter_departures: { id: Generated<number>; left_at: string; joined_at: string | null; issue_id: number | null }
  }
}
