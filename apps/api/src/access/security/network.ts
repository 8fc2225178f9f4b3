import { isIPv6 } from 'node:net'

/** Returns the network of one subscriber: the IPv4 address itself, or the /64 of an IPv6 address, the smallest block a subscriber gets. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [withoutZone = ''] = address.split('%')
  // The URL parser normalises every form of an address, without dotted parts and leading zeros.
  const [before = '', after] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  if (!head || !tail) return address
  const zeros = Array<string>(after === undefined ? 0 : 8 - head.length - tail.length).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}
