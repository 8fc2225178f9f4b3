import { BlockList, isIPv6 } from 'node:net'

/** Returns an address as people write it: an IPv4 address without its IPv6 form. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '')

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Returns a check whether an address is in a list of addresses and networks. */
export function allowOnly(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(bits), family(address))
  }
  return (address) => list.check(plainAddress(address), family(plainAddress(address)))
}
