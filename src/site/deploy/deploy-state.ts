/** What was answered so far, outside React: it outlives a look at another page, and in the browser's tab also a reload. */
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
  /** Field → what is wrong with it. */
  errors: Partial<Record<string, string>>
  /** What is wrong with the whole. */
  problem: string | undefined
  busy: boolean
  /** Of the last attempt: asked again with the same answers it is the same copy. */
  attempt: { key: string; body: string } | undefined
  launched: Deployment | undefined
  /** The token of the invitation link that was opened, and whether it can still be used; undefined while that is being checked. */
  invitation: { token: string; isValid: boolean | undefined } | undefined
}

const START: DeployState = {
  answers: BLANK_ANSWERS,
  errors: {},
  problem: undefined,
  busy: false,
  attempt: undefined,
  launched: undefined,
  invitation: undefined,
}
const STORED = 'deployment'
const listeners = new Set<() => void>()
let current: DeployState | undefined

/** The server and the first picture in the browser show blank answers: the page is the same for everyone. */
export const useDeployState = (): DeployState => useSyncExternalStore(onChange, getDeployState, () => START)

export function getDeployState(): DeployState {
  return (current ??= { ...START, ...restore() })
}

export function setDeployState(some: Partial<DeployState>): void {
  current = { ...getDeployState(), ...some }
  const { answers, attempt, launched, invitation } = current
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ answers, attempt, launched, invitation }))
  } catch {
    // Without storage the answers live as long as the page.
  }
  for (const listener of listeners) listener()
}

/** What is being corrected is no longer called wrong. */
export function setAnswers(some: Partial<DeployAnswers>): void {
  const { answers, errors } = getDeployState()
  setDeployState({
    answers: { ...answers, ...some },
    errors: Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in some))),
    problem: undefined,
  })
}

/** A single-use invitation has been used by now; one with more uses is checked again. */
export const resetDeploy = (): void => {
  const { invitation } = getDeployState()
  setDeployState({ ...START, invitation: invitation && { ...invitation, isValid: undefined } })
}

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function restore(): Partial<DeployState> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Partial<DeployState>
    return {
      answers: sound(stored.answers),
      ...(stored.attempt ? { attempt: stored.attempt } : {}),
      ...(stored.launched ? { launched: stored.launched } : {}),
      ...(stored.invitation ? { invitation: stored.invitation } : {}),
    }
  } catch {
    return {}
  }
}

/** Only what this version of the form can show. */
function sound(stored: Partial<DeployAnswers> = {}): DeployAnswers {
  const merged = { ...BLANK_ANSWERS, ...stored, features: { ...BLANK_ANSWERS.features, ...stored.features } }
  return {
    ...merged,
    primaryRegion: REGIONS.includes(merged.primaryRegion) ? merged.primaryRegion : BLANK_ANSWERS.primaryRegion,
    defaultCurrency: CURRENCIES.includes(merged.defaultCurrency) ? merged.defaultCurrency : BLANK_ANSWERS.defaultCurrency,
  }
}
