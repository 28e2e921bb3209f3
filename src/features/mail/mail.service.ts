/** The outbox: whoever has something to say writes a row; a job sends it (sending.service.ts). */
import type { Context } from '#platform/context.ts'
import type { ListResult, Paging } from '#platform/endpoint.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { isLocalHost } from '#platform/local-host.ts'
import type { Mail } from './mail.contract.ts'
import * as queries from './mail.queries.ts'

export interface MailMessage {
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
export async function queueMail(
  ctx: Pick<Context, 'db'>,
  { to, subject, body, replyTo = '', unsubscribeUrl = '' }: MailMessage,
): Promise<void> {
  const addresses = to.split(',').map((one) => one.trim())
  const usable = addresses.filter(isEmail)
  if (usable.length === 0) return
  await queries.insertMail(ctx, {
    to: usable.join(', '),
    subject: lineOf(subject),
    body,
    at: new Date().toISOString(),
    replyTo: isEmail(replyTo) ? replyTo : null,
    unsubscribeUrl: /^https?:/.test(unsubscribeUrl) ? unsubscribeUrl : null,
  })
}

const isEmail = (text: string): boolean => text.length <= 254 && /^[^\s@<>(),;:"\\[\]\p{C}]+@[^\s@<>(),;:"\\[\]\p{C}]+$/u.test(text)

const lineOf = (subject: string): string =>
  subject
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 200)

/** Takes letters out of the outbox, sent or not, whose text begins so: who they tell of, or went to, has to be forgotten. */
export const removeMailStartingWith = (
  ctx: Pick<Context, 'db'>,
  { start, ...by }: { start: string } & ({ subject: string } | { to: string }),
) => queries.deleteMailStartingWith(ctx, 'to' in by ? by : { subject: lineOf(by.subject) }, start)

/**
 * An address of this site for a mail. Without PUBLIC_URL the host is only what the request claims, and a mail must not
 * send anybody to a host that a stranger made up: then the path stands alone.
 */
export function mailLink({ caller }: Pick<Context, 'caller'>, path: `/${string}`): string {
  if (!caller) return path
  const isOwn = caller.isOriginConfigured ?? isLocalHost(new URL(caller.origin).hostname)
  return isOwn ? caller.origin + path : path
}

export const listMail = (ctx: Context, paging: Paging): Promise<ListResult<Mail>> => queries.listMailRows(ctx, paging)

export async function resendMail(ctx: Context, id: number): Promise<Mail> {
  const mail = await queries.findMail(ctx, id)
  if (!mail) throw notFound('mail')
  if (mail.state === 'sent') throw conflict('mail.sent', 'That mail has been sent already.')
  await queries.requeueMail(ctx, id, new Date().toISOString())
  return (await queries.findMail(ctx, id)) ?? mail
}

/** For the operator: how many mails are still to be sent, and how many were given up. */
export const countUnsentMail = (ctx: Pick<Context, 'db'>) => queries.countUnsentMail(ctx)

const KEPT_DAYS = 90

/** The job: what was written so long ago is of no more use, and private. */
export const removeOldMail = (ctx: Pick<Context, 'db'>, now = Date.now()): Promise<void> =>
  queries.deleteMailBefore(ctx, new Date(now - KEPT_DAYS * 86_400_000).toISOString())
