import { useOrigin } from '#site/origin.ts'

/** Returns the host of this installation, with the port unless it is the default one: `example.org`, `localhost:3000`. */
export const useHost = (): string => URL.parse(useOrigin())?.host ?? ''

/** Returns the host name of this installation without a port, as in DNS records. */
export const useHostName = (): string => URL.parse(useOrigin())?.hostname ?? ''
