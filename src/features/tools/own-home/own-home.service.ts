import type { Context } from '#platform/contract/context.ts'
import { badRequest, unauthorized } from '#platform/contract/errors.ts'
import { readHomeAnswers } from './home-inputs.policy.ts'
import type { OwnHome } from './own-home.policy.ts'
import type { KeptHome } from './own-home.contract.ts'
import * as queries from './own-home.queries.ts'

const NOTHING: KeptHome = { home: {}, changedAt: null }

export async function getOwnHome(ctx: Context): Promise<KeptHome> {
  if (!ctx.viewer) throw unauthorized()
  return (await queries.findOwnHome(ctx, ctx.viewer)) ?? NOTHING
}

/** @throws AppError 400 naming each answer that is wrong; nothing is kept then */
export async function saveOwnHome(ctx: Context, given: OwnHome): Promise<KeptHome> {
  if (!ctx.viewer) throw unauthorized()
  const now = new Date().toISOString()
  const { home, errors } = readHomeAnswers(given, now.slice(0, 10))
  const wrong = Object.entries(errors).map(([path, message]) => ({ path, message }))
  if (wrong[0]) throw badRequest(`${wrong[0].path}: ${wrong[0].message}`, wrong)
  if (Object.keys(home).length === 0) return eraseOwnHome(ctx)
  await queries.upsertOwnHome(ctx, ctx.viewer.id, home, now)
  return { home, changedAt: now }
}

export async function eraseOwnHome(ctx: Context): Promise<KeptHome> {
  if (!ctx.viewer) throw unauthorized()
  await queries.deleteOwnHome(ctx, ctx.viewer)
  return NOTHING
}
