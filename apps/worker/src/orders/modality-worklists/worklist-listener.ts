import type { OwnPort } from '@readroom/contracts/core/port-refusals'
import { type Database, withoutStatement } from '@readroom/db/core/client'
import { listOpenWorklists, markWorklistAsked } from '@readroom/db/orders/modality-worklists'
import { markScannerAsked } from '@readroom/db/orders/scanners'
import { listWorklistItems } from '@readroom/db/orders/worklist-items'
import { echo } from '@readroom/process/front/dicom-echo'
import { createOwnProbes } from '@readroom/process/front/own-probes'
import type { Heartbeats } from '@readroom/process/heartbeats'
import dimse from 'dcmjs-dimse'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { ReadClinicZone } from '../../core/clinic-zone.ts'
import { startLoop } from '../../core/loop.ts'
import type { RefusalCounts } from '../../core/port-refusals.ts'
import { createPortWatch, type PortWatch } from '../../core/port-watch.ts'
import { takeStep } from './performed-step.ts'
import { answerOf } from './worklist-answer.ts'
import type { FromListener, Worklists, WorklistTls } from './worklist-messages.ts'
import { beginListening, type ListeningProcess } from './worklist-process.ts'
import { readQuestion, UnreadableKey } from './worklist-question.ts'

/** A change of a worklist applies within this time, and a process that ended is replaced. */
const LOOK_MS = 1_000
/** Questions that are answered at the same time: the pool has connections for others, too. */
const ANSWERED_AT_ONCE = 2
/** Our own question is answered within this time, also on a busy machine. */
const PROBE_MS = 10_000
/** Refused connections that are logged between two looks. */
const LOGGED_REFUSALS = 4

export type WorklistContext = {
  database: Pick<Database, 'db'>
  log: Logger
  heartbeats: Heartbeats
  host: string
  port: number
  /** Null: there is no port with TLS. */
  tls: WorklistTls | null
  /** Scanners read dates and times in the clinic's zone. */
  readZone: ReadClinicZone
  /** Counts connections that were refused. */
  refusals: RefusalCounts
  /** Hears of each port once it is open. */
  onListening?: (opened: { port: number; isTls: boolean }) => void
  watch?: PortWatch
  probeMs?: number
}

type Question = Extract<FromListener, { kind: 'question' }>
type Step = Extract<FromListener, { kind: 'step' }>

const { Status } = dimse.constants

