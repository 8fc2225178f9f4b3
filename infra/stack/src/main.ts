import { signIn } from '@readroom/demo/api-client'
import { drillBackup } from './backup-drill.ts'
import { checkKept, playMainJob } from './main-job.ts'
import { createPeople } from './people.ts'
import { tryProxies } from './proxies.ts'
import { tryRollingUpdate } from './rolling-update.ts'
import { createStack, type Stack } from './stack.ts'

/** The main job on the stack of docker-compose.yml, before and after all of it was taken down and started again. */
async function tryStack(stack: Stack): Promise<void> {
  await stack.up()
  console.log('started')
  const admin = await signIn(stack.url, stack.admin.email, stack.admin.password)
  await tryProxies(stack)
  console.log('it can be reached with and without TLS, and sees who calls')
  const people = await createPeople(stack, admin)
  const first = await playMainJob(stack, people, 1)
  console.log('a study was sent, assigned, reported and delivered')
  await stack.down()
  await stack.up()
  await checkKept(stack, people, [first])
  console.log('after down and up everything is there')
  const second = await playMainJob(stack, people, 2)
  await checkKept(stack, people, [first, second])
  console.log('and it goes on')
  await stack.up({ api: 3, worker: 2 })
  console.log(`with three API processes and two workers, ${await tryRollingUpdate(stack, people, first)}`)
  await checkKept(stack, people, [first, second])
  await drillBackup(stack, people, [first, second])
}

/** Returns what the API processes that still run logged of requests that failed on their side. The proxy's own refusals are not among them. */
async function failedRequests({ compose }: Stack): Promise<string> {
  const lines = (await compose(['logs', '--no-color', 'api'])).split('\n')
  return lines
    .filter((line) => line.includes('"level":50'))
    .slice(-20)
    .join('\n')
}

const stack = await createStack()
if (!stack) {
  console.log('Docker Engine with Compose not found. The stack of docker-compose.yml was not tested')
  process.exit(0)
}
try {
  await tryStack(stack)
} catch (error) {
  console.error(await stack.compose(['logs', '--tail', '40']).catch(String))
  console.error(`Requests that the API failed:\n${await failedRequests(stack).catch(String)}`)
  // Last, where it is read first.
  console.error(error)
  process.exitCode = 1
} finally {
  await stack.remove()
}
