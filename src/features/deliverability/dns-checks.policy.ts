/** Evaluates the DNS records of a mail domain and advises the administrator. All functions are pure. */
import type { DeliverabilityCheck, DnsRecord } from './deliverability.contract.ts'

/** Texts of DNS records; undefined: the name servers did not respond. */
type RecordTexts = readonly string[] | undefined
type Verdict = Omit<DeliverabilityCheck, 'name' | 'found'>

const NO_RESPONSE: Verdict = { state: 'unknown', says: 'The name servers did not respond. Please check again later.', record: null }
const good = (says: string): Verdict => ({ state: 'good', says, record: null })
const bad = (says: string, record: DnsRecord | null = null): Verdict => ({ state: 'bad', says, record })
const warn = (says: string, record: DnsRecord | null = null): Verdict => ({ state: 'warn', says, record })

const toCheck = (name: DeliverabilityCheck['name'], found: RecordTexts, verdict: Verdict): DeliverabilityCheck => ({
  name,
  found: [...(found ?? [])],
  ...verdict,
})

/** Domains of public mailbox providers, which allow only their own servers to send mail. */
const PROVIDER_DOMAINS = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.uk ymail.com icloud.com me.com aol.com gmx.com gmx.net gmx.de web.de proton.me protonmail.com mail.com zoho.com fastmail.com btinternet.com sky.com'.split(
    ' ',
  ),
)

/** @param siteHost host in PUBLIC_URL; undefined: PUBLIC_URL is not set @param isSending whether SMTP_URL is set */
export function checkSender(sender: string, domain: string, siteHost: string | undefined, isSending: boolean): DeliverabilityCheck {
  const judge = (): Verdict => {
    if (!isSending) return warn('No email is sent because SMTP_URL is not set. Emails stay in the outbox.')
    if (!domain.includes('.')) return bad(`${sender} is not a valid sender address. Set MAIL_FROM or PUBLIC_URL.`)
    if (PROVIDER_DOMAINS.has(domain))
      return bad(
        `Mail comes from ${sender}, on the domain of a mail provider. Only the provider’s own servers may send mail for it, so most of your mail will be rejected or marked as spam. Set MAIL_FROM to an address on your own domain.`,
      )
    if (siteHost === undefined)
      return warn(`Mail comes from ${domain}. We cannot check whether that is the site’s own domain because PUBLIC_URL is not set.`)
    if (!isRelatedDomain(siteHost, domain))
      return warn(
        `Mail comes from ${domain}, and the site is at ${siteHost}. Only the owner of ${domain} can add the records below. If that is not you, set MAIL_FROM to an address on your own domain.`,
      )
    return good(`Mail comes from the site’s own domain, ${domain}.`)
  }
  return toCheck('sender', [], judge())
}

