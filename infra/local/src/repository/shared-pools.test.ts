import { expect, test } from 'vitest'
import { Env } from '../../../../apps/api/src/core/config.ts'
import { databaseLimits, storageLimits } from '../../../../apps/api/src/core/context.ts'
import { serverTimeouts } from '../../../../apps/api/src/core/http/server.ts'
import { pictureLimits } from '../../../../apps/api/src/core/pictures.ts'
import { mostRepeated, socketsPerSession } from '../../../../apps/api/src/core/realtime/hub.ts'
import { turns } from '../../../../apps/api/src/images/decoding/image-decoder.ts'
import { slotLimits } from '../../../../apps/api/src/images/flow/archive-slots.ts'
import { roomLimits } from '../../../../apps/api/src/images/flow/body-room.ts'
import { dicomFrontLimits } from '../../../../apps/worker/src/core/dicom-front/front.ts'
import { hl7FrontLimits, portLimits } from '../../../../apps/worker/src/orders/hl7/hl7-port.ts'
import { scannerLimits } from '../../../../apps/worker/src/orders/scanners/scanner-services.ts'
import { hashesAtOnce, maxHashesWaiting } from '../../../../packages/domain/src/access/password-hashes.ts'
import { queueConcurrency } from '../../../../packages/jobs/src/jobs.ts'
import { proofLimits } from '../../../../packages/pdf/src/proof.ts'
import { rendererLimits } from '../../../../packages/pdf/src/renderer.ts'
import { maxSockets } from '../../../../packages/storage/src/s3.ts'
import { readRepositoryFile } from './settings.fixture.ts'

