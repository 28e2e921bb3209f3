/** Distinguishes public IP addresses from those of the server's own network (SSRF defence). */
import { BlockList, isIP } from 'node:net'

/**
 * Special ranges from https://www.iana.org/assignments/iana-ipv4-special-registry and
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const NON_PUBLIC_RANGES = new BlockList()
for (const network of `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/)) {
  const [address = '', bits] = network.split('/')
  NON_PUBLIC_RANGES.addSubnet(address, Number(bits), 'ipv4')
}
/** The global unicast range; IPv6 addresses are public only in this range, except for the special ranges in it. */
const PUBLIC_IPV6_RANGES = new BlockList()
PUBLIC_IPV6_RANGES.addSubnet('2000::', 3, 'ipv6')
for (const network of '2001::/23 2001:db8::/32 2002::/16 3fff::/20'.split(' ')) {
  const [address = '', bits] = network.split('/')
  NON_PUBLIC_RANGES.addSubnet(address, Number(bits), 'ipv6')
}

/**
 * Whether an IP address is public, which means not private, loopback, link-local or reserved. Returns false for a text that is no IP
 * address.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !NON_PUBLIC_RANGES.check(address, 'ipv4')
  return version === 6 && PUBLIC_IPV6_RANGES.check(address, 'ipv6') && !NON_PUBLIC_RANGES.check(address, 'ipv6')
}
