/** What the room adds to the types below it: its tables. */
import type { Generated } from 'kysely'
import type { NoticeKind, NoticeTiming } from './notice-kind.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    notices: {
      id: Generated<number>
      user_id: number
      kind: NoticeKind
      /** `topic:12`: while one about it is unread, another adds to it. */
      about: string
      /** A topic's title for replies, a sentence otherwise. */
      title: string
      /** Where it leads. */
      path: string
      /** Of the site when it happened, for the mail; empty where nobody knows. */
      origin: string
      /** Who did it last. */
      actor_id: number | null
      /** The first and the last of what it tells of, such as replies. */
      first_item: Generated<number>
      last_item: Generated<number>
      items: number
      /** How many of them a mail has told of. */
      mailed_items: Generated<number>
      at: string
      read_at: string | null
    }
    /** Where a member wants it otherwise than it usually is. */
    notice_preferences: { user_id: number; kind: string; timing: NoticeTiming }
    /** What is known of a member's mails. */
    notice_senders: {
      user_id: number
      /** In each mail: it switches a kind of mail off, and nothing else. */
      leave_key: string
      /** The last day with a mail (UTC, `2026-01-31`), and how many it had. */
      day: string
      mails: Generated<number>
    }
  }
}
