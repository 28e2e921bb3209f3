import type { SubscriberListInput } from '#features/newsletter/subscriber.client.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import type { Wording } from '#wording/wording.ts'

export const SUBSCRIBER_STATE_LABELS = { confirmed: 'Confirmed', waiting: 'Waiting' } as const satisfies Record<
  NonNullable<SubscriberListInput['state']>,
  string
>

export const SUBSCRIBER_SORT_LABELS = { newest: 'Newest', oldest: 'Oldest', email: 'Address' } as const satisfies Record<
  NonNullable<SubscriberListInput['sort']>,
  string
>

/** Names the page on which the address was entered. @param page path of the page; null if unknown */
export const formatSignUpPage = (page: string | null): string => (page === null ? 'Unknown' : page === '/' ? 'Home page' : page)

/** Formats the caption of the list: "2 of 1,234 addresses", or "1,234 addresses" if all match. */
export const formatSubscriberCaption = (matchCount: number, totalCount: number, { number, count }: Wording): string =>
  matchCount === totalCount ? count(totalCount, ADMIN_NOUNS.address) : `${number(matchCount)} of ${count(totalCount, ADMIN_NOUNS.address)}`
