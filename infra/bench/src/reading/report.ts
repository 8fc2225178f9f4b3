import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import { storeOwnPassword } from '@readroom/db/access/passwords'
import { type Database, openDatabase } from '@readroom/db/core/client'
import { findPrinted } from '@readroom/db/reports/report-versions'
import { reports } from '@readroom/db/reports/reports.schema'
import { createAssignment, createDoctor, createStudy } from '@readroom/db/testing/factories'
import { type ApiSession, signIn } from '@readroom/demo/api-client'
import { createRenderer } from '@readroom/pdf/renderer'
import { printedReport } from '@readroom/report/printed-report'
import { and, eq, isNull } from 'drizzle-orm'
import { password } from '../core/api-process.ts'
import type { Figure } from '../core/figure.ts'
import { quantile, time } from '../core/statistics.ts'
import { withWholeSystem } from '../core/whole-system.ts'

const atOnce = 20
const rounds = 6

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const section = (id: string, lines: number) => ({
  type: 'section',
  attrs: { id, origin: '' },
  content: Array.from({ length: lines }, (_, line) =>
    paragraph(`Line ${line}: no fracture, no effusion, soft tissues without swelling.`),
  ),
})
/** About a page and a half. */
const content: ReportContent = { type: 'doc', content: [section('findings', 40), section('impression', 3)] }

/** Makes a doctor with the password of the benchmarks. */
export async function makeDoctor({ db }: Database) {
  const { user, doctor } = await createDoctor(db)
  await storeOwnPassword(db, user.id, await hash(password))
  return { user, doctor }
}
type Doctor = Awaited<ReturnType<typeof makeDoctor>>

/** Makes a study, of a laboratory if one is named, whose report is written and not yet signed. Returns what signs it. */
export async function writeReport({ db }: Database, session: ApiSession, { user, doctor }: Doctor, labId: string | null = null) {
  const shown = { patientName: 'Bench', description: 'XR knee', accessionNumber: randomUUID().slice(0, 16) }
  const study = await createStudy(db, { status: 'assigned_to_doctor', labId, ...shown })
  await createAssignment(db, { studyId: study.id, doctorId: doctor.id, assignedBy: user.id })
  const [params, windowId] = [{ studyId: study.id }, randomUUID()]
  const { fence } = await session.call(readingEndpoints.hold, { params, body: { windowId } })
  const held = { windowId, fence }
  const draft = { ...held, revision: 0, kind: 'original', content }
  const { revision } = await session.call(readingEndpoints.save, { params, body: draft })
  const signature = { ...held, revision, meaning: 'final', confirmed: [], requestId: randomUUID() }
  return (more: object = {}) => session.call(readingEndpoints.sign, { params, body: { ...signature, ...more } })
}

/** Milliseconds from the request that signs until the PDF is in storage. */
async function signToStorage(
  { db }: Database,
  sign: Awaited<ReturnType<typeof writeReport>>,
): Promise<{ ms: number; id: string }> {
  const start = performance.now()
  const { version } = await sign()
  while ((await db.$count(reports, and(eq(reports.versionId, version.id), isNull(reports.sha256)))) > 0) await delay(40)
  return { ms: performance.now() - start, id: version.id }
}

/** Returns the time to draw the documents without the system, in milliseconds. */
async function bareRender({ db }: Database, versionId: string): Promise<number> {
  const found = await findPrinted(db, versionId)
  if (!found) throw new Error('nothing was signed')
  const report = printedReport(found.chain, { zone: 'UTC', hasSignature: false })
  const renderer = createRenderer()
  const draw = () => renderer.render({ report, signature: null, pictures: new Map(), drawnAt: new Date() })
  await draw()
  const all = await time(() => Promise.all(Array.from({ length: atOnce }, draw)))
  renderer.close()
  return all
}

/** Measures the time from signing to the document, many at a time, against drawing that many. */
export async function benchReport(): Promise<Figure[]> {
  return withWholeSystem({}, async ({ origin, databaseUrl }) => {
    const database = openDatabase(databaseUrl, { onError: () => {} })
    const doctor = await makeDoctor(database)
    const session = await signIn(origin, doctor.user.email, password)
    // Once in a session; it also starts the process that draws.
    await (await writeReport(database, session, doctor))({ password })
    const times: number[] = []
    let last = ''
    for (let round = -1; round < rounds; round++) {
      const signers = []
      for (let count = 0; count < atOnce; count++) signers.push(await writeReport(database, session, doctor))
      const signed = await Promise.all(signers.map((sign) => signToStorage(database, sign)))
      last = signed[0]?.id ?? ''
      if (round >= 0) times.push(...signed.map(({ ms }) => ms))
    }
    const [p95, bare] = [quantile(times, 0.95), await bareRender(database, last)]
    await database.close()
    const name = `${atOnce} signed at once, to the PDF in storage, 95th percentile`
    return [
      { name, value: p95, unit: ' ms', limit: 1000 },
      { name: `${name}, over drawing ${atOnce} alone (${bare.toFixed(0)} ms)`, value: p95 / bare, unit: '', limit: 5 },
    ]
  })
}
