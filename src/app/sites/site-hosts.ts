/** Maps hosts to sites. A tenant site is served on `{slug}.sustainable-tech.{host}` and, with PUBLIC_URL set, on its custom domain. */
import { isLocalHost } from '#platform/network/local-host.ts'

const TENANT_LABEL = 'sustainable-tech'

export interface NamedSite {
  slug: string
  domainName: string | null
}

/** Lists the names of a tenant site as `siteNameOf()` returns them: `*.slug`, and the custom domain if it has one. */
export const listSiteNames = ({ slug, domainName }: NamedSite): string[] => [`*.${slug}`, ...(domainName ? [domainName] : [])]

export class SiteHosts {
  readonly #publicUrl: string | undefined
  /**
   * Host of PUBLIC_URL without a port, as cookies ignore ports. Without PUBLIC_URL it is `undefined`: each host except a tenant site's is
   * then the main site's.
   */
  readonly mainHost: string | undefined

  constructor(publicUrl: string | undefined) {
    this.#publicUrl = publicUrl
    this.mainHost = publicUrl && normalizeHost(new URL(publicUrl).host)
  }

  /** Whether the installation counts as reachable from the internet, because PUBLIC_URL is set to a host that is not local. */
  get isPublic(): boolean {
    return this.mainHost !== undefined && !isLocalHost(this.mainHost)
  }

  /**
   * Returns the name under which a host's site is stored. Without PUBLIC_URL, no custom domains are served, because a tenant site could
   * claim the installation's own host.
   * @returns `*.slug` or a custom domain; `undefined` if the host can only be the main site's
   */
  siteNameOf(host: string): string | undefined {
    const name = normalizeHost(host)
    if (name === this.mainHost) return undefined
    const tenantMatch = /^([a-z0-9-]+)\.sustainable-tech\.(.+)$/.exec(name)
    if (tenantMatch && (this.mainHost === undefined || tenantMatch[2] === this.mainHost)) return `*.${tenantMatch[1]}`
    return this.mainHost === undefined ? undefined : name
  }

  /**
   * Whether a tenant site may use a custom domain. It must not be the main site's host or look like a tenant site's host. Only the main
   * site's administrator may assign subdomains of the main site's host.
   * @param origin origin of the request, which is used without PUBLIC_URL
   */
  isDomainAllowed(domain: string, origin: string | undefined, isAdministrator: boolean): boolean {
    const mainDomain = (this.mainHost ?? normalizeHost(new URL(origin ?? 'http://localhost').host)).replace(/^www\./, '')
    if (domain === mainDomain || domain === `www.${mainDomain}` || `.${domain}`.includes(`.${TENANT_LABEL}.`)) return false
    return isAdministrator || !domain.endsWith(`.${mainDomain}`)
  }

  /** Returns the URL of a tenant site. @param origin origin of the request; PUBLIC_URL takes precedence */
  siteUrl(slug: string, origin: string | undefined): string {
    const { protocol, host } = new URL(this.#publicUrl ?? origin ?? 'http://localhost')
    // An IP address has no subdomains; localhost has.
    const baseHost = host.replace(/^(\d+\.\d+\.\d+\.\d+|\[.*\])/, 'localhost').replace(new RegExp(`^[^.]+\\.${TENANT_LABEL}\\.`), '')
    return `${protocol}//${slug}.${TENANT_LABEL}.${baseHost}`
  }
}

const normalizeHost = (host: string) => host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