const seconds = (ms: number | undefined) => `${(ms ?? 0) / 1_000} s`
const minutes = (ms: number) => `${ms / 60_000} minutes`
const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`
const silence = `${Env.shape.REQUEST_SILENCE_SECONDS.parse(undefined)} s`
const [statement, lock] = databaseLimits.settings.map((setting) => setting.replace(/^\w+=(\d+)s$/, '$1 s'))

type Pool = {
  /** Parts of its row, with the numbers of the code. */
  says: readonly string[]
  /** The test in which somebody holds the pool, or tries to. */
  file: string
  title: string
}

/** The rows of docs/decisions/core/shared-pools.md. */
const pools: Record<string, Pool> = {
  archive: {
    says: [
      `${slotLimits.all} answers`,
      `a session ${slotLimits.perReader}`,
      `clients ${slotLimits.outsiders}`,
      `${slotLimits.reserved} are for sessions with an open report`,
      `503 after ${seconds(slotLimits.outsiderWaitMs)}`,
    ],
    file: 'apps/api/src/images/flow/slow-readers.test.ts',
    title: 'gives a doctor her frames while forty connections of a share link read nothing',
  },
  'unread answers': {
    says: [`${megabytes(roomLimits.memory)} of memory`, `${roomLimits.disk / 1024 ** 3} GB of disk`],
    file: 'apps/api/src/images/flow/held-body.test.ts',
    title: 'a session, the outsiders of an address and its accounts have a part each',
  },
  'image decoder': {
    says: [
      `${turns.all} processes`,
      `a session ${turns.perReader}`,
      `clients ${turns.outsiders}`,
      `${turns.reserved} is for sessions`,
    ],
    file: 'packages/decoder/src/decoder.test.ts',
    title: 'that takes too long is ended, and the next image is drawn',
  },
  'DICOM port': {
    says: [
      `${dicomFrontLimits.slots} associations`,
      `an address ${dicomFrontLimits.slotsPerAddress}`,
      `an AE title ${dicomFrontLimits.slotsPerAeTitle}`,
      `${seconds(dicomFrontLimits.firstBytesMs)} for the request`,
      `${seconds(dicomFrontLimits.givesWayMs)} at least, gives way`,
    ],
    file: 'apps/worker/src/core/dicom-front/front.test.ts',
    title: 'a scanner is answered within seconds beside thirty connections that say nothing',
  },
  'HL7 port': {
    says: [
      `${hl7FrontLimits.slots} connections`,
      `an address ${hl7FrontLimits.slotsPerAddress}`,
      `${seconds(hl7FrontLimits.firstBytesMs)} to the first byte`,
      `${seconds(portLimits.messageMs)} for a message`,
      `${portLimits.idleMs / 3_600_000} hours between messages`,
    ],
    file: 'apps/worker/src/orders/hl7/hl7.test.ts',
    title: 'idle connections lock no sender out, and are counted',
  },
  'worklist port': {
    says: [
      `${scannerLimits.front.slots} connections`,
      `an address ${scannerLimits.front.slotsPerAddress}`,
      `${seconds(scannerLimits.front.firstBytesMs)} to the first byte`,
      `${seconds(scannerLimits.idleMs)} of silence`,
      `${minutes(scannerLimits.lifeMs)} in all`,
      `${seconds(scannerLimits.front.givesWayMs)} at least, gives way`,
    ],
    file: 'apps/worker/src/orders/modality-worklists/worklist.test.ts',
    title: 'counts the connections of an address that has no slot left',
  },
  database: {
    says: [`${statement}; ${lock} for a lock`, `they wait ${seconds(databaseLimits.connectMs)}, then 503`],
    file: 'apps/api/src/core/database-pool.test.ts',
    title: 'statements that never end give their connections back, and others are refused within seconds meanwhile',
  },
  Redis: {
    says: ['events wait in the outbox'],
    file: 'packages/jobs/src/workers.test.ts',
    title: 'a Redis that is frozen is waited for five seconds, and no job is lost when it goes on',
  },
  storage: {
    says: [
      `${maxSockets.toLocaleString('en')} connections`,
      `${seconds(storageLimits.silenceMs)} of silence`,
      `they wait ${seconds(storageLimits.answerMs)}, then 503`,
    ],
    file: 'packages/storage/src/s3.test.ts',
    title: 'an object that stops coming fails its reader; one that comes slowly does not',
  },
  spreadsheets: {
    says: ['no connection between two pages'],
    file: 'apps/api/src/worklist/exports/exports.test.ts',
    title: 'holds no connection to the database when the client %s',
  },
  uploads: {
    says: [`${silence} of silence`, `${minutes(serverTimeouts.requestTimeout)} in all`],
    file: 'apps/api/src/core/http/http.test.ts',
    title: 'ends a request whose %s stop arriving',
  },
  'pictures in the API': {
    says: [`${pictureLimits.atOnce} at once`, `${pictureLimits.seconds} s`],
    file: 'apps/api/src/core/pictures.test.ts',
    title: 'pictures are drawn beside bombs, which are refused',
  },
  'printers before signing': {
    says: [
      `${proofLimits.processes} in each API process`,
      `${proofLimits.processes - proofLimits.saved} is for signatures`,
      `${seconds(proofLimits.processorMs)} of a processor, ${seconds(proofLimits.ms)}`,
      `wait ${seconds(proofLimits.waitMs)}`,
    ],
    file: 'apps/api/src/reading/writing/reading.test.ts',
    title: 'a text that cannot be printed is refused before it is signed, within seconds',
  },
  'printers of reports': {
    says: [
      `${rendererLimits.processes} in the worker`,
      `${seconds(rendererLimits.processorMs)} of a processor, ${seconds(rendererLimits.ms)}`,
    ],
    file: 'apps/worker/src/reports/report-render.test.ts',
    title: 'are given up at once where the text cannot be printed, and others are made meanwhile',
  },
  jobs: {
    says: [`${queueConcurrency.archive} at once for ZIPs and exports`],
    file: 'packages/jobs/src/workers.test.ts',
    title: 'ZIPs that take long hold up other ZIPs alone',
  },
  'live events': {
    says: [`${socketsPerSession} sockets`, `${mostRepeated} missed events`],
    file: 'apps/api/src/core/realtime/sockets.test.ts',
    title: 'a session has fifty pages at most, and one of many missed events asks for everything',
  },
  'password hashes': {
    says: [`503 when ${maxHashesWaiting / hashesAtOnce} wait for each processor`],
    file: 'packages/domain/src/access/queue.test.ts',
    title: 'those who come when enough wait are refused at once, and the others are served in turn',
  },
  'connections to the API': {
    says: [
      `${silence} of silence`,
      `${seconds(serverTimeouts.keepAliveTimeout)} between two`,
      `${minutes(serverTimeouts.requestTimeout)} in all`,
    ],
    file: 'apps/api/src/core/http/http.test.ts',
    title: 'ends a request whose %s stop arriving',
  },
  'processes that speak DICOM': {
    says: ['one for each destination'],
    file: 'apps/worker/src/orders/modality-worklists/worklist-hangs.test.ts',
    title: 'a process of the worklist that hangs is replaced, with a note',
  },
}

const page = await readRepositoryFile('docs/decisions/core/shared-pools.md')
const table = page.slice(page.indexOf('pool | who'))
const rows = new Map(
  table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .slice(2)
    .map((line) => [line.split(/:? \||:/)[0]?.trim() ?? '', line] as const),
)

test('the page has every pool, and no other', () => {
  expect([...rows.keys()].sort()).toEqual(Object.keys(pools).sort())
})

test.each(Object.entries(pools))('%s: the page has the numbers of the code', (name, { says }) => {
  for (const part of says) expect(rows.get(name)).toContain(part)
})

test.each(Object.entries(pools))('%s: a test holds the pool', async (_name, { file, title }) => {
  expect(await readRepositoryFile(file)).toContain(title)
})
