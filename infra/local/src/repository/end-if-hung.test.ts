import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const check = fileURLToPath(new URL('../../../docker/end-if-hung', import.meta.url))

/** Containers have process numbers and a temporary folder of their own; so do these. */
const asContainer = ['--pid', '--fork', '--mount', '--mount-proc', '--kill-child']

function canIsolate(): boolean {
  try {
    execFileSync('unshare', [...asContainer, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs a program beside checks that end with these codes. Returns the signal that ended it, or what the last check ended with. */
async function outcomeOf(codes: readonly number[]): Promise<string> {
  const checks = codes.map((code) => `sh ${check} sh -c "exit ${code}"; last=$?`)
  const script = `mount -t tmpfs none /tmp; sleep 1000 & program=$!; (${checks.join('; ')}; echo "checked $last"; kill -s TERM $program) & wait $program; echo "ended $?"`
  const child = spawn('unshare', [...asContainer, 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout.on('data', (bytes) => {
    text += String(bytes)
  })
  await once(child, 'close')
  return text.trim().replaceAll('\n', ', ')
}

test.skipIf(!canIsolate())('six checks in a row without an answer end the program, and fewer do not', async () => {
  const [killed, left] = ['ended 137', 'checked 1, ended 143']
  expect(await outcomeOf([0, 2, 2, 2, 2, 2, 2])).toBe(killed)
  expect(await outcomeOf([0, 2, 2, 2, 2, 2])).toBe(left)
  expect(await outcomeOf([0, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2])).toBe(left)
})

test.skipIf(!canIsolate())('a program that is not ready, or has not answered yet, goes on', async () => {
  const left = 'checked 1, ended 143'
  expect(await outcomeOf([0, 1, 1, 1, 1, 1, 1, 1])).toBe(left)
  expect(await outcomeOf([2, 2, 2, 2, 2, 2, 2, 2])).toBe(left)
})
