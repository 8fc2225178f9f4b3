import { randomUUID } from 'node:crypto'
import type { Actor } from '@readroom/db/core/actor'
import { hashOfSecret, newSecret } from '@readroom/db/core/secrets'
import { insertShareLink } from '@readroom/db/studies/sharing/share-links'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createReport, createStudy, newOrthancId, newUid } from '@readroom/db/testing/factories'
import { hashPassword } from '@readroom/domain/access/password-hashes'
import { requestOwnZip } from '@readroom/domain/images/zips'
import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { startTestApi, type TestApi } from '../test-api.ts'
import { buildStudyZip, buildZip } from '../zips.fixture.ts'

export type Caller = Actor & { tokenId: string }
export type Person = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor' | 'otherDoctor' | 'stranger'
export type Target = { _id: string; orthancId: string; studyInstanceUid: string }
/** `missing` is a study that does not exist. */
export type Scene = { api: TestApi; cast: Awaited<ReturnType<typeof createCast>>; missing: Target }
export type Outcome = { status: number; code?: string }

/** Rows of `matrix` in `access-matrix.test.ts`, which says who may call an endpoint of the class. */
export type AccessClass =
  | 'PUBLIC'
  | 'SELF'
  | 'ADMIN'
  | 'OBJECT'
  | 'EDIT'
  | 'REPORT'
  | 'WRITE'
  | 'WRITER'
  | 'ROWS'
  | 'STAFF'
  | 'LAB'
  | 'DOCTOR'
  | 'FHIR'

/** The traces of a call. The example of each change says them, and that of each read that leaves a trace. */
type Traces = {
  /** The entries that the call leaves in the audit log, and then in the outbox. Written by hand. */
  leaves: readonly string[]
  /** The reason why the call may leave no audit entry. */
  unaudited?: string
}

/** A call of an endpoint that succeeds for every account that may make it. */
export type Example = Partial<Traces> & {
  /** Written by hand, not read from the permission table, because it checks that table. */
  of: AccessClass
  /** Prepares the call. `study` is one of laboratory A, assigned to the assigned doctor, or the missing one. */
  request(scene: Scene, study: Target, caller: Caller | null): Promise<InjectOptions> | InjectOptions
  /** Outcome for an account that may make the call. The default is 200. */
  allowed?: Outcome
  /** Outcome for an account that does not see the study, if it differs from the class. */
  hidden?: Outcome
}
export type Examples = Record<string, Example>

/** The account that makes a call that must succeed. */
const usualCaller: Record<AccessClass, Exclude<Person, 'stranger'> | null> = {
  PUBLIC: null,
  SELF: 'staffA',
  ADMIN: 'admin',
  OBJECT: 'staffA',
  EDIT: 'staffA',
  REPORT: 'assignedDoctor',
  WRITE: 'assignedDoctor',
  WRITER: 'assignedDoctor',
  ROWS: 'staffA',
  STAFF: 'staffA',
  LAB: 'staffA',
  DOCTOR: 'assignedDoctor',
  FHIR: null,
}
export function callerOf({ cast }: Scene, { of }: Example): Caller | null {
  const person = usualCaller[of]
  return person && cast[person]
}

export async function makeScene(): Promise<Scene> {
  const api = await startTestApi()
  const missing = { _id: randomUUID(), orthancId: newOrthancId(), studyInstanceUid: newUid() }
  return { api, cast: await createCast(api.db), missing }
}

