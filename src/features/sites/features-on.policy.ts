/** What a site begins with. Apart from what is said of the switches: every page needs this, and no first visit the words. */
import type { FeatureName } from '#platform/contract/context.ts'
import { keysOf, toRecord } from '#platform/client/typed-entries.client.ts'

export const ALL_FEATURES_ON: Record<FeatureName, boolean> = {
  products: true,
  articles: true,
  forums: true,
  expertAdvice: true,
  tools: true,
  userAccounts: true,
}

/** One value for every switch. */
export const setEverySwitch = <T>(value: T): Record<FeatureName, T> => toRecord(keysOf(ALL_FEATURES_ON), () => value)
