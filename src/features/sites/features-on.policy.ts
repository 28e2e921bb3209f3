/**
 * Defines the default of the feature switches. Every page loads this module, so it does not contain their texts
 * (feature-switches.policy.ts).
 */
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

/** Returns an object with the same value for every switch. */
export const setEverySwitch = <T>(value: T): Record<FeatureName, T> => toRecord(keysOf(ALL_FEATURES_ON), () => value)
