/** Which name a host stands for. A copy answers on `{slug}.sustainable-tech.{host}` and, with PUBLIC_URL set, on a domain name of its own. */
import { isLocalHost } from '#platform/network/local-host.ts'

const LABEL = 'sustainable-tech'

export interface NamedSite {
  slug: string
  domainName: string | null
}

/** The names a copy is found under: `*.slug`, and its own domain name when it has one. */
export const siteNames = ({ slug, domainName }: NamedSite): string[] => [`*.${slug}`, ...(domainName ? [domainName] : [])]

export class SiteHosts {
  readonly #publicUrl: string | undefined
  /** Without a port, as a browser's cookies know none. Absent: a first try on one's own machine, where every host that is no copy's is the main site. */
  readonly mainHost: string | undefined

  constructor(publicUrl: string | undefined) {
    this.#publicUrl = publicUrl
    this.mainHost = publicUrl && hostOf(new URL(publicUrl).host)
  }

  /** Whether strangers can reach it: PUBLIC_URL is set and is not this machine's own name. */
  get isPublic(): boolean {
    return this.mainHost !== undefined && !isLocalHost(this.mainHost)
  }

  /**
   * `*.slug` or a domain name; undefined when the host can only be the main site's.
   * An installation that does not know its own name serves no other domain: or whoever launches a copy could take that name for it.
   */
  siteNameOf(host: string): string | undefined {
    const name = hostOf(host)
    if (name === this.mainHost) return undefined
    const found = /^([a-z0-9-]+)\.sustainable-tech\.(.+)$/.exec(name)
    if (found && (this.mainHost === undefined || found[2] === this.mainHost)) return `*.${found[1]}`
    return this.mainHost === undefined ? undefined : name
  }

  /**
   * Whether a copy may have this domain name: not the main site's, and none that looks like the address of a copy.
   * What is below the main site's is its administrator's to give.
   * @param origin the origin that a request was made to
   */
  isDomainAllowed(domain: string, origin: string | undefined, isAdministrator: boolean): boolean {
    const main = (this.mainHost ?? hostOf(new URL(origin ?? 'http://localhost').host)).replace(/^www\./, '')
    if (domain === main || domain === `www.${main}` || `.${domain}`.includes(`.${LABEL}.`)) return false
    return isAdministrator || !domain.endsWith(`.${main}`)
  }

  /** @param origin the origin that a request was made to; the operator's own (PUBLIC_URL) goes before it */
  siteUrl(slug: string, origin: string | undefined): string {
    const { protocol, host } = new URL(this.#publicUrl ?? origin ?? 'http://localhost')
    // A number has no subdomains; this machine's own name has.
    const name = host.replace(/^(\d+\.\d+\.\d+\.\d+|\[.*\])/, 'localhost').replace(new RegExp(`^[^.]+\\.${LABEL}\\.`), '')
    return `${protocol}//${slug}.${LABEL}.${name}`
  }
}

const hostOf = (host: string) => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
