/**
 * Converts domain names to the form in which they are stored and compared: lower-case ASCII, with international names as punycode (RFC
 * 5891).
 */

/** Characters that a URL parser would decode, remove, or read as another part of the URL. */
const FORBIDDEN_CHARACTERS = /[\s/\\?#@:[\]%<>|^"]/
const ASCII_DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Converts a domain name to ASCII with the URL parser, which applies UTS 46.
 * @returns `undefined` if the text is no domain name with a dot
 */
export function toAsciiDomain(domain: string): string | undefined {
  if (FORBIDDEN_CHARACTERS.test(domain)) return undefined
  const host = URL.parse(`https://${domain}`)?.hostname
  return host !== undefined && ASCII_DOMAIN.test(host) ? host : undefined
}

/**
 * Extracts the domain name from a pasted URL or domain name: `https://www.Köln.de/x` gives `www.xn--kln-sna.de`.
 * @returns the domain name in ASCII; if it is invalid, the remaining text in lower case
 */
export function cleanDomainName(text: string): string {
  const host = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '')
    .replace(/[/?#][^]*$/, '')
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
  return toAsciiDomain(host) ?? host.toLowerCase()
}
