/** Lists the nouns of the public site and its mails. Nouns that only the back office needs are in `admin-nouns.ts`. */
import type { PluralForms } from './counts.ts'

export const NOUNS = {
  article: { one: 'article', other: 'articles' },
  character: { one: 'character', other: 'characters' },
  code: { one: 'code', other: 'codes' },
  day: { one: 'day', other: 'days' },
  guide: { one: 'guide', other: 'guides' },
  hour: { one: 'hour', other: 'hours' },
  minute: { one: 'minute', other: 'minutes' },
  month: { one: 'month', other: 'months' },
  option: { one: 'option', other: 'options' },
  point: { one: 'point', other: 'points' },
  product: { one: 'product', other: 'products' },
  /** Noun with its verb, as in `3 products match`. */
  productMatches: { one: 'product matches', other: 'products match' },
  link: { one: 'link', other: 'links' },
  reply: { one: 'reply', other: 'replies' },
  result: { one: 'result', other: 'results' },
  review: { one: 'review', other: 'reviews' },
  second: { one: 'second', other: 'seconds' },
  star: { one: 'star', other: 'stars' },
  suggestion: { one: 'suggestion', other: 'suggestions' },
  topic: { one: 'topic', other: 'topics' },
  similarTopic: { one: 'similar topic', other: 'similar topics' },
  /** Noun for the count of notifications that are new. */
  newNoticeWaits: { one: 'new notification', other: 'new notifications' },
  newReply: { one: 'new reply', other: 'new replies' },
  /** Count of new things in a digest. */
  update: { one: 'update', other: 'updates' },
  unreadNotice: { one: 'unread notification', other: 'unread notifications' },
  upvote: { one: 'upvote', other: 'upvotes' },
  view: { one: 'view', other: 'views' },
  vote: { one: 'vote', other: 'votes' },
  week: { one: 'week', other: 'weeks' },
} as const satisfies Record<string, PluralForms>
