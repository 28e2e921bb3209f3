/** Evaluates the DNS records of a mail domain, with advice for the administrator. Pure functions over the records found. */
import type { DeliverabilityCheck, DnsRecord } from './deliverability.contract.ts'

/** Undefined: the name servers did not respond. */
type Found = readonly string[] | undefined
type Verdict = Omit<DeliverabilityCheck, 'name' | 'found'>

const SILENT: Verdict = { state: 'unknown', says: 'The name servers do not answer. Please look again later.', record: null }
const good = (says: string): Verdict => ({ state: 'good', says, record: null })
const bad = (says: string, record: DnsRecord | null = null): Verdict => ({ state: 'bad', says, record })
const warn = (says: string, record: DnsRecord | null = null): Verdict => ({ state: 'warn', says, record })

const withFound = (name: DeliverabilityCheck['name'], found: Found, verdict: Verdict): DeliverabilityCheck => ({
  name,
  found: [...(found ?? [])],
  ...verdict,
})

/** Public mailbox providers, whose domains allow sending by their own servers only. */
const PROVIDERS = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.uk ymail.com icloud.com me.com aol.com gmx.com gmx.net gmx.de web.de proton.me protonmail.com mail.com zoho.com fastmail.com btinternet.com sky.com'.split(
    ' ',
  ),
)

/** @param siteHost undefined: PUBLIC_URL is not set */
export function checkSender(sender: string, domain: string, siteHost: string | undefined, isSending: boolean): DeliverabilityCheck {
  const verdict = (): Verdict => {
    if (!isSending) return warn('Nothing is sent: this installation has no SMTP_URL, and mail stays in the outbox.')
    if (!domain.includes('.')) return bad(`${sender} is no address that anybody could answer to. Set MAIL_FROM, or PUBLIC_URL.`)
    if (PROVIDERS.has(domain))
      return bad(
        `Mail comes from ${sender}, on the domain of a mail provider. It lets nobody else write in its name, so most of your mail will be refused or called spam. Set MAIL_FROM to an address on a domain of your own.`,
      )
    if (siteHost === undefined)
      return warn(`Mail comes from ${domain}. Whether that is the site’s own domain cannot be told, as PUBLIC_URL is not set.`)
    if (!isRelatedDomain(siteHost, domain))
      return warn(
        `Mail comes from ${domain}, and the site is at ${siteHost}. Only whoever owns ${domain} can add the records below. If that is somebody else, set MAIL_FROM to an address on your own domain.`,
      )
    return good(`Mail comes from the site’s own domain, ${domain}.`)
  }
  return withFound('sender', [], verdict())
}

