import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { makeFolder, started } from './folder.fixture.ts'
import { startRedis } from './redis.ts'

function ask(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`))
    socket.once('error', reject)
    socket.once('data', (answer) => {
      socket.destroy()
      resolve(answer.toString())
    })
  })
}

test('a second start continues with the same keys', async () => {
  const dir = await makeFolder()
  const first = await started(startRedis({ dir }))
  await ask(first.port, 'SET kept yes')
  await first.stop()
  const second = await started(startRedis({ dir }))
  expect(await ask(second.port, 'GET kept')).toContain('yes')
})

test('a start after a crash continues', async () => {
  const dir = await makeFolder()
  const first = await started(startRedis({ dir }))
  await ask(first.port, 'SET kept yes')
  await first.kill()
  const second = await started(startRedis({ dir }))
  expect(await ask(second.port, 'GET kept')).toContain('yes')
})

test('a server that is still running on the folder is replaced', async () => {
  const dir = await makeFolder()
  const first = await started(startRedis({ dir }))
  await ask(first.port, 'SET kept yes')
  const second = await started(startRedis({ dir }))
  await first.exited
  expect(await ask(second.port, 'GET kept')).toContain('yes')
})

test('a port that is taken is reported with the server’s own words', async () => {
  const taken = await started(startRedis({ dir: await makeFolder() }))
  await expect(startRedis({ dir: await makeFolder(), port: taken.port })).rejects.toThrow(/Address already in use/)
})
