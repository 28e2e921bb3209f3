/** State of the launch wizard. It is stored outside React to survive navigation, and in sessionStorage to survive reloads. */
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
  /** Error messages by field name. */
  errors: Partial<Record<string, string>>
  /** Error message for the whole launch; undefined if it has not failed, or only because of single fields. */
  problem: string | undefined
  /** Whether a site is being launched. */
  busy: boolean
  /** Idempotency key and answers (as JSON) of the last launch. The key is reused for the same answers, so that only one site is created. */
  attempt: { key: string; body: string } | undefined
  launched: Deployment | undefined
  /** Token of the invitation link that was opened. `isValid` is undefined until the server has checked whether it can still be used. */
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
let currentState: DeployState | undefined

/** Returns the state. During server rendering and hydration it is blank, because the page is the same for all visitors. */
export const useDeployState = (): DeployState => useSyncExternalStore(subscribe, getDeployState, () => INITIAL_STATE)

export function getDeployState(): DeployState {
  return (currentState ??= { ...INITIAL_STATE, ...restoreState() })
}

export function setDeployState(changes: Partial<DeployState>): void {
  currentState = { ...getDeployState(), ...changes }
  const { answers, attempt, launched, invitation } = currentState
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ answers, attempt, launched, invitation }))
  } catch {
    // If sessionStorage is unavailable, the state lasts until the document is unloaded.
  }
  for (const listener of listeners) listener()
}

/** Changes answers, and clears the errors of the changed fields and of the whole launch. */
export function setAnswers(changes: Partial<DeployAnswers>): void {
  const { answers, errors } = getDeployState()
  setDeployState({
    answers: { ...answers, ...changes },
    errors: Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in changes))),
    problem: undefined,
  })
}

/** Resets the wizard for another launch. The invitation stays, but is checked again, because it may have been used. */
export const resetDeploy = (): void => {
  const { invitation } = getDeployState()
  setDeployState({ ...INITIAL_STATE, invitation: invitation && { ...invitation, isValid: undefined } })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function restoreState(): Partial<DeployState> {
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

/** Replaces stored regions and currencies that this version of the form does not offer. Missing answers get their default. */
function sanitizeAnswers(stored: Partial<DeployAnswers> = {}): DeployAnswers {
  const merged = { ...BLANK_ANSWERS, ...stored, features: { ...BLANK_ANSWERS.features, ...stored.features } }
  return {
    ...merged,
    primaryRegion: REGIONS.includes(merged.primaryRegion) ? merged.primaryRegion : BLANK_ANSWERS.primaryRegion,
    defaultCurrency: CURRENCIES.includes(merged.defaultCurrency) ? merged.defaultCurrency : BLANK_ANSWERS.defaultCurrency,
  }
}
