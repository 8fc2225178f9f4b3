import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import { storeOwnPassword } from '@readroom/db/access/passwords'
import type { Database } from '@readroom/db/core/client'
import { createAssignment, createDoctor, createStudy } from '@readroom/db/testing/factories'
import type { ApiSession } from '@readroom/demo/api-client'
import { password } from '../core/api-process.ts'

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
