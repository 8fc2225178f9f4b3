import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import { hl7Endpoints } from '@readroom/contracts/orders/hl7-endpoints'
import { modalityWorklistEndpoints } from '@readroom/contracts/orders/modality-worklists'
import { resultEndpoints } from '@readroom/contracts/reports/result-endpoints'
import type { ResultSettings } from '@readroom/contracts/reports/results'
import { config } from '../core/config.ts'
import { freePort } from '../core/free-port.ts'
import { makePhantom, untilSettled } from '../core/studies.ts'
import { readHospitalPlaces } from '../core/system.ts'
import { expect, test } from '../core/test.ts'

const run = promisify(execFile)
const host = '127.0.0.1'

/** Returns the messages and the commands of the page, in its order. */
async function readPage() {
  const page = await readFile(join(config.root, 'docs/integrating.md'), 'utf8')
  const fenced = [...page.matchAll(/^ *```hl7\n([\s\S]*?)^ *```/gm)].map(([, text = '']) => text.replace(/^ +/gm, ''))
  const withoutFences = page.replace(/^ *```[\s\S]*?```/gm, '')
  const blocks = withoutFences.split(/\n(?! {4})/).map((block) => block.split('\n').slice(1).join('\n'))
  const commands = blocks.map((block) => block.replace(/^ +/gm, '')).filter((block) => block !== '' && !/^[{|]/.test(block))
  const receiver = /`(storescp [^`]+)`/.exec(page)?.[1] ?? ''
  return { messages: fenced, commands, receiver }
}

test('every command of the guide to connect a hospital works as it is written', async ({ stage, system, db, adminApi }) => {
  const { labId, tag, aeTitle } = stage
  const { messages, commands, receiver } = await readPage()
  const [send, ask, store] = commands
  expect([messages.length, commands.length]).toEqual([3, 3])
  const { worklistPort, resultsFolder } = await readHospitalPlaces(system)
  const [ordersPort, archivePort] = [await freePort(), await freePort()]
  const worklistAeTitle = `W${aeTitle}`.slice(0, 16)
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  const dir = await mkdtemp(join(tmpdir(), 'readroom-guide-'))
  /** Puts the places of this system into a command, and today's date into a message. */
  const here = (text = '') =>
    [
      ['2580', String(ordersPort)],
      ['4243', String(worklistPort)],
      ['4242', String(system.dicomPort)],
      ['11114', String(archivePort)],
      ['HARBOR_WL', worklistAeTitle],
      ['-aet HARBOR ', `-aet ${aeTitle} `],
      ['20261126', today],
    ].reduce((changed, [from = '', to = '']) => changed.replaceAll(from, to), text)
  const bash = async (command: string) => (await run('bash', ['-c', command], { cwd: dir })).stdout

  const connection = {
    labId,
    name: `Guide ${tag}`,
    port: ordersPort,
    clientCertificates: null,
    allowedAddresses: [host],
    sendingFacility: 'HARBOR_HOSPITAL',
    charset: 'UNICODE UTF-8',
    mapping: Hl7Mapping.parse({ patientAuthority: 'HARBORHOSP' }),
    isEnabled: true,
    keepDays: 30,
  } as const
  await adminApi.call(hl7Endpoints.create, { body: connection })
  const worklist = { calledAeTitle: worklistAeTitle, allowedAddresses: [host], isEnabled: true, version: 0 }
  await adminApi.call(modalityWorklistEndpoints.save, { params: { labId }, body: worklist })

  await test.step('orders', async () => {
    for (const [index, message] of messages.slice(0, 2).entries()) {
      await writeFile(join(dir, 'order.hl7'), here(message))
      await expect.poll(() => bash(here(send)).catch(() => ''), { timeout: 30_000 }).toContain(`MSA|AA|HH-${index + 1}`)
    }
  })
  const uid = await test.step('worklist', async () => {
    let answer = ''
    const asked = async () => {
      answer = (await run('bash', ['-c', `${here(ask)} 2>&1`], { cwd: dir })).stdout
      return answer
    }
    await expect.poll(asked, { timeout: 30_000 }).toContain('HH7001')
    const item = answer.split(/W: -{5,}|I: -{5,}/).find((each) => each.includes('HH7001')) ?? ''
    return /\(0020,000d\) UI \[([\d.]+)/.exec(item)?.[1] ?? ''
  })
  await test.step('images', async () => {
    const [image] = [...makePhantom(tag, 1).files()]
    await writeFile(join(dir, 'image.dcm'), image?.bytes ?? '')
    await bash(here(store).replaceAll('<UID>', uid))
    const { _id: studyId, accessionNumber } = await untilSettled({ db, adminApi }, uid)
    expect(accessionNumber).toBe('HH7001')
    const { rows } = await db.execute(`select reason from order_matches where study_id = '${studyId}'`)
    expect(rows).toHaveLength(1)
  })
  await test.step('merges', async () => {
    await writeFile(join(dir, 'order.hl7'), here(messages[2]))
    expect(await bash(here(send))).toContain('MSA|AA|HH-3')
  })
  await test.step('results', async () => {
    const form = { sendingFacility: 'CENTRAL', receivingApplication: 'HIS', receivingFacility: 'HARBOR_HOSPITAL' }
    const hl7 = {
      ...form,
      patientAuthority: null,
      withPdf: false,
      ordersTogether: false,
      addendumStatus: 'C',
      withdrawnStatus: 'X',
    } as const
    const places: ResultSettings[] = [
      {
        kind: 'dicom',
        host,
        port: archivePort,
        certificates: null,
        calledAeTitle: 'HARBORPACS',
        callingAeTitle: 'READROOM',
        document: 'pdf',
      },
      { kind: 'folder', folder: tag, format: 'hl7', ...hl7 },
    ]
    const [program = '', ...parameters] = here(receiver).split(' ')
    const archive = spawn(program, parameters, { cwd: dir, stdio: 'ignore' })
    try {
      for (const settings of places) {
        const body = { labId, name: `${settings.kind} ${tag}`, settings, state: 'on', alertMinutes: 60 } as const
        const { _id: destinationId } = await adminApi.call(resultEndpoints.create, { body })
        await adminApi.call(resultEndpoints.test, { params: { destinationId } })
        const answered = async () => {
          const { destinations } = await adminApi.call(resultEndpoints.destinations)
          return destinations.find(({ _id }) => _id === destinationId)?.lastAnswer?.answer
        }
        await expect.poll(answered, { timeout: 30_000 }).toBe('accepted')
      }
      expect(await readdir(join(resultsFolder, tag))).toHaveLength(1)
    } finally {
      archive.kill('SIGKILL')
      await once(archive, 'exit')
    }
    const webhook = { kind: 'webhook', url: 'https://example.invalid/hook', allowsPrivate: false, certificates: null } as const
    const settings = { ...webhook, withPatient: false, events: ['reports'] } satisfies ResultSettings
    const body = { labId, name: `webhook ${tag}`, settings, state: 'held', alertMinutes: 60, secret: 's'.repeat(32) } as const
    expect((await adminApi.call(resultEndpoints.create, { body }))._id).not.toBe('')
  })
  await rm(dir, { recursive: true })
})
