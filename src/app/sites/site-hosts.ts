/** Maps hosts to sites. A tenant site is served on `{slug}.sustainable-tech.{host}` and, with PUBLIC_URL set, on its custom domain. */
import { isLocalHost } from '#platform/network/local-host.ts'

const LABEL = 'sustainable-tech'

export interface NamedSite {
  slug: string
  domainName: string | null
}

/** Names of a tenant site as `siteNameOf()` returns them: `*.slug`, and its custom domain when it has one. */
export const siteNames = ({ slug, domainName }: NamedSite): string[] => [`*.${slug}`, ...(domainName ? [domainName] : [])]

export class SiteHosts {
  readonly #publicUrl: string | undefined
  /** Without a port, as cookies ignore ports. `undefined` without PUBLIC_URL, where every host except a tenant site's is the main site. */
  readonly mainHost: string | undefined

  constructor(publicUrl: string | undefined) {
    this.#publicUrl = publicUrl
    this.mainHost = publicUrl && hostOf(new URL(publicUrl).host)
  }

  /** Whether the installation is reachable from the internet: PUBLIC_URL is set and not a local host. */
  get isPublic(): boolean {
    return this.mainHost !== undefined && !isLocalHost(this.mainHost)
  }

  /**
   * @returns `*.slug` or a custom domain; `undefined` when the host can only be the main site's. Without PUBLIC_URL no custom domains are
   * served: a launched site could otherwise claim the installation's own host.
   */
  siteNameOf(host: string): string | undefined {
    const name = hostOf(host)
    if (name === this.mainHost) return undefined
    const found = /^([a-z0-9-]+)\.sustainable-tech\.(.+)$/.exec(name)
    if (found && (this.mainHost === undefined || found[2] === this.mainHost)) return `*.${found[1]}`
    return this.mainHost === undefined ? undefined : name
  }

  /**
   * Whether a tenant site may use this custom domain: not the main site's host and not one of the form of a tenant host. Subdomains of the
   * main site's host are for its administrator to assign.
   * @param origin the origin that the request was made to
   */
  isDomainAllowed(domain: string, origin: string | undefined, isAdministrator: boolean): boolean {
    const main = (this.mainHost ?? hostOf(new URL(origin ?? 'http://localhost').host)).replace(/^www\./, '')
    if (domain === main || domain === `www.${main}` || `.${domain}`.includes(`.${LABEL}.`)) return false
    return isAdministrator || !domain.endsWith(`.${main}`)
  }

  /** @param origin the origin that the request was made to; PUBLIC_URL takes precedence */
  siteUrl(slug: string, origin: string | undefined): string {
    const { protocol, host } = new URL(this.#publicUrl ?? origin ?? 'http://localhost')
    // An IP address has no subdomains; localhost has.
    const name = host.replace(/^(\d+\.\d+\.\d+\.\d+|\[.*\])/, 'localhost').replace(new RegExp(`^[^.]+\\.${LABEL}\\.`), '')
    return `${protocol}//${slug}.${LABEL}.${name}`
  }
}

const hostOf = (host: string) => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
