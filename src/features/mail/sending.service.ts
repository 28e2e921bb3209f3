/** Sends what is due through SMTP_URL; without it everything stays in the outbox, where an administrator can read it. */
import { hash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import type { Job } from '#platform/jobs.ts'
import { isLocalHost, isNearHost } from '#platform/local-host.ts'
import { toError } from '#platform/to-error.client.ts'
import * as queries from './mail.queries.ts'

const MINUTE = 60_000
/** After the first failure, the second, … and then it is given up. */
const WAITS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE)
/** Longer than one attempt can take: a process that dies meanwhile loses nothing. */
const LEASE = 5 * MINUTE
const PATIENCE = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }
/** The server was not reached, so the others would not reach it either. */
const UNREACHED = new Set(['ECONNECTION', 'ECONNREFUSED', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS'])

/** One transport for the process, whatever the site. */
export function createMailJob({ smtpUrl, mailFrom, publicUrl }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>): Job {
  const common = { name: 'mail', everySeconds: 60, triggerTables: ['mails'] }
  if (smtpUrl === undefined) return { ...common, run: (ctx) => queries.markUndeliverable(ctx) }
  const host = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  // A relay on this machine needs no certificate to be trusted; any other shows one, or SMTP_URL says `?tls.rejectUnauthorized=false`.
  const { hostname, searchParams } = new URL(smtpUrl)
  const tls = isLocalHost(hostname) ? { tls: { rejectUnauthorized: false } } : {}
  // Somebody on the way could take the offer of encryption out of the greeting. What SMTP_URL says goes before: `?requireTLS=false`.
  const requireTLS = !isNearHost(hostname) && searchParams.get('ignoreTLS') !== 'true'
  const transport = createTransport({ url: smtpUrl, ...PATIENCE, ...tls, requireTLS, disableFileAccess: true, disableUrlAccess: true })
  const send: Send = async (site, mail) => {
    await transport.sendMail({
      from: mailFrom ?? { name: site.settings.name, address: `no-reply@${host}` },
      to: mail.to.split(', ').map((address) => ({ name: '', address })),
      ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
      ...(mail.unsubscribeUrl === null ? {} : { list: { unsubscribe: mail.unsubscribeUrl } }),
      subject: mail.subject,
      text: mail.body,
      // The same however often it is tried, so that a second copy can be known as one. It tells nobody which copy of how many wrote it.
      messageId: `<${hash('sha256', `${site.id} ${mail.id} ${mail.createdAt} ${mail.to}`, 'base64url')}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  }
  return { ...common, run: (ctx) => sendDue(ctx, send) }
}

type Send = (site: Context['site'], mail: queries.DueMail) => Promise<void>

async function sendDue(ctx: Context, send: Send): Promise<void> {
  for (;;) {
    // What is over the site's quota waits; nothing of it is lost.
    if (ctx.site.quotas && (await queries.hasDueMail(ctx, new Date().toISOString())) && !(await ctx.site.quotas.hasRoom('mails'))) return
    const now = Date.now()
    const mail = await queries.leaseDueMail(ctx, new Date(now).toISOString(), new Date(now + LEASE).toISOString())
    if (!mail) return
    try {
      await send(ctx.site, mail)
    } catch (fault) {
      const { message } = toError(fault)
      const wait = WAITS[mail.attempts - 1]
      await queries.markMailFailed(
        ctx,
        mail.id,
        message.slice(0, 500),
        wait === undefined ? null : new Date(Date.now() + wait).toISOString(),
      )
      ctx.log.warn({ mail: mail.id, attempt: mail.attempts, reason: message, givenUp: wait === undefined }, 'a mail could not be sent')
      if (fault instanceof Error && 'code' in fault && typeof fault.code === 'string' && UNREACHED.has(fault.code)) return
      continue
    }
    await queries.markMailSent(ctx, mail.id, new Date().toISOString(), withoutKeys(mail.body))
  }
}

/** A link that has reached its reader is not kept: it would open something for whoever reads the table. */
const withoutKeys = (body: string) => body.replace(/#[\w-]{40,}/g, '#…')
