import type { Context } from '#platform/contract/context.ts'
import { badRequest, unauthorized } from '#platform/contract/errors.ts'
import { readHomeAnswers } from './home-inputs.policy.ts'
import type { OwnHome } from './own-home.policy.ts'
import type { SavedHome } from './own-home.contract.ts'
import * as queries from './own-home.queries.ts'

const EMPTY_HOME: SavedHome = { home: {}, changedAt: null }

export async function getOwnHome(ctx: Context): Promise<SavedHome> {
  if (!ctx.viewer) throw unauthorized()
  return (await queries.findOwnHome(ctx, ctx.viewer)) ?? EMPTY_HOME
}

/** @throws AppError 400 with one error per invalid answer; in that case nothing is saved */
export async function saveOwnHome(ctx: Context, input: OwnHome): Promise<SavedHome> {
  if (!ctx.viewer) throw unauthorized()
  const now = new Date().toISOString()
  const { home, errors } = readHomeAnswers(input, now.slice(0, 10))
  const fieldErrors = Object.entries(errors).map(([path, message]) => ({ path, message }))
  if (fieldErrors[0]) throw badRequest(`${fieldErrors[0].path}: ${fieldErrors[0].message}`, fieldErrors)
  if (Object.keys(home).length === 0) return eraseOwnHome(ctx)
  await queries.upsertOwnHome(ctx, ctx.viewer.id, home, now)
  return { home, changedAt: now }
}

export async function eraseOwnHome(ctx: Context): Promise<SavedHome> {
  if (!ctx.viewer) throw unauthorized()
  await queries.deleteOwnHome(ctx, ctx.viewer)
  return EMPTY_HOME
}
