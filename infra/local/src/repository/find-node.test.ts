import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeCheckout } from './find-node.fixture.ts'

const withNode = 'infra/local/with-node'

test.each(['start', 'test'])(
  'npm %s on an older Node runs on the pinned one and says in one line that it fetches it',
  async (command) => {
    const checkout = await makeCheckout()
    expect(await checkout.run('npm', command, '--silent')).toEqual({
      code: 0,
      stdout: `Node 99 runs infra/local/bootstrap.mjs ${command}\n`,
      stderr: `Fetching Node 99.0.0 from npm (this is ${process.versions.node})\n`,
    })
  },
)

test('a second start fetches nothing', async () => {
  const checkout = await makeCheckout()
  await checkout.run(withNode, 'node', 'once')
  checkout.registry.close()
  expect(await checkout.run(withNode, 'node', 'twice')).toEqual({ code: 0, stdout: 'Node 99 runs twice\n', stderr: '' })
})

test('two starts at once leave one Node', async () => {
  const checkout = await makeCheckout()
  const starts = await Promise.all([checkout.run(withNode, 'node', 'one'), checkout.run(withNode, 'node', 'two')])
  expect(starts.map(({ stdout }) => stdout)).toEqual(['Node 99 runs one\n', 'Node 99 runs two\n'])
  expect(await readdir(checkout.cache)).toEqual([`99.0.0-${process.arch}`])
})

test('an archive with another checksum is refused and leaves nothing', async () => {
  const checkout = await makeCheckout({ served: 'altered' })
  const { code, stdout, stderr } = await checkout.run(withNode, 'node')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('EINTEGRITY')
  expect(await readdir(checkout.cache)).toEqual([])
})

test('a registry out of reach is named, with the way out', async () => {
  const checkout = await makeCheckout()
  checkout.registry.close()
  const { code, stderr } = await checkout.run(withNode, 'node')
  expect(code).toBe(1)
  expect(stderr).toContain('ECONNREFUSED')
  expect(stderr).toContain('Fetching it from npm failed. Install Node 99.0.0 or later, then run the command again.')
  expect(await readdir(checkout.cache)).toEqual([])
})

test('a system without a pinned Node is told to install it', async () => {
  const checkout = await makeCheckout({ packageName: 'node-plan9-mips' })
  const { code, stderr } = await checkout.run(withNode, 'node')
  expect(code).toBe(1)
  expect(stderr).toContain(`It cannot be fetched for ${process.platform} on ${process.arch}. Install Node 99.0.0`)
  expect(checkout.registry.requests).toEqual([])
})

test('a Node that is new enough is used as it is', async () => {
  const checkout = await makeCheckout({ version: process.versions.node })
  expect(await checkout.run(withNode, 'node', '--version')).toEqual({ code: 0, stdout: `${process.version}\n`, stderr: '' })
  expect(checkout.registry.requests).toEqual([])
})
