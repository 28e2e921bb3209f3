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

/** Label of the page with the sign-up form; null means unknown. */
export const formatSignUpPage = (page: string | null): string => (page === null ? 'Unknown' : page === '/' ? 'Home page' : page)

/** "2 of 1,234 addresses", or "1,234 addresses" when all match. */
export const formatSubscriberCaption = (found: number, all: number, { number, count }: Wording): string =>
  found === all ? count(all, ADMIN_NOUNS.address) : `${number(found)} of ${count(all, ADMIN_NOUNS.address)}`
