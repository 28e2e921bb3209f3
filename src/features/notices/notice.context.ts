/** Extends the types of the database with the tables of notices and mail preferences. */
import type { Generated } from 'kysely'
import type { NoticeKind, NoticeTiming } from './notice-kind.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    notices: {
      id: Generated<number>
      user_id: number
      kind: NoticeKind
      /** Key of the subject, such as `topic:12`. A new notice is merged into an unread one of the same kind and subject. */
      about: string
      /** Title of the topic for the kind `reply`, a sentence for other kinds. */
      title: string
      /** Path of the page that the notice links to. */
      path: string
      /** Origin of the site when the notice was written, for links in the mail; empty if unknown. */
      origin: string
      /** Id of the member who caused the latest item; null if the site or a guest caused it. */
      actor_id: number | null
      /** Ids of the first and the last item, such as replies; 0 for notices without items. */
      first_item: Generated<number>
      last_item: Generated<number>
      items: number
      /** Number of items that have been mailed. */
      mailed_items: Generated<number>
      at: string
      read_at: string | null
      /** Whether the subject, such as the topic or product, is demo content. */
      is_demo: Generated<boolean>
    }
    /** Contains the timings that members have chosen; a missing row means the default. */
    notice_preferences: { user_id: number; kind: string; timing: NoticeTiming }
    /** Contains the members who have chosen the weekly digest. */
    weekly_digests: {
      user_id: number
      /** Time of the next digest. */
      due_at: string
      /** Origin of the site when the member chose the digest, for links in the mail; empty if unknown. */
      origin: string
    }
    /** Contains the unsubscribe key and the mail count of each member. */
    notice_senders: {
      user_id: number
      /** Key in the unsubscribe links of all mails to the member; it grants nothing else. */
      leave_key: string
      /** Last day (UTC, `2026-01-31`) on which mails were sent, empty before the first; `mails` is their number on that day. */
      day: string
      mails: Generated<number>
    }
  }
}
