import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sharingEndpoints } from '@readroom/contracts/studies/sharing'
import { makeCtStudy, studyUidOf } from '@readroom/demo/dicom/make-study'
import { sendStudies } from '@readroom/demo/studies/send-studies'
import { newUid } from '@readroom/orthanc/testing/make-image'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import type { Figure } from '../core/figure.ts'
import { quantile } from '../core/statistics.ts'
import { untilSettled, type WholeSystem, withWholeSystem } from '../core/whole-system.ts'
import { accept, cookieOf, directSource, framePaths, readAll, type Source } from './gateway.ts'

const images = 100
const rounds = 8
const slowReaders = 200
const links = 10
/** 33 MB as stored. */
const largeSide = 4096
/** A slow reader takes one piece in this time. */
const sipMs = 2_000
const pieceBytes = 16 * 1024

/** Sends one large image to the archive. Returns its study's UID. */
async function sendLarge({ archive }: WholeSystem): Promise<string> {
  const uids = { studyInstanceUid: newUid(), seriesInstanceUid: newUid(), sopInstanceUid: newUid() }
  const { headers } = directSource(archive)
  const body = new Uint8Array(syntheticCt({ ...uids, side: largeSide }))
  const answer = await fetch(`${archive.url}/instances`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`the archive answered ${answer.status}`)
  return uids.studyInstanceUid
}

/** Returns the cookie of a browser that opened a new share link. */
async function openLink({ admin, origin }: WholeSystem, studyId: string): Promise<string> {
  const { shareableLink } = await admin.call(sharingEndpoints.generate, { body: { studyId } })
  const token = shareableLink.split('/').at(-1)
  const response = await fetch(new URL(`/viewer/share/${token}`, origin), { redirect: 'manual' })
  return response.headers.getSetCookie().join().split(';')[0] ?? ''
}

/** Returns the answer to a request on a connection of its own; null if it broke off. */
function ask(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage | null> {
  return new Promise((resolve) => get(url, { headers, agent: false, signal }, resolve).on('error', () => resolve(null)))
}

/** Asks for a path, takes a piece of the answer now and then, and asks again 5 s after a refusal. */
async function readSlowly({ base, headers }: Source, path: string, isOver: AbortSignal, answered: () => void): Promise<void> {
  const pause = (ms: number) => delay(ms, null, { signal: isOver }).catch(() => {})
  while (!isOver.aborted) {
    const answer = await ask(base + path, headers, isOver)
    answered()
    answer?.on('error', () => {})
    while (answer?.statusCode === 200 && !isOver.aborted && !answer.destroyed) {
      answer.read(pieceBytes)
      await pause(sipMs)
    }
    answer?.destroy()
    await pause(5_000)
  }
}

async function measure(doctor: Source, paths: readonly string[]): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(...(await readAll(doctor, paths)))
  return quantile(times, 0.95)
}

/** A doctor's frames beside 200 readers of share links that hardly read. */
export async function benchSlowReaders(): Promise<Figure[]> {
  return withWholeSystem({ SETTLE_SECONDS: '2' }, async (system) => {
    const { admin, origin, dicomPort, archive } = system
    const to = { host: '127.0.0.1', port: dicomPort, callingAeTitle: 'BENCH', calledAeTitle: 'READROOM' }
    await sendStudies({ ...to, files: makeCtStudy({ key: 'slow readers', images }) })
    const large = await untilSettled(admin, await sendLarge(system))
    const study = await untilSettled(admin, studyUidOf({ key: 'slow readers' }))
    const base = `${origin}/dicom-web`
    const doctor = { base, headers: { accept, cookie: await cookieOf(system, study._id) } }
    const paths = await framePaths(directSource(archive), study.studyInstanceUID)
    const [largePath = ''] = await framePaths(directSource(archive), large.studyInstanceUID)
    await measure(doctor, paths)
    const alone = await measure(doctor, paths)
    const ending = new AbortController()
    const cookies = await Promise.all(Array.from({ length: links }, () => openLink(system, large._id)))
    const reading: Promise<void>[] = []
    const answers = Array.from({ length: slowReaders }, (_, at) => {
      const source = { base, headers: { accept, cookie: cookies[at % links] ?? '' } }
      return new Promise<void>((answered) => {
        reading.push(readSlowly(source, largePath, ending.signal, answered))
      })
    })
    await Promise.all(answers)
    const beside = await measure(doctor, paths)
    ending.abort()
    await Promise.all(reading)
    const name = `p95 of a CT frame beside ${slowReaders} slow readers (${beside.toFixed(0)} ms) over alone (${alone.toFixed(0)} ms)`
    return [{ name, value: beside / alone, unit: '', limit: 1.3 }]
  })
}
