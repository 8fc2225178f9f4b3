import { BlockList, isIPv6 } from 'node:net'

/** Networks that are not of the Internet (IANA special-purpose address registries). */
const ipv4 = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24']
const moreIpv4 = [
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** The only part of IPv6 that is of the Internet, and what in it leads elsewhere. */
const publicIpv6 = '2000::/3'
const tunnels = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
const privateIpv4 = listOf([...ipv4, ...moreIpv4], 'ipv4')
const unicastIpv6 = listOf([publicIpv6], 'ipv6')
const tunnelIpv6 = listOf(tunnels, 'ipv6')

/** Returns true for addresses of this machine, of private networks, and of networks that nobody has. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv6(address)) return !unicastIpv6.check(address, 'ipv6') || tunnelIpv6.check(address, 'ipv6')
  return privateIpv4.check(address, 'ipv4')
}
