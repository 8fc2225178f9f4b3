import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { allowOnly, plainAddress } from '@readroom/domain/core/networks'
import { isPrivateAddress } from '@readroom/domain/core/private-addresses'

/** A place is not to be reached, whatever is there. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}

export type Place = { host: string; port: number }

export type Places = {
  /**
   * Returns an address of a host, to connect to that address and no other: a second lookup might find another one. Throws ForbiddenAddress, and what a
   * lookup throws.
   */
  find: (place: Place, rule: { allowsPrivate: boolean }) => Promise<string>
  /** Returns true if this is a service of ours. */
  isOwn: (place: Place) => Promise<boolean>
}

/** Private networks of hospitals (RFC 1918, RFC 6598, RFC 4193). Not this machine, and not the link that has a cloud's metadata. */
export const hospitalNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']

const isLoopback = allowOnly(['127.0.0.0/8', '::1', '0.0.0.0', '::'])

/** Returns an address in one form. All addresses of this machine lead to its ports. */
function placeOf(address: string): string {
  const plain = plainAddress(address)
  const own = Object.values(networkInterfaces()).flatMap((found = []) => found.map((one) => one.address))
  return isLoopback(plain) || own.includes(plain) ? 'this machine' : plain
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '')

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/**
 * Returns the rule for places that administrators write: they are of the Internet or in one of the networks, and never a service of ours.
 * `networks`: addresses and CIDR.
 */
export function createPlaces({ networks, own }: { networks: readonly string[]; own: readonly Place[] }): Places {
  const isInNetworks = allowOnly(networks)

  async function isOwnAddress(address: string, port: number): Promise<boolean> {
    const samePort = own.filter((one) => one.port === port)
    const found = await Promise.all(samePort.map(({ host }) => addressesOf(bare(host)).catch(() => [])))
    return found.flat().map(placeOf).includes(placeOf(address))
  }

  return {
    async find({ host, port }, { allowsPrivate }) {
      const addresses = await addressesOf(bare(host))
      for (const address of addresses) {
        const isAllowed = !isPrivateAddress(plainAddress(address)) || (allowsPrivate && isInNetworks(address))
        if (!isAllowed || (await isOwnAddress(address, port))) throw new ForbiddenAddress('the place is not to be reached')
      }
      const [first] = addresses
      if (first === undefined) throw new Error('ENOTFOUND')
      return first
    },
    async isOwn({ host, port }) {
      const addresses = await addressesOf(bare(host)).catch(() => [])
      const owned = await Promise.all(addresses.map((address) => isOwnAddress(address, port)))
      return owned.includes(true)
    },
  }
}
