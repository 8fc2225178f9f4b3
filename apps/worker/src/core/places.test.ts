import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { createPlaces, ForbiddenAddress, hospitalNetworks } from './places.ts'

const own = [
  { host: '127.0.0.1', port: 5432 },
  { host: '10.1.1.1', port: 6379 },
  { host: 'localhost', port: 8042 },
]
const places = createPlaces({ networks: [...hospitalNetworks, '127.0.0.0/8', '::1'], own })
const find = (host: string, port: number, allowsPrivate = true) => places.find({ host, port }, { allowsPrivate })

test.each(['10.9.9.9', '172.31.0.1', '192.168.1.1', '::ffff:10.9.9.9', 'fd00::1', '8.8.8.8', '2606:4700::1111', '127.0.0.1'])(
  '%s in a network that is allowed is found',
  async (host) => expect(await find(host, 2575)).toBe(host),
)

test.each(['169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '64:ff9b::a00:1', '2002:a00:1::'])(
  '%s in no network that is allowed is refused',
  async (host) => {
    await expect(find(host, 2575)).rejects.toThrow(ForbiddenAddress)
  },
)

test('this machine is refused unless its operators allow it', async () => {
  const usual = createPlaces({ networks: hospitalNetworks, own })
  for (const host of ['127.0.0.1', '127.1', 'localhost', '::1', '[::1]'])
    await expect(usual.find({ host, port: 2575 }, { allowsPrivate: true })).rejects.toThrow(ForbiddenAddress)
})

test('a private network is refused if the destination does not allow it', async () => {
  await expect(find('10.9.9.9', 443, false)).rejects.toThrow(ForbiddenAddress)
  expect(await find('8.8.8.8', 443, false)).toBe('8.8.8.8')
})

const ofThisMachine = Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address))

const ofOurMachine = ['127.0.0.1', '127.0.0.2', '::1', '0.0.0.0', '127.1', 'localhost', '::ffff:127.0.0.1', ...ofThisMachine]

test.each([
  ...ofOurMachine.map((host) => ({ host, port: 5432 })),
  ...ofOurMachine.map((host) => ({ host, port: 8042 })),
  { host: '10.1.1.1', port: 6379 },
  { host: '::ffff:10.1.1.1', port: 6379 },
])('a service of ours is refused by every address of its machine: $host, port $port', async ({ host, port }) => {
  await expect(find(host, port)).rejects.toThrow(ForbiddenAddress)
  expect(await places.isOwn({ host, port })).toBe(true)
})

test('another port of the same machine is not a service of ours', async () => {
  expect(await find('10.1.1.1', 2575)).toBe('10.1.1.1')
  expect(await places.isOwn({ host: '10.1.1.1', port: 2575 })).toBe(false)
})
