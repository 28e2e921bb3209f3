/** The outbox: whoever has something to say writes a row; a job sends it (sending.service.ts). */
import type { Context } from '#platform/context.ts'
import type { Listed, Paging } from '#platform/endpoint.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { Mail } from './mail.contract.ts'
import * as queries from './mail.queries.ts'

export interface Letter {
  /** One address, or several with commas between them. */
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** Whom an answer is to reach. What is not an address is left out. */
  replyTo?: string
  /** Where the reader leaves the list that this belongs to, when `linkTo` knows the whole address. */
  unsubscribeUrl?: string
}

/**
 * Puts a mail into the outbox. In a transaction it is sent only if that holds: `postMail({ ...ctx, db: trx }, …)`.
 * What is not an address is left out; a line end in the subject becomes a space, so that nothing can add a header.
 */
export async function postMail(ctx: Pick<Context, 'db'>, { to, subject, body, replyTo = '', unsubscribeUrl = '' }: Letter): Promise<void> {
  const addresses = to.split(',').map((one) => one.trim())
  const usable = addresses.filter(isAddress)
  if (usable.length === 0) return
  await queries.insert(ctx, {
    to: usable.join(', '),
    subject: lineOf(subject),
    body,
    at: new Date().toISOString(),
    replyTo: isAddress(replyTo) ? replyTo : null,
    unsubscribeUrl: /^https?:/.test(unsubscribeUrl) ? unsubscribeUrl : null,
  })
}

const isAddress = (text: string): boolean => text.length <= 254 && /^[^\s@<>(),;:"\\[\]\p{C}]+@[^\s@<>(),;:"\\[\]\p{C}]+$/u.test(text)

const lineOf = (subject: string): string =>
  subject
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 200)

/** Takes letters out of the outbox, sent or not, whose text begins so: who they tell of, or went to, has to be forgotten. */
export const forgetLetters = (ctx: Pick<Context, 'db'>, { start, ...by }: { start: string } & ({ subject: string } | { to: string })) =>
  queries.removeBeginning(ctx, 'to' in by ? by : { subject: lineOf(by.subject) }, start)

/**
 * An address of this site for a mail. Without PUBLIC_URL the host is only what the request claims, and a mail must not
 * send anybody to a host that a stranger made up: then the path stands alone.
 */
export function linkTo({ caller }: Pick<Context, 'caller'>, path: `/${string}`): string {
  if (!caller) return path
  const isOwn = caller.isOriginStated ?? isThisMachine(new URL(caller.origin).hostname)
  return isOwn ? caller.origin + path : path
}

/** As a host stands in an address. */
export const isThisMachine = (host: string): boolean => /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(host)

export const listMail = (ctx: Context, paging: Paging): Promise<Listed<Mail>> => queries.list(ctx, paging)

export async function sendAgain(ctx: Context, id: number): Promise<Mail> {
  const mail = await queries.find(ctx, id)
  if (!mail) throw notFound('mail')
  if (mail.state === 'sent') throw conflict('mail.sent', 'That mail has been sent already.')
  await queries.restart(ctx, id, new Date().toISOString())
  return (await queries.find(ctx, id)) ?? mail
}

const KEPT_DAYS = 90

/** The job: what was written so long ago is of no more use, and private. */
export const forgetOldMail = (ctx: Pick<Context, 'db'>, now = Date.now()): Promise<void> =>
  queries.removeOlder(ctx, new Date(now - KEPT_DAYS * 86_400_000).toISOString())