/** Serves the scanners of laboratories that have a modality worklist, and follows its changes (docs/decisions/orders/modality-worklist.md). */
export function startWorklistListener(context: WorklistContext) {
  const {
    database,
    log,
    heartbeats,
    host,
    port,
    tls,
    readZone,
    onListening,
    watch = createPortWatch(),
    probeMs = PROBE_MS,
  } = context
  const { db } = database
  const limit = pLimit(ANSWERED_AT_ONCE)
  let listening: ListeningProcess | null = null
  let known = ''
  let logged = 0
  const probes = createOwnProbes()
  const expected = new Map<number, () => void>()
  let openedPort: number | null = null

  /** Responds to the process that asked, and to no other: one that replaced it counts its questions anew, for other scanners. */
  async function answer({ id, labId, aeTitle, elements }: Question, tell: ListeningProcess['tell']): Promise<void> {
    const respond = (items: Record<string, unknown>[] | null, { isUnreadable = false, isCut = false } = {}) =>
      tell({ kind: 'answer', id, items, isUnreadable, isCut })
    try {
      const question = readQuestion(elements)
      const { items, isCut } = await listWorklistItems(db, { labId, zone: await readZone(), question })
      await markWorklistAsked(db, { labId, aeTitle, isCut })
      log.info({ lab: labId, aeTitle, items: items.length, isCut }, 'a scanner read its worklist')
      respond(
        items.map((item) => answerOf(item, elements, aeTitle)),
        { isCut },
      )
    } catch (error) {
      if (error instanceof UnreadableKey) return respond(null, { isUnreadable: true })
      log.error({ lab: labId, err: withoutStatement(error) }, 'a question of a scanner was not answered')
      respond(null)
    }
  }

  /** Responds once the step is stored: a scanner that hears nothing, or a failure, tells it again. */
  async function answerStep(step: Step, tell: ListeningProcess['tell']): Promise<void> {
    const { id, labId, aeTitle, action } = step
    try {
      await markScannerAsked(db, aeTitle)
      const status = await takeStep(db, step)
      log.info({ lab: labId, aeTitle, action, status }, 'a scanner reported a step')
      tell({ kind: 'stepAnswer', id, status })
    } catch (error) {
      log.error({ lab: labId, err: withoutStatement(error) }, 'a step of a scanner was not stored')
      tell({ kind: 'stepAnswer', id, status: Status.ProcessingFailure })
    }
  }

  function hear(message: FromListener, tell: ListeningProcess['tell']): void {
    if (message.kind === 'question') void limit(() => answer(message, tell))
    else if (message.kind === 'step') void limit(() => answerStep(message, tell))
    else if (message.kind === 'refused') {
      logged += 1
      const { address, aeTitle, reason } = message
      if (logged <= LOGGED_REFUSALS) log.warn({ address, reason }, 'a scanner was turned away')
      context.refusals.count({ port: 'worklist', labId: null, address, aeTitle, reason: 'not allowed' })
    } else if (message.kind === 'full') {
      const { address, reason } = message
      context.refusals.count({ port: 'worklist', labId: null, address, aeTitle: '', reason })
    } else if (message.kind === 'failed') {
      const { reason, isTls } = message
      log.error({ port: isTls ? tls?.port : port, isTls, reason }, 'a port of modality worklists did not open')
    } else if (message.kind === 'expecting') {
      expected.get(message.port)?.()
      expected.delete(message.port)
    } else {
      if (!message.isTls) openedPort = message.port
      log.info({ port: message.port, isTls: message.isTls }, 'a port of modality worklists is open')
      onListening?.(message)
    }
  }

  /** Asks our own port by C-ECHO. The listening process does not ask who is there, and counts nothing. */
  async function probe(asked: ListeningProcess, place: { host: string; port: number }): Promise<void> {
    const announce = (local: number) =>
      new Promise<void>((resolve) => {
        expected.set(local, resolve)
        asked.tell({ kind: 'probe', port: local })
      })
    const titles = { called: 'READROOM', calling: 'READROOM' }
    await probes.run(place, probeMs, (socket) => echo(socket, titles), announce).finally(() => expected.clear())
  }

  /** Ends a process that hangs, so that another one begins. */
  async function endHung(asked: ListeningProcess): Promise<void> {
    if (openedPort === null) return
    const place = { host, port: openedPort }
    if (!(await watch.hasHung('worklist', () => probe(asked, place)))) return
    log.error(place, 'the port of modality worklists did not answer and is opened again')
    context.refusals.count({ port: 'worklist', labId: null, address: '', aeTitle: '', reason: 'no answer' })
    await asked.stop()
  }

  function begin(): ListeningProcess {
    if (listening) log.error('the process of modality worklists ended')
    const begun = beginListening((message) => hear(message, begun.tell))
    begun.tell({ kind: 'listen', host, port, tls })
    known = ''
    openedPort = null
    return begun
  }

  /** Makes a process that listens serve these worklists. */
  function follow(worklists: Worklists): ListeningProcess {
    if (!listening?.isAlive()) listening = begin()
    if (JSON.stringify(worklists) !== known) listening.tell({ kind: 'worklists', worklists })
    known = JSON.stringify(worklists)
    return listening
  }

  async function look(): Promise<number> {
    const worklists: Worklists = await listOpenWorklists(db)
    logged = 0
    await endHung(follow(worklists))
    follow(worklists)
    return LOOK_MS
  }

  const loop = startLoop({ name: 'worklist', log, heartbeats, round: look })
  return {
    /** Returns its port. One that is not open does not answer. */
    ports: (): OwnPort[] => [{ port: 'worklist', isAnswering: openedPort !== null && watch.isAnswering('worklist') }],
    stop: async () => {
      await loop.stop()
      await listening?.stop()
    },
  }
}