/** Whether one name is a subdomain of the other. */
const isRelatedDomain = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host.replace(/^www\./, '')}`)

/** @param smtpHost host of the mail server; undefined: none is configured */
export function checkSpf(domain: string, texts: Found, smtpHost: string | undefined): DeliverabilityCheck {
  const records = texts?.filter((text) => /^v=spf1(\s|$)/i.test(text))
  const add: DnsRecord = { type: 'TXT', name: domain, value: `v=spf1 mx${smtpHost === undefined ? '' : ` a:${smtpHost}`} ~all` }
  const verdict = (): Verdict => {
    if (!records) return SILENT
    const [record, second] = records
    if (record === undefined)
      return bad(
        'There is no SPF record, so nobody can tell which servers may write for this domain. Add this one. If a provider sends for you, it names an “include:” that belongs in it too.',
        add,
      )
    if (second !== undefined) return bad('There are several SPF records. Receivers then count none of them. Make one of them.')
    if (/\s\+?all\s*$/i.test(record)) return bad('It lets every server in the world write for this domain. End it with ~all or -all.')
    if (!/\s[~-]all\s*$|\sredirect=/i.test(record))
      return warn('It does not say what becomes of mail from other servers. End it with ~all.')
    const includesHost = smtpHost !== undefined && record.toLowerCase().includes(smtpHost.toLowerCase())
    return includesHost || /\b(include|redirect|mx|a|ip4|ip6)\b/i.test(record)
      ? good(
          `There is one, and it ends as it should. ${includesHost ? 'It names the server that sends.' : 'Whether the server that sends is among those it allows, whoever runs that server knows.'}`,
        )
      : bad('It allows no server at all, so all of your mail fails it.', add)
  }
  return withFound('spf', records, verdict())
}

export interface PublicDkimKey {
  domain: string
  selector: string
  /** `rsa` or `ed25519` */
  type: string
  /** Base64, the value of `p=`. */
  key: string
}

/** @param key undefined: mail is not signed here */
export function checkDkim(domain: string, texts: Found, key: PublicDkimKey | undefined): DeliverabilityCheck {
  const add: DnsRecord | null = key
    ? { type: 'TXT', name: `${key.selector}._domainkey.${key.domain}`, value: `v=DKIM1; k=${key.type}; p=${key.key}` }
    : null
  const verdict = (): Verdict => {
    if (!key)
      return {
        state: 'unknown',
        says: 'Mail is not signed here (DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY). Many mail servers sign by themselves: look into a mail that has arrived for a line “DKIM-Signature”.',
        record: null,
      }
    if (!texts) return SILENT
    const keys = texts
      .filter((text) => /(^|;)\s*p=/i.test(text))
      .map((text) => /(?:^|;)\s*p=([^;]*)/i.exec(text)?.[1]?.replaceAll(/\s/g, '') ?? '')
    if (keys.length === 0) return bad('Mail is signed, and the key to check it with is missing. Add this record.', add)
    if (!keys.includes(key.key))
      return bad(
        keys.every((published) => published === '')
          ? 'The record has withdrawn its key. Put this in its place.'
          : 'The record holds another key than the one that signs. Put this in its place.',
        add,
      )
    if (!isRelatedDomain(key.domain, domain) && !isRelatedDomain(domain, key.domain))
      return warn(`Mail is signed for ${key.domain}, and comes from ${domain}. DMARC counts a signature only where both belong together.`)
    return good('Mail is signed, and the key to check it with is there.')
  }
  return withFound('dkim', key ? texts : [], verdict())
}

/** @param parent records of the parent domain, used when the domain has none */
export function checkDmarc(domain: string, own: Found, parent: Found): DeliverabilityCheck {
  const isDmarc = (text: string) => /^v=DMARC1\s*(;|$)/i.test(text)
  const mine = own?.filter(isDmarc)
  const records = mine?.length === 0 ? parent?.filter(isDmarc) : mine
  const add: DnsRecord = { type: 'TXT', name: `_dmarc.${domain}`, value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}` }
  const verdict = (): Verdict => {
    if (!records) return SILENT
    const [record, second] = records
    if (record === undefined)
      return bad(
        'There is no DMARC record. The large providers want one from everybody who writes to many. This one only has them report.',
        add,
      )
    if (second !== undefined) return bad('There are several DMARC records. Receivers then count none of them. Make one of them.')
    const policy = /(?:^|;)\s*p=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase()
    if (policy === 'none')
      return good(
        'There is one, and it only watches (p=none). Once the reports show that all of your mail passes, p=quarantine keeps others from writing in your name.',
      )
    if (policy === 'quarantine' || policy === 'reject')
      return good(`There is one, and mail that others write in your name is kept out (p=${policy}).`)
    return bad('It does not say what to do (p=). Put this in its place.', add)
  }
  return withFound('dmarc', records, verdict())
}

/** @param hosts MX hosts of the domain */
export function checkMx(sender: string, domain: string, hosts: Found): DeliverabilityCheck {
  const verdict = (): Verdict => {
    if (!hosts) return SILENT
    if (hosts.length === 0)
      return bad(
        `No server takes mail for ${domain}, so answers to ${sender} and mail that comes back reach nobody, and some receivers refuse such a sender. Add a record for the server that has your mailboxes.`,
        { type: 'MX', name: domain, value: `10 mail.${domain}` },
      )
    if (hosts.every((host) => host === '' || host === '.'))
      return bad(`${domain} says that it takes no mail at all, and some receivers refuse such a sender.`)
    return good(
      `Mail to ${domain} is taken by ${hosts.join(', ')}. Make sure that ${sender} is an address there: answers and mail that comes back go to it.`,
    )
  }
  return withFound('answers', hosts, verdict())
}
