import { useOrigin } from '#site/origin.ts'

/** Where this installation answers: `example.org`, with the port where there is one. */
export const useHost = (): string => URL.parse(useOrigin())?.host ?? ''

/** The same without a port, as a DNS record names it. */
export const useHostName = (): string => URL.parse(useOrigin())?.hostname ?? ''
