/** Which IP addresses are the internet's, and which lead into the network that the server stands in, or nowhere. */
import { BlockList, isIP } from 'node:net'

/** Everything that is not the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry and its IPv6 sister. */
const NOT_PUBLIC = new BlockList()
for (const network of `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/)) {
  const [address = '', bits] = network.split('/')
  NOT_PUBLIC.addSubnet(address, Number(bits), 'ipv4')
}
/** Of IPv6 only what is handed out to the world is public, without the parts of it that lead elsewhere. */
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
for (const network of '2001::/23 2001:db8::/32 2002::/16 3fff::/20'.split(' ')) {
  const [address = '', bits] = network.split('/')
  NOT_PUBLIC.addSubnet(address, Number(bits), 'ipv6')
}

/** Whether an IP address is one of the internet's, and none of this network's, this machine's or nobody's. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return version === 6 && PUBLIC_V6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}
