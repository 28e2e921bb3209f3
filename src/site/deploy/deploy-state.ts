/** Wizard state outside React: survives navigation and, through sessionStorage, reloads. */
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { useSyncExternalStore } from 'react'
import type { Deployment, DeploymentInput } from '#features/deployment/deployment.client.ts'
import { CURRENCIES } from '#features/sites/currency.policy.ts'
import { REGIONS } from '#features/sites/region.policy.ts'

export type DeployAnswers = Required<Omit<DeploymentInput, 'features'>> & { features: typeof ALL_FEATURES_ON; domainName: string }
export type FeatureName = keyof DeployAnswers['features']

const BLANK_ANSWERS: DeployAnswers = {
  siteName: '',
  description: '',
  primaryRegion: 'uk',
  defaultCurrency: 'gbp',
  domainName: '',
  features: ALL_FEATURES_ON,
  analyticsEnabled: false,
  content: 'starter',
}

export interface DeployState {
  answers: DeployAnswers
  /** Error message by field name. */
  errors: Partial<Record<string, string>>
  /** Error of the whole launch. */
  problem: string | undefined
  busy: boolean
  /** The last attempt: its idempotency key is reused while the answers are the same, so that only one site is created. */
  attempt: { key: string; body: string } | undefined
  launched: Deployment | undefined
  /** The token of the invitation link that was opened, and whether it can still be used; undefined while that is being checked. */
  invitation: { token: string; isValid: boolean | undefined } | undefined
}

const INITIAL_STATE: DeployState = {
  answers: BLANK_ANSWERS,
  errors: {},
  problem: undefined,
  busy: false,
  attempt: undefined,
  launched: undefined,
  invitation: undefined,
}
const STORAGE_KEY = 'deployment'
const listeners = new Set<() => void>()
let current: DeployState | undefined

/** Server rendering and hydration use blank answers, as the page is shared by all visitors. */
export const useDeployState = (): DeployState => useSyncExternalStore(subscribe, getDeployState, () => INITIAL_STATE)

export function getDeployState(): DeployState {
  return (current ??= { ...INITIAL_STATE, ...restore() })
}

export function setDeployState(changes: Partial<DeployState>): void {
  current = { ...getDeployState(), ...changes }
  const { answers, attempt, launched, invitation } = current
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ answers, attempt, launched, invitation }))
  } catch {
    // Storage is unavailable: the state lasts until the page is unloaded.
  }
  for (const listener of listeners) listener()
}

/** Changes answers and clears the errors of the changed fields. */
export function setAnswers(changes: Partial<DeployAnswers>): void {
  const { answers, errors } = getDeployState()
  setDeployState({
    answers: { ...answers, ...changes },
    errors: Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in changes))),
    problem: undefined,
  })
}

/** Clears the wizard for another launch. The invitation stays and is checked again, as it may be used up. */
export const resetDeploy = (): void => {
  const { invitation } = getDeployState()
  setDeployState({ ...INITIAL_STATE, invitation: invitation && { ...invitation, isValid: undefined } })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function restore(): Partial<DeployState> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<DeployState>
    return {
      answers: sanitizeAnswers(stored.answers),
      ...(stored.attempt ? { attempt: stored.attempt } : {}),
      ...(stored.launched ? { launched: stored.launched } : {}),
      ...(stored.invitation ? { invitation: stored.invitation } : {}),
    }
  } catch {
    return {}
  }
}

/** Replaces stored values that this version of the form does not offer. */
function sanitizeAnswers(stored: Partial<DeployAnswers> = {}): DeployAnswers {
  const merged = { ...BLANK_ANSWERS, ...stored, features: { ...BLANK_ANSWERS.features, ...stored.features } }
  return {
    ...merged,
    primaryRegion: REGIONS.includes(merged.primaryRegion) ? merged.primaryRegion : BLANK_ANSWERS.primaryRegion,
    defaultCurrency: CURRENCIES.includes(merged.defaultCurrency) ? merged.defaultCurrency : BLANK_ANSWERS.defaultCurrency,
  }
}
