import { useOrigin } from '#site/origin.ts'

/** Returns the host that the addresses of copies end with: see `toCopyHost`. */
export const useHost = (): string => toCopyHost(useOrigin())

/** Returns the host of an origin, with the port unless it is the default one. As an IP address has no subdomains, it becomes `localhost`. */
export const toCopyHost = (origin: string): string => (URL.parse(origin)?.host ?? '').replace(/^(\d+\.\d+\.\d+\.\d+|\[.*\])/, 'localhost')

/** Returns the host name of this installation without a port, as in DNS records. */
export const useHostName = (): string => URL.parse(useOrigin())?.hostname ?? ''