/** Returns whether the names are equal or one is a subdomain of the other, ignoring `www.` in the host. */
const isRelatedDomain = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host.replace(/^www\./, '')}`)

/** @param texts TXT records of the domain @param smtpHost host of the mail server; undefined: none is configured */
export function checkSpf(domain: string, texts: RecordTexts, smtpHost: string | undefined): DeliverabilityCheck {
  const records = texts?.filter((text) => /^v=spf1(\s|$)/i.test(text))
  const recordToAdd: DnsRecord = { type: 'TXT', name: domain, value: `v=spf1 mx${smtpHost === undefined ? '' : ` a:${smtpHost}`} ~all` }
  const judge = (): Verdict => {
    if (!records) return NO_RESPONSE
    const [record, second] = records
    if (record === undefined)
      return bad(
        'There is no SPF record, so receivers cannot tell which servers may send mail for this domain. Add this one. If a provider sends your mail, add its “include:” too.',
        recordToAdd,
      )
    if (second !== undefined) return bad('There are several SPF records, so receivers ignore all of them. Merge them into one.')
    if (/\s\+?all\s*$/i.test(record)) return bad('The record allows every server to send mail for this domain. End it with ~all or -all.')
    if (!/\s[~-]all\s*$|\sredirect=/i.test(record)) return warn('The record has no rule for mail from other servers. End it with ~all.')
    const includesHost = smtpHost !== undefined && record.toLowerCase().includes(smtpHost.toLowerCase())
    return includesHost || /\b(include|redirect|mx|a|ip4|ip6)\b/i.test(record)
      ? good(
          `The record is valid. ${includesHost ? 'It includes the server that sends.' : 'Ask your mail provider whether it includes the server that sends.'}`,
        )
      : bad('The record allows no server, so your mail may be rejected or marked as spam. Replace it with this record.', recordToAdd)
  }
  return toCheck('spf', records, judge())
}

export interface PublicDkimKey {
  domain: string
  selector: string
  /** Key type: `rsa` or `ed25519`. */
  type: string
  /** The key in Base64, as in the value of `p=`. */
  key: string
}

/** @param texts TXT records of the key @param key the public key; undefined: mail is not signed here */
export function checkDkim(domain: string, texts: RecordTexts, key: PublicDkimKey | undefined): DeliverabilityCheck {
  const recordToAdd: DnsRecord | null = key
    ? { type: 'TXT', name: `${key.selector}._domainkey.${key.domain}`, value: `v=DKIM1; k=${key.type}; p=${key.key}` }
    : null
  const judge = (): Verdict => {
    if (!key)
      return {
        state: 'unknown',
        says: 'Mail is not signed here (DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY). Many mail servers sign mail themselves: look for a “DKIM-Signature” header in a delivered email.',
        record: null,
      }
    if (!texts) return NO_RESPONSE
    const keys = texts
      .filter((text) => /(^|;)\s*p=/i.test(text))
      .map((text) => /(?:^|;)\s*p=([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, '') ?? '')
    if (keys.length === 0) return bad('Mail is signed, but the public key is missing. Add this record.', recordToAdd)
    if (!keys.includes(key.key))
      return bad(
        keys.every((published) => published === '')
          ? 'The key in the record is revoked. Replace it with this record.'
          : 'The key in the record is not the one that signs. Replace it with this record.',
        recordToAdd,
      )
    if (!isRelatedDomain(key.domain, domain) && !isRelatedDomain(domain, key.domain))
      return warn(`Mail is signed for ${key.domain} but comes from ${domain}. DMARC ignores signatures of unrelated domains.`)
    return good('Mail is signed, and the public key is published.')
  }
  return toCheck('dkim', key ? texts : [], judge())
}

/** @param ownTexts TXT records of the domain @param parentTexts those of the parent domain, used when the domain has no DMARC record */
export function checkDmarc(domain: string, ownTexts: RecordTexts, parentTexts: RecordTexts): DeliverabilityCheck {
  const isDmarc = (text: string) => /^v=DMARC1\s*(;|$)/i.test(text)
  const ownRecords = ownTexts?.filter(isDmarc)
  const records = ownRecords?.length === 0 ? parentTexts?.filter(isDmarc) : ownRecords
  const recordToAdd: DnsRecord = { type: 'TXT', name: `_dmarc.${domain}`, value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}` }
  const judge = (): Verdict => {
    if (!records) return NO_RESPONSE
    const [record, second] = records
    if (record === undefined)
      return bad('There is no DMARC record. Large providers require one for bulk mail. This one only requests reports.', recordToAdd)
    if (second !== undefined) return bad('There are several DMARC records, so receivers ignore all of them. Merge them into one.')
    const policy = /(?:^|;)\s*p=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase()
    if (policy === 'none')
      return good(
        'The record only monitors (p=none). Once the reports show that all your mail passes, use p=quarantine to protect against forged mail.',
      )
    if (policy === 'quarantine' || policy === 'reject') return good(`The record protects against forged mail (p=${policy}).`)
    return bad('The policy (p=) is missing. Replace it with this record.', recordToAdd)
  }
  return toCheck('dmarc', records, judge())
}

/** @param hosts mail servers (MX) of the domain */
export function checkMx(sender: string, domain: string, hosts: RecordTexts): DeliverabilityCheck {
  const judge = (): Verdict => {
    if (!hosts) return NO_RESPONSE
    if (hosts.length === 0)
      return bad(
        `No server accepts mail for ${domain}, so replies and bounces to ${sender} cannot be delivered, and some receivers reject such senders. Add a record for your mailbox server.`,
        { type: 'MX', name: domain, value: `10 mail.${domain}` },
      )
    if (hosts.every((host) => host === '' || host === '.'))
      return bad(`${domain} has a null MX record: it accepts no mail, and some receivers reject such senders.`)
    return good(
      `Mail to ${domain} is accepted by ${hosts.join(', ')}. Make sure that ${sender} exists there: replies and bounces are sent to it.`,
    )
  }
  return toCheck('answers', hosts, judge())
}
