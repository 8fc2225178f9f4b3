import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Database, OpenDb } from '@readroom/db/core/client'
import { modalityWorklists } from '@readroom/db/orders/modality-worklists.schema'
import { orders } from '@readroom/db/orders/orders.schema'
import { labAeTitles } from '@readroom/db/people/labs.schema'
import { createLab } from '@readroom/db/testing/factories'
import { type StepMessage, tellStep as tellStepTo } from '@readroom/demo/hospital/scanner'
import { eventually } from '@readroom/local/core/eventually'
import { createHeartbeats } from '@readroom/process/heartbeats'
import { clinicZoneOf } from '../../core/clinic-zone.ts'
import { startRefusalCounts } from '../../core/port-refusals.ts'
import { silent } from '../../studies/intake/intake.fixture.ts'
import { startWorklistListener, type WorklistContext } from './worklist-listener.ts'
import type { WorklistTls } from './worklist-messages.ts'

/** Makes a laboratory with a scanner, whose worklist is called `WL_<name>`. */
export async function createScanner(db: OpenDb, name: string, fields: Partial<typeof modalityWorklists.$inferInsert> = {}) {
  const lab = await createLab(db)
  const [aeTitle, calledAeTitle] = [`CT_${name}`, `WL_${name}`]
  await db.insert(labAeTitles).values({ aeTitle, labId: lab.id })
  const worklist = { labId: lab.id, calledAeTitle, allowedAddresses: ['127.0.0.1'], isEnabled: true }
  await db.insert(modalityWorklists).values({ ...worklist, ...fields })
  const addOrder = async (placerNumber: string, order: Partial<typeof orders.$inferInsert> = {}) => {
    const values = { labId: lab.id, source: 'manual' as const, modality: 'CT', placerNumber, ...order }
    const [row] = await db.insert(orders).values(values).returning()
    if (!row) throw new Error('the insert returned no row')
    return row
  }
  return { lab, aeTitle, calledAeTitle, addOrder }
}
export type Scanner = Pick<Awaited<ReturnType<typeof createScanner>>, 'aeTitle' | 'calledAeTitle'>

/** Starts a listener on free ports. Without `tls` it has no port with TLS. */
export async function openWorklists(
  database: Pick<Database, 'db'>,
  tls: Omit<WorklistTls, 'port'> | null = null,
  { watch, probeMs }: Pick<WorklistContext, 'watch' | 'probeMs'> = {},
) {
  const refusals = startRefusalCounts(database, silent)
  const opened: { port: number; isTls: boolean }[] = []
  const listener = startWorklistListener({
    database,
    log: silent,
    heartbeats: createHeartbeats(),
    host: '127.0.0.1',
    port: 0,
    tls: tls && { ...tls, port: 0 },
    readZone: clinicZoneOf(database.db, 'Asia/Tokyo'),
    refusals,
    ...(watch && { watch }),
    ...(probeMs && { probeMs }),
    onListening: (port) => opened.push(port),
  })
  const portOf = (isTls: boolean) =>
    eventually(() => opened.findLast((one) => one.isTls === isTls)?.port ?? Promise.reject(new Error('no port is open yet')))
  await portOf(false)
  /** `port`: the present one, another one after the process was replaced. */
  const stop = async () => {
    await listener.stop()
    await refusals.stop()
  }
  return { port: () => portOf(false), tlsPort: () => portOf(true), refusals, stop }
}

/** The keys that scanners usually ask for. */
const usual = ['PatientName', 'PatientID', 'AccessionNumber', 'StudyInstanceUID', 'RequestedProcedureDescription']
const step = 'ScheduledProcedureStepSequence[0].'
const usualOfStep = ['Modality', 'ScheduledStationAETitle', 'ScheduledProcedureStepStartDate', 'ScheduledProcedureStepStartTime']

/**
 * Asks as a scanner does, with DCMTK's `findscu`. Keys are `PatientID=P-1`, those of the step `step.Modality=CT`. Returns the items, each an element by
 * keyword. `others`: options of the program. Throws if the association is refused.
 */
export async function find(
  port: number,
  { aeTitle, calledAeTitle }: Scanner,
  keys: readonly string[] = [],
  others: readonly string[] = [],
) {
  const given = [...usual, ...usualOfStep.map((name) => step + name), ...keys.map((key) => key.replace(/^step\./, step))]
  const options = given.flatMap((key) => ['-k', key])
  const args = ['-v', '-to', '20', '-W', '-aet', aeTitle, '-aec', calledAeTitle, ...others, ...options, '127.0.0.1', String(port)]
  const { stdout, stderr } = await promisify(execFile)('findscu', args, { maxBuffer: 64_000_000 })
  const [, ...responses] = `${stdout}${stderr}`
    .split(/Find Response: \d+|# Dicom-Data-Set/)
    .filter((text) => text.includes(' # '))
  return responses.map(
    (text) =>
      new Map(
        [...text.matchAll(/\(\w{4},\w{4}\) [A-Z]{2} (?:\[(.*?)\s*\]|(\S+)).*# +\d+, *\d+ (\w+)/g)].map(
          ([, value, other, name]) => [name, value ?? other],
        ),
      ),
  )
}

/** Returns the status of the last response to a question, in DCMTK's words. */
export async function statusOf(port: number, { aeTitle, calledAeTitle }: Scanner): Promise<string | undefined> {
  const args = ['-d', '-W', '-aet', aeTitle, '-aec', calledAeTitle, '-k', 'PatientName', '127.0.0.1', String(port)]
  const { stdout, stderr } = await promisify(execFile)('findscu', args, { maxBuffer: 64_000_000 })
  return [...`${stdout}${stderr}`.matchAll(/DIMSE Status\s*: (?:0x[0-9a-f]+: )?(.*)/g)].at(-1)?.[1]
}

/** Tells of a performed step as a scanner does. Returns the status of the answer (PS3.7 annex C). */
export const tellStep = (port: number, scanner: Scanner, message: StepMessage): Promise<number> =>
  tellStepTo({ host: '127.0.0.1', port, ...scanner }, message)
