import type { SubscriberListInput } from '#features/newsletter/subscriber.client.ts'

export const STATES = { confirmed: 'Confirmed', waiting: 'Waiting' } as const satisfies Record<
  NonNullable<SubscriberListInput['state']>,
  string
>

export const SORTS = { newest: 'Newest', oldest: 'Oldest', email: 'Address' } as const satisfies Record<
  NonNullable<SubscriberListInput['sort']>,
  string
>

/** Where somebody subscribed, in words. */
export const pageWords = (page: string | null): string => (page === null ? 'Not known' : page === '/' ? 'Home page' : page)

/** How many are listed, of how many there are. */
export const captionOf = (found: number, all: number): string =>
  found === all
    ? `${all.toLocaleString('en-GB')} ${some(all)}`
    : `${found.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')} ${some(all)}`

export const some = (count: number): string => (count === 1 ? 'address' : 'addresses')