/** Makes a study of laboratory A, assigned to the assigned doctor. */
export async function makeTarget({ api, cast }: Scene): Promise<Target> {
  const patient = { patientName: 'Verborgen Vera', patientId: 'SECRET-1' }
  const row = await createStudy(api.db, { ...patient, labId: cast.labA.id, status: 'assigned_to_doctor', imageCount: 1 })
  await createAssignment(api.db, { studyId: row.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
  return { _id: row.id, orthancId: row.orthancId, studyInstanceUid: row.studyInstanceUid }
}

type More = Omit<Example, 'of' | 'request'>

export const reportTaken = ['audit report.downloaded', 'live study.status']
export const whatItOpens = 'what the ticket opens is audited'

/** The archive is down in these tests: 503 means that every check was passed. */
export const archiveDown = { allowed: { status: 503, code: 'ARCHIVE_UNAVAILABLE' } }

export const get = (of: AccessClass, url: string, more: More = {}): Example => ({
  of,
  request: () => ({ method: 'GET', url }),
  ...more,
})
export const post = (of: AccessClass, url: string, payload: () => object, more: More = {}): Example => ({
  of,
  request: () => ({ method: 'POST', url, payload: payload() }),
  ...more,
})
export const call = (of: AccessClass, request: Example['request'], more: More = {}): Example => ({ of, request, ...more })
/** A call that leaves traces. */
export const traced = (of: AccessClass, traces: Traces, request: Example['request'], more: More = {}): Example => ({
  of,
  ...traces,
  request,
  ...more,
})

/** Encodes a form as a browser does. */
export async function form(
  method: 'POST' | 'PUT',
  url: string,
  fields: Record<string, string | File | File[]>,
): Promise<InjectOptions> {
  const body = new FormData()
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) body.append(name, value)
  }
  const encoded = new Response(body)
  return {
    method,
    url,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}

export const newEmail = () => `${randomUUID()}@readroom.example`

/** Returns the study's row, or undefined for the missing study. */
async function rowOf({ api }: Scene, { _id }: Target) {
  const [row] = await api.db.select().from(studies).where(eq(studies.id, _id))
  return row
}

/** Adds a report with its status to the study and returns its id, or any id for the missing study. */
export async function reportOf(
  scene: Scene,
  study: Target,
  status: 'draft' | 'finalized',
  caller: Caller | null,
): Promise<string> {
  const { api, cast } = scene
  if (study === scene.missing) return randomUUID()
  const by = { doctorId: cast.assignedDoctor.doctorId, uploadedBy: (caller ?? cast.assignedDoctor).userId }
  await api.db
    .update(studies)
    .set({ status: `report_${status === 'draft' ? 'drafted' : status}` })
    .where(eq(studies.id, study._id))
  const report = await createReport(api.db, { studyId: study._id, ...by, status })
  await api.storage.put(report.objectKey, Buffer.from('x'), { contentType: 'application/pdf' })
  return report.id
}

/** Builds the study's ZIP and returns its id, or any id for the missing study. */
export async function packZip(scene: Scene, study: Target): Promise<string> {
  const row = await rowOf(scene, study)
  return row ? (await buildStudyZip(scene.api, row)).zipId : randomUUID()
}

/** Builds a bulk ZIP with the study for the caller and returns its id. */
export async function packBulkZip(scene: Scene, study: Target, caller: Caller | null): Promise<string> {
  const row = await rowOf(scene, study)
  if (!row || !caller) return randomUUID()
  const { id } = await scene.api.db.transaction((tx) => requestOwnZip(tx, caller, [row]))
  await buildZip(scene.api, id)
  return id
}

/** Makes a share link of the caller. For the missing study it does not exist. */
export async function shareOf(scene: Scene, study: Target, caller: Caller | null, pinHash: string | null = null) {
  const token = newSecret()
  if (study === scene.missing) return { id: randomUUID(), token }
  const createdBy = (caller ?? scene.cast.admin).userId
  const link = { studyId: study._id, createdBy, hash: hashOfSecret(token), pinHash, seconds: 60 }
  const { id } = await insertShareLink(scene.api.db, link)
  return { id, token }
}

/** Makes a share link that needs a PIN. */
export async function lockedShareOf(scene: Scene, study: Target) {
  const pin = '048213'
  return { pin, ...(await shareOf(scene, study, null, await hashPassword(pin))) }
}
