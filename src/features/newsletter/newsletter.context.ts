/** The feature's tables. */
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
      /** Path of the page with the form; null: unknown. */
      page: Generated<string | null>
      /** For imported addresses: where and when the owner consented. */
      consent_source: Generated<string | null>
      consent_at: Generated<string | null>
    }
    /** No rows: the subscriber wants everything. */
    subscriber_interests: { subscriber_id: number; category_id: number }
    newsletter_issues: {
      id: Generated<number>
      subject: string
      /** Markdown. */
      intro: string
      /** JSON: the entries in display order. */
      entries: string
      /** JSON: ids of the categories whose subscribers get the issue; empty: all. */
      audience: string
      /** Mails per minute. */
      rate: number
      state: IssueState
      /** Origin of its links: `https://example.org`. */
      origin: string | null
      /** The rendered HTML and text parts, with placeholders for per-subscriber links. */
      html: string | null
      plain: string | null
      /** Random part of the placeholders; null until rendered. */
      link_mark: string | null
      created_at: string
      changed_at: string
      scheduled_at: string | null
      /** Start of sending; from then on the issue is in the archive. */
      started_at: string | null
      /** When the list of recipients was complete. */
      listed_at: string | null
      finished_at: string | null
      /** Why sending is currently stopped. */
      last_error: string | null
    }
    newsletter_recipients: {
      issue_id: number
      subscriber_id: number
      state: RecipientState
      attempts: Generated<number>
      reason: string | null
    }
    /** Keyed hashes of unsubscribed addresses: an import skips them unless the consent is newer. */
    newsletter_unsubscribes: { address_hash: string; left_at: string }
    /** Anonymous unsubscribe events for statistics, with the issue that contained the link. */
    newsletter_departures: { id: Generated<number>; left_at: string; joined_at: string | null; issue_id: number | null }
  }
}
