/** The feature's tables. */
import type { Generated } from 'kysely'
import type { NoticeKind, NoticeTiming } from './notice-kind.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    notices: {
      id: Generated<number>
      user_id: number
      kind: NoticeKind
      /** `topic:12`: a new notice is merged into an unread one about the same subject. */
      about: string
      /** A topic's title for replies, a sentence otherwise. */
      title: string
      /** Path of the page that it links to. */
      path: string
      /** The site's origin at that time, for the mail; empty if unknown. */
      origin: string
      /** The member who caused the latest item; null: the site. */
      actor_id: number | null
      /** Ids of the first and last item, such as replies. */
      first_item: Generated<number>
      last_item: Generated<number>
      items: number
      /** How many of the items have been mailed. */
      mailed_items: Generated<number>
      at: string
      read_at: string | null
    }
    /** Timings that differ from the default. */
    notice_preferences: { user_id: number; kind: string; timing: NoticeTiming }
    /** Unsubscribe key and mail count of a member. */
    notice_senders: {
      user_id: number
      /** Unsubscribe key in each mail; grants nothing else. */
      leave_key: string
      /** The last day with a mail (UTC, `2026-01-31`), with the number of mails in `mails`. */
      day: string
      mails: Generated<number>
    }
  }
}
