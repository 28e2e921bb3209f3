/** Domain names as stored and compared: lower-case ASCII, international ones as punycode (RFC 5891). For server and browser. */

/** Characters that URL parsers would read as another part of the URL, or decode. */
const NOT_IN_DOMAIN = /[\s/\\?#@:[\]%<>|^"]/
const ASCII_DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Converts by UTS 46, with the URL parser. @returns undefined if it is no domain name with a dot */
export function toAsciiDomain(domain: string): string | undefined {
  if (NOT_IN_DOMAIN.test(domain)) return undefined
  const host = URL.parse(`https://${domain}`)?.hostname
  return host !== undefined && ASCII_DOMAIN.test(host) ? host : undefined
}

/** Removes scheme, port, path, query and the final dot from a pasted domain name. `https://www.Köln.de/x` gives `www.xn--kln-sna.de`. */
export function cleanDomainName(text: string): string {
  const host = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '')
    .replace(/[/?#][^]*$/, '')
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
  return toAsciiDomain(host) ?? host.toLowerCase()
}
