import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from '@readroom/domain/core/private-addresses'

/** An address is one of a private network, and is not to be reached. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}

/** Throws `ForbiddenAddress` if a host is a private address. A name is checked when it is looked up. */
export function demandPublic(host: string): void {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && isPrivateAddress(address)) throw new ForbiddenAddress('The address is private.')
}

/** Looks a name up as `dns.lookup` does, and refuses it if one of its addresses is private. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, [])
    if (found.some(({ address }) => isPrivateAddress(address)))
      return callback(new ForbiddenAddress('The address is private.'), [])
    if (options.all === true) return callback(null, found)
    const [first] = found
    callback(null, first?.address ?? '', first?.family ?? 4)
  })
}
