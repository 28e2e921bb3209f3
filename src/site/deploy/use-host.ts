import { useOrigin } from '#site/origin.ts'

/** Host of this installation: `example.org`, with a non-default port. */
export const useHost = (): string => URL.parse(useOrigin())?.host ?? ''

/** Host name of this installation without the port, as used in DNS records. */
export const useHostName = (): string => URL.parse(useOrigin())?.hostname ?? ''
