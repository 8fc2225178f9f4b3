import { sharingEndpoints } from '@readroom/contracts/studies/sharing'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import { signIn } from '@readroom/demo/api-client'
import { checkKept, type Delivered, playMainJob } from './main-job.ts'
import type { People } from './people.ts'
import type { Stack } from './stack.ts'

const copyMs = 5 * 60_000

/** Returns the output of an operator command. Throws with its error output if it fails. */
const operate = ({ compose }: Stack, ...args: string[]) => compose(['run', '--rm', 'operator', ...args], { timeoutMs: copyMs })

/** Returns the error that refuses a call. */
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'nothing',
    (error: unknown) => String(error),
  )

function expectIn(what: string, text: string, ...parts: readonly string[]): void {
  for (const part of parts) if (!text.includes(part)) throw new Error(`${what} does not say ${part}:\n${text}`)
}

/** A share link of a study that was taken back, by its token. */
async function revokedLink(stack: Stack, { studyInstanceUID }: Delivered): Promise<string> {
  const admin = await signIn(stack.url, stack.admin.email, stack.admin.password)
  const { data } = await admin.call(studyEndpoints.search, { query: { searchTerm: 'STACK' } })
  const study = data.find((row) => row.studyInstanceUID === studyInstanceUID)
  if (!study) throw new Error(`study ${studyInstanceUID} is gone`)
  const made = await admin.call(sharingEndpoints.generate, { body: { studyId: study._id } })
  const params = { studyId: study._id, shareLinkId: made.shareLinkId }
  await admin.call(sharingEndpoints.revoke, { params })
  return made.shareableLink.split('/').at(-1) ?? ''
}

const isDead = async ({ url }: Stack, token: string) => {
  const answer = await fetch(new URL(`/api/sharing/access/${token}`, url))
  return answer.status === 404 && (await answer.text()).includes('SHARE_LINK_NOT_FOUND')
}

/** Runs in the operator's container: the first report goes from storage, and the first image from the archive. */
const breaking = `
  import { createOrthanc } from '@readroom/orthanc/client'
  import { createStorage } from '@readroom/storage/create-storage'
  import { storageConfig } from '@readroom/storage/storage-env'
  import { readStackConfig } from '/srv/operator/dist/core/config.js'
  const config = readStackConfig()
  const storage = createStorage(storageConfig(config))
  const [object] = await Array.fromAsync(storage.list('reports'))
  await storage.delete(object.key)
  const orthanc = createOrthanc({ url: config.ORTHANC_URL, username: config.ORTHANC_USERNAME, password: config.ORTHANC_PASSWORD })
  const [study] = await orthanc.listStudies(0, 1)
  const [image] = await orthanc.listStoredInstances(study)
  await orthanc.deleteInstance(image.ID)
  await orthanc.close()
  console.log(JSON.stringify({ object: object.key, study }))`

/** An object and an image are lost, and \`verify\` names both. */
async function drillLoss(stack: Stack): Promise<void> {
  // Otherwise it would take the loss of the image for a deletion, and note it.
  await stack.compose(['stop', 'worker'], { timeoutMs: copyMs })
  const node = ['run', '--rm', '--workdir', '/srv/operator', '--entrypoint', 'node']
  const printed = await stack.compose([...node, 'operator', '--input-type=module', '-e', breaking])
  const { object, study } = JSON.parse(printed.trim().split('\n').at(-1) ?? '')
  const complaint = await refusalOf(operate(stack, 'verify'))
  expectIn('verify', complaint, `object ${object} is missing from storage`, `study ${study} has`, '2 differences')
}

/**
 * Backs the stack up, removes it with its volumes, and restores it into an empty one: what was there is there again, who was signed in is signed out,
 * and a share link that was revoked stays dead.
 */
export async function drillBackup(stack: Stack, people: People, delivered: readonly Delivered[]): Promise<void> {
  const [first] = delivered
  if (!first) throw new Error('there is nothing to back up')
  const token = await revokedLink(stack, first)
  const before = await signIn(stack.url, people.doctor.email, people.doctor.password)
  expectIn('backup', await operate(stack, 'backup', '--keep', '2'), 'is complete: ')
  expectIn('backup', await operate(stack, 'backup', '--keep', '2'), 'is complete: ')
  await operate(stack, 'verify', '--backup', 'latest')
  expectIn('restore', await refusalOf(operate(stack, 'restore', 'latest')), 'in use')
  console.log('the stack was backed up while it worked')

  await stack.empty()
  expectIn('restore', await operate(stack, 'restore', 'latest'), 'All users are signed out')
  await stack.up()
  await operate(stack, 'verify', '--images')
  expectIn('check-audit', await operate(stack, 'check-audit'), 'chain intact')
  await checkKept(stack, people, delivered)
  if (!(await isDead(stack, token))) throw new Error('a revoked share link lives again')
  const refusal = await refusalOf(before.call(studyEndpoints.search, { query: {} }))
  expectIn('the session of before', refusal, 'NOT_AUTHENTICATED')
  console.log('restored into an empty stack everything is there, and who had access has none')

  await playMainJob(stack, people, 3)
  await drillLoss(stack)
  console.log('and what is lost is named')
  // The files are root's.
  await stack.compose(['run', '--rm', '--entrypoint', 'sh', 'operator', '-c', 'rm -rf /backups/*'])
}
