/** Asks an outside spam checker for its opinion about a post, if the operator has configured one (`SPAM_CHECK_URL`). */
import type { Context } from '#platform/contract/context.ts'
import { z } from '#platform/contract/zod.ts'
import type { ScreenedKind } from './screening.policy.ts'

/** What a checker receives. It names neither the author nor their IP address. */
export interface CheckedPost {
  kind: ScreenedKind
  title: string | null
  content: string
  /** Domains of the links. */
  domains: readonly string[]
  author: { isGuest: boolean; level: number; memberSince: string | null }
}

export interface SpamOpinion {
  isSpam: boolean
  /** Probability of spam, from 0 to 1. */
  score: number
  detail?: string | undefined
}

/** Returns undefined for no opinion. */
export type SpamChecker = (ctx: Pick<Context, 'log'>, post: CheckedPost) => Promise<SpamOpinion | undefined>

const TIMEOUT_MS = 2000
const MAX_RESPONSE_LENGTH = 10_000
const DETAIL_MAX = 300
const Opinion = z.object({
  isSpam: z.boolean(),
  score: z.number().min(0).max(1).optional(),
  detail: z
    .string()
    .transform((text) => text.slice(0, DETAIL_MAX))
    .optional(),
})

const noChecker: SpamChecker = () => Promise.resolve(undefined)
let checker = noChecker

/** Sets the checker of this process. @param url undefined for none */
export function setSpamChecker(url: string | undefined): void {
  checker = url === undefined ? noChecker : (ctx, post) => askChecker(ctx, url, post)
}

export const checkForSpam: SpamChecker = (ctx, post) => checker(ctx, post)

/** A checker that fails or does not respond in time has no opinion, so that it cannot prevent posting. */
async function askChecker({ log }: Pick<Context, 'log'>, url: string, post: CheckedPost): Promise<SpamOpinion | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(post),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (!response.ok || text.length > MAX_RESPONSE_LENGTH) throw new Error(`unexpected response with status ${response.status}`)
    const { isSpam, score = Number(isSpam), detail } = Opinion.parse(JSON.parse(text))
    return { isSpam, score, detail }
  } catch (error) {
    log.warn({ err: error }, 'spam checker failed')
    return undefined
  }
}
