/** Checks on request the DNS records of the sender's domain. */
import { createPublicKey } from 'node:crypto'
import { getBudgetUse } from '#features/mail-ledger/mail-budget.service.ts'
import type { Config } from '#platform/config/config.ts'
import type { Context } from '#platform/contract/context.ts'
import type { DkimKey } from '#platform/config/dkim-settings.ts'
import { notFound } from '#platform/contract/errors.ts'
import { createMxLookup } from '#platform/network/mx-lookup.ts'
import { createTxtLookup } from '#platform/network/txt-lookup.ts'
import type { Deliverability } from './deliverability.contract.ts'
import { checkMx, checkDkim, checkDmarc, checkSender, checkSpf, type PublicDkimKey } from './dns-checks.policy.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dkim' | 'dnsServers'> & Partial<Pick<Config, 'mailBudgetPerDay'>>
let mailConfig: MailConfig = { smtpUrl: undefined, mailFrom: undefined, publicUrl: undefined, dkim: undefined, dnsServers: undefined }

/** Sets the mail configuration of the process at startup. */
export function setMailConfig(config: MailConfig): void {
  mailConfig = config
}

/** Runs all checks. @throws AppError 404 on a tenant site, which uses the main site's mail server and does not manage its DNS */
export async function getDeliverability(ctx: Pick<Context, 'db' | 'launcher'>): Promise<Deliverability> {
  if (ctx.launcher) throw notFound('page')
  const { smtpUrl, publicUrl, dnsServers, mailBudgetPerDay } = mailConfig
  const budget = mailBudgetPerDay ? await getBudgetUse(ctx, mailBudgetPerDay) : null
  const siteHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  const sender = getSenderAddress(mailConfig, siteHost)
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase()
  const checkedAt = new Date().toISOString()
  const senderCheck = checkSender(sender, domain, siteHost, smtpUrl !== undefined)
  // A name without a dot has no public DNS records.
  if (!domain.includes('.')) return { sender, checkedAt, checks: [senderCheck], budget }

  const [lookUpTxt, lookUpMx] = [createTxtLookup(dnsServers), createMxLookup(dnsServers)]
  const publicKey = mailConfig.dkim && toPublicKey(mailConfig.dkim)
  const parent = domain.split('.').slice(1).join('.')
  const [spf, dkim, dmarc, dmarcOfParent, mxHosts] = await Promise.all([
    lookUpTxt(domain),
    publicKey ? lookUpTxt(`${publicKey.selector}._domainkey.${publicKey.domain}`) : [],
    lookUpTxt(`_dmarc.${domain}`),
    parent.includes('.') ? lookUpTxt(`_dmarc.${parent}`) : [],
    lookUpMx(domain),
  ])
  const checks = [
    senderCheck,
    checkSpf(domain, spf, smtpUrl === undefined ? undefined : new URL(smtpUrl).hostname),
    checkDkim(domain, dkim, publicKey),
    checkDmarc(domain, dmarc, dmarcOfParent),
    checkMx(sender, domain, mxHosts),
  ]
  return { sender, checkedAt, checks, budget }
}

/** Returns the email address in MAIL_FROM (`Name <address>` or an address), or by default `no-reply@` with the site's host. */
const getSenderAddress = ({ mailFrom }: MailConfig, siteHost = 'localhost'): string =>
  mailFrom === undefined ? `no-reply@${siteHost}` : (/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom).trim()

const ED25519_BYTES = 32

/** Returns the key in the format for DNS: the SPKI of an RSA key, or the last 32 bytes of an Ed25519 key (RFC 8463). */
function toPublicKey({ domainName, keySelector, privateKey }: DkimKey): PublicDkimKey {
  const key = createPublicKey(privateKey)
  const der = key.export({ type: 'spki', format: 'der' })
  const isEd25519 = key.asymmetricKeyType === 'ed25519'
  return {
    domain: domainName.toLowerCase(),
    selector: keySelector,
    type: isEd25519 ? 'ed25519' : 'rsa',
    key: (isEd25519 ? der.subarray(-ED25519_BYTES) : der).toString('base64'),
  }
}
