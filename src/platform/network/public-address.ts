/** Public IP addresses, as opposed to those of the server's own network (SSRF defence). */
import { BlockList, isIP } from 'node:net'

/** https://www.iana.org/assignments/iana-ipv4-special-registry and https://www.iana.org/assignments/iana-ipv6-special-registry */
const NOT_PUBLIC = new BlockList()
for (const network of `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/)) {
  const [address = '', bits] = network.split('/')
  NOT_PUBLIC.addSubnet(address, Number(bits), 'ipv4')
}
/** IPv6 addresses are public only in global unicast space, without the special ranges in it. */
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
for (const network of '2001::/23 2001:db8::/32 2002::/16 3fff::/20'.split(' ')) {
  const [address = '', bits] = network.split('/')
  NOT_PUBLIC.addSubnet(address, Number(bits), 'ipv6')
}

/** Whether an IP address is public: not private, loopback, link-local or reserved. False for other texts. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return version === 6 && PUBLIC_V6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}
