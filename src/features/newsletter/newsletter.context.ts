/** What the room adds to the types below it: its tables. */
import type { Generated } from 'kysely'

export type IssueState = 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent'
export type RecipientState = 'waiting' | 'sent' | 'bounced' | 'failed' | 'skipped'

declare module '#db/tables.ts' {
  interface Tables {
    subscribers: {
      id: Generated<number>
      email: string
      /** When it was last asked for; a letter that is sent again begins the time anew. */
      created_at: string
      confirmed_at: string | null
      /** The path of the page whose form was used; null: not known. */
      page: Generated<string | null>
      /** Of an address that was brought from elsewhere: where and when its owner agreed. */
      consent_source: Generated<string | null>
      consent_at: Generated<string | null>
    }
    /** None for a reader who wants everything. */
    subscriber_interests: { subscriber_id: number; category_id: number }
    newsletter_issues: {
      id: Generated<number>
      subject: string
      /** Markdown. */
      intro: string
      /** JSON: the entries in their order. */
      entries: string
      /** JSON: ids of the categories whose readers get it; none for all. */
      audience: string
      /** Mails a minute. */
      rate: number
      state: IssueState
      /** What its links begin with: `https://example.org`. */
      origin: string | null
      /** The HTML part and the text part, as everybody gets them but for the links that are one reader's own. */
      html: string | null
      plain: string | null
      /** The random part of the placeholders in both; null until they are written. */
      link_mark: string | null
      created_at: string
      changed_at: string
      scheduled_at: string | null
      /** When it began to go out; from then on it is in the archive. */
      started_at: string | null
      /** When all who get it had been noted. */
      listed_at: string | null
      finished_at: string | null
      /** Why nothing goes out at the moment. */
      last_error: string | null
    }
    newsletter_recipients: {
      issue_id: number
      subscriber_id: number
      state: RecipientState
      attempts: Generated<number>
      reason: string | null
    }
    /** Keyed hashes of addresses that have unsubscribed: an import skips them unless their consent is newer. */
    newsletter_unsubscribes: { address_hash: string; left_at: string }
    /** Who has left is forgotten; that somebody did, and after which issue, is counted. */
    newsletter_departures: { id: Generated<number>; left_at: string; joined_at: string | null; issue_id: number | null }
  }
}
