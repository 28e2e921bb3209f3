/** What was answered so far, outside React: it outlives a look at another page, and in the browser's tab also a reload. */
import { useSyncExternalStore } from 'react'
import type { Deployment, DeploymentInput } from '#features/deployment/deployment.client.ts'
import { CURRENCIES, REGIONS } from '#features/sites/region.policy.ts'

export type Answers = Required<DeploymentInput> & { domainName: string }
export type FeatureName = keyof Answers['features']

export const BLANK: Answers = {
  siteName: '',
  description: '',
  primaryRegion: 'uk',
  defaultCurrency: 'gbp',
  domainName: '',
  features: { products: true, articles: true, forums: true, expertAdvice: true, userAccounts: true },
  analyticsEnabled: false,
  content: 'starter',
}

export interface Assistant {
  answers: Answers
  /** Field → what is wrong with it. */
  errors: Partial<Record<string, string>>
  /** What is wrong with the whole. */
  problem: string | undefined
  busy: boolean
  /** Of the last attempt: asked again with the same answers it is the same copy. */
  attempt: { key: string; body: string } | undefined
  launched: Deployment | undefined
}

const START: Assistant = { answers: BLANK, errors: {}, problem: undefined, busy: false, attempt: undefined, launched: undefined }
const STORED = 'deployment'
const listeners = new Set<() => void>()
let current: Assistant | undefined

/** The server and the first picture in the browser show blank answers: the page is the same for everyone. */
export const useAssistant = (): Assistant => useSyncExternalStore(onChange, assistant, () => START)

export function assistant(): Assistant {
  return (current ??= { ...START, ...restore() })
}

export function setAssistant(some: Partial<Assistant>): void {
  current = { ...assistant(), ...some }
  const { answers, attempt, launched } = current
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ answers, attempt, launched }))
  } catch {
    // Without storage the answers live as long as the page.
  }
  for (const listener of listeners) listener()
}

/** What is being corrected is no longer called wrong. */
export function answer(some: Partial<Answers>): void {
  const { answers, errors } = assistant()
  setAssistant({
    answers: { ...answers, ...some },
    errors: Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in some))),
    problem: undefined,
  })
}

export const startAgain = (): void => setAssistant(START)

function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function restore(): Partial<Assistant> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Partial<Assistant>
    return {
      answers: sound(stored.answers),
      ...(stored.attempt ? { attempt: stored.attempt } : {}),
      ...(stored.launched ? { launched: stored.launched } : {}),
    }
  } catch {
    return {}
  }
}

/** Only what this version of the form can show. */
function sound(stored: Partial<Answers> = {}): Answers {
  const merged = { ...BLANK, ...stored, features: { ...BLANK.features, ...stored.features } }
  return {
    ...merged,
    primaryRegion: REGIONS.includes(merged.primaryRegion) ? merged.primaryRegion : BLANK.primaryRegion,
    defaultCurrency: CURRENCIES.includes(merged.defaultCurrency) ? merged.defaultCurrency : BLANK.defaultCurrency,
  }
}
