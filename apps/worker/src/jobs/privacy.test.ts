import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { audit } from '@readroom/db/audit'
import { listRemovals } from '@readroom/db/queries/erasure'
import { patients } from '@readroom/db/schema/patients'
import { privacyActions } from '@readroom/db/schema/privacy'
import { studies } from '@readroom/db/schema/studies'
import { auditCheck, auditLog, settings } from '@readroom/db/schema/system'
import { erasePatient, holdPatient, requestExport } from '@readroom/domain/privacy'
import { createOrthanc } from '@readroom/orthanc/client'
import { StorageDown } from '@readroom/storage/object-storage'
import { eq, sql } from 'drizzle-orm'
import { Open } from 'unzipper'
import { beforeEach, expect, test } from 'vitest'
import { findStudy, makeContext, pollAll } from '../intake/intake.fixture.ts'
import { compareStudy } from '../intake/one-study.ts'
import { verifyAudit } from './audit-verify.ts'
import { firstRun, type OpenJobs, openJobs } from './jobs.fixture.ts'
import { addNamedStudy, findInArchive, findInDatabase, findInStorage, name, patientId } from './privacy.fixture.ts'
import { exportPatient } from './privacy-export.ts'
import { removeErased } from './privacy-remove.ts'
import { keepPrivacy } from './privacy-upkeep.ts'
import { buildZip } from './zip-build.ts'

let jobs: OpenJobs
beforeEach(async () => {
  jobs = await openJobs()
  return () => jobs.close()
})

const asked = { patientId, reason: 'Asked for by letter', includeUnfinished: false }
const actionOf = async (id: string) => {
  const [row] = await jobs.db.select().from(privacyActions).where(eq(privacyActions.id, id))
  if (!row) throw new Error('no such action')
  return row
}
const erase = (admin: Parameters<typeof erasePatient>[1], studyId: string, more: Partial<typeof asked> = {}) =>
  jobs.db.transaction((tx) => erasePatient(tx, admin, studyId, { ...asked, ...more }))

async function makeExport(admin: Parameters<typeof requestExport>[1], studyId: string) {
  const { actionId } = await jobs.db.transaction((tx) => requestExport(tx, admin, studyId))
  await exportPatient(jobs.context, { actionId }, firstRun)
  return actionOf(actionId)
}

async function readZip(objectKey: string | null): Promise<Map<string, Buffer>> {
  const { stream } = await jobs.context.storage.get(objectKey ?? '')
  const entries = new Map<string, Buffer>()
  for (const entry of (await Open.buffer(await buffer(stream))).files) entries.set(entry.path, await entry.buffer())
  return entries
}

test('after an erasure the name is nowhere: not in the database, the storage or the archive', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  await buildZip(jobs.context, await jobs.request({ ...study }), firstRun)
  await makeExport(admin, study.id)
  expect((await findInDatabase(jobs, name)).length).toBeGreaterThan(12)
  expect((await findInStorage(jobs, name)).length).toBeGreaterThanOrEqual(5)
  expect((await findInArchive(jobs, name)).length).toBeGreaterThan(0)
  const entriesBefore = await jobs.db.$count(auditLog)

  const { actionId, counts } = await erase(admin, study.id)
  expect(counts).toEqual({ studies: 1, images: 2, reports: 1, documents: 1, comments: 1 })
  for (const text of [name, patientId]) expect(await findInDatabase(jobs, text)).toEqual([])
  expect(await jobs.relay()).toContain('study.changed')
  await removeErased(jobs.context, { actionId }, firstRun)
  for (const text of [name, patientId]) {
    expect(await findInDatabase(jobs, text)).toEqual([])
    expect(await findInStorage(jobs, text)).toEqual([])
  }
  expect(await jobs.context.orthanc.listStudies(0, 10)).toEqual([])
  // SQLite keeps freed pages of its index for a while (docs/decisions/privacy.md); no file of an image is left.
  const dicom = (await findInArchive(jobs, name)).filter((path) => !/\/index(-wal|-shm)?$/.test(path))
  expect(dicom).toEqual([])
  expect(await actionOf(actionId)).toMatchObject({ state: 'done', subjectId: study.patientRowId, reason: asked.reason, counts })
  const [said] = await jobs.db.select().from(auditLog).where(eq(auditLog.action, 'patient.erased'))
  expect(said).toMatchObject({ actorUserId: admin.userId, targetId: study.patientRowId, details: { actionId, ...counts } })
  expect(await jobs.db.$count(auditLog)).toBe(entriesBefore + 2)
  await verifyAudit(jobs.context)
  expect(await jobs.db.select().from(auditCheck)).toMatchObject([{ fault: null, entries: entriesBefore + 2 }])
})

test('a run that was cut off is gone on with, and finishes once', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { actionId } = await erase(admin, study.id)
  const { storage } = jobs.context
  let left = 1
  const failing = {
    ...storage,
    delete: (key: string) => (left-- > 0 ? storage.delete(key) : Promise.reject(new StorageDown('cut off'))),
  }
  await expect(removeErased({ ...jobs.context, storage: failing }, { actionId }, firstRun)).rejects.toThrow('cut off')
  const rest = await listRemovals(jobs.db, actionId, 10)
  expect(rest.length).toBe(3)
  expect((await actionOf(actionId)).state).toBe('running')
  await removeErased(jobs.context, { actionId }, firstRun)
  await removeErased(jobs.context, { actionId }, firstRun)
  expect((await actionOf(actionId)).state).toBe('done')
  expect(await jobs.db.$count(auditLog, eq(auditLog.action, 'patient.removed'))).toBe(1)
})

test('with the archive away it is failed at last, and the daily job asks for it again', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { actionId } = await erase(admin, study.id)
  const orthanc = createOrthanc({ url: 'http://127.0.0.1:1', username: 'x', password: 'x' })
  await expect(removeErased({ ...jobs.context, orthanc }, { actionId }, { ...firstRun, isLast: true })).rejects.toThrow()
  await orthanc.close()
  expect(await actionOf(actionId)).toMatchObject({ state: 'failed', error: expect.stringContaining('every day') })
  await jobs.db.update(privacyActions).set({ requestedAt: sql`now() - interval '2 hours'` })
  await jobs.relay()
  await jobs.context.queues.byName.archive.drain()
  await keepPrivacy(jobs.context, {}, firstRun)
  await jobs.relay()
  const waiting = await jobs.context.queues.byName.archive.getJobs()
  expect(waiting.map(({ name: job, data }) => [job, data.actionId])).toEqual([['privacy.remove', actionId]])
})

test('the intake takes nothing in that is being erased, and takes in as new what the scanner sends later', async () => {
  const { study, admin, files } = await addNamedStudy(jobs)
  const intake = makeContext(jobs.context.database as Parameters<typeof makeContext>[0], jobs.context.orthanc)
  const { actionId } = await erase(admin, study.id)
  await pollAll(intake)
  expect(await findStudy(jobs, study.orthancId)).toBeUndefined()
  await removeErased(jobs.context, { actionId }, firstRun)
  await jobs.archive.upload(...files)
  // A minute later.
  await jobs.db.execute(sql`update privacy_removals set removed_at = now() - interval '2 minutes'`)
  await jobs.db.execute(sql`delete from intake_failures`)
  await compareStudy(intake, study.orthancId)
  const again = await findStudy(jobs, study.orthancId)
  expect(again).toMatchObject({ status: 'new_study_received', clinicalHistory: '' })
  expect(again?.id).not.toBe(study.id)
})

test.each([
  ['another id typed', { patientId: 'SOMEBODY' }, 'PATIENT_ID_DIFFERS'],
  ['a reason that names them', { reason: `${name} asked for it` }, 'REASON_NAMES_PATIENT'],
  ['a reason with their id', { reason: `asked for by ${patientId}` }, 'REASON_NAMES_PATIENT'],
])('%s is refused and changes nothing', async (_what, more, code) => {
  const { study, admin } = await addNamedStudy(jobs)
  const before = await findInDatabase(jobs, name)
  await expect(erase(admin, study.id, more)).rejects.toMatchObject({ code })
  expect(await findInDatabase(jobs, name)).toEqual(before)
})

test('refused: on hold, while a report is written, unfinished studies that nobody confirmed', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  await jobs.db.transaction((tx) => holdPatient(tx, admin, study.id, 'A court asked'))
  await expect(erase(admin, study.id)).rejects.toMatchObject({ code: 'PATIENT_ON_HOLD' })
  await jobs.db.transaction((tx) => holdPatient(tx, admin, study.id, null))
  await jobs.db.execute(sql`insert into report_holds (study_id, fence, user_id, window_id, lease_until)
    values (${study.id}, 1, ${admin.userId}, ${randomUUID()}, now() + interval '1 minute')`)
  await expect(erase(admin, study.id)).rejects.toMatchObject({ code: 'REPORT_BEING_WRITTEN' })
  await jobs.db.execute(sql`update report_holds set lease_until = now()`)
  await jobs.db.update(studies).set({ status: 'assigned_to_doctor' }).where(eq(studies.id, study.id))
  await expect(erase(admin, study.id)).rejects.toMatchObject({ code: 'STUDIES_UNFINISHED' })
  await erase(admin, study.id, { includeUnfinished: true })
  expect(await jobs.db.$count(patients, eq(patients.id, study.patientRowId))).toBe(0)
})

test('what is append-only goes with an erasure that was asked for, and in no other way', async () => {
  const { study } = await addNamedStudy(jobs)
  const failing = async (statement: ReturnType<typeof sql>) =>
    jobs.db.execute(statement).then(
      () => 'done',
      (error: Error) => String(error.cause ?? error),
    )
  expect(await failing(sql`select erase_append_only(array[${study.id}]::uuid[])`)).toContain('nobody asked for')
  for (const table of ['audit_log', 'audit_chain', 'study_events', 'report_versions']) {
    const statement = sql`with s as (select set_config('readroom.erasing', 'yes', true)) delete from ${sql.identifier(table)} where (select count(*) from s) > 0`
    expect(await failing(statement)).toMatch(/permission denied/)
  }
})

test('an export holds the record, reports, documents, images and who looked, and names what is missing', async () => {
  const { study, admin, stored, report } = await addNamedStudy(jobs, 3)
  const target = { type: 'study', id: study.id }
  await audit(jobs.db, admin, { action: 'images.opened', target })
  await jobs.archive.loseFile(stored[1]?.ID ?? '')
  await jobs.context.storage.delete(report.objectKey)
  const action = await makeExport(admin, study.id)
  expect(action).toMatchObject({ state: 'done', filesMissing: 2 })
  const files = await readZip(action.objectKey)
  const folder = 'study_1_no-date'
  expect([...files.keys()].filter((path) => !path.endsWith('.dcm'))).toEqual([
    ...['record.json', 'record.txt', 'who-looked.csv'],
    ...[`${folder}/reports/v1_report.docx`, `${folder}/documents/0_${name}.txt`],
    ...[expect.stringMatching(`^${folder}/key-images/[0-9a-f-]{36}\\.png$`), 'manifest.txt'],
  ])
  expect([...files.keys()].filter((path) => path.endsWith('.dcm'))).toHaveLength(2)
  const text = (path: string) => files.get(path)?.toString() ?? ''
  const record = JSON.parse(text('record.json'))
  expect(record.patient).toMatchObject({ corrected_name: `${name} Anna`, patient_id: patientId })
  expect(record.studies[0].comments[0].comment).toContain(name)
  expect(text('record.json')).not.toContain('object_key')
  expect(text('record.txt')).toContain(`${name} bleeds`)
  expect(text('who-looked.csv')).toContain('"Viewer opened"')
  expect(text('who-looked.csv')).toContain(`"${admin.fullName}"`)
  expect(text('manifest.txt')).toContain('2 files could not be read and are missing:')
  expect(text('manifest.txt')).toContain(`${folder}/reports/v1_${name}.pdf`)
})

test('an export that was cut off is built again, and the first one is not published', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  const { actionId } = await jobs.db.transaction((tx) => requestExport(tx, admin, study.id))
  await jobs.db
    .update(privacyActions)
    .set({ state: 'running', objectKey: 'exports/half.zip' })
    .where(eq(privacyActions.id, actionId))
  await jobs.context.storage.put('exports/half.zip', Buffer.from('half'), { contentType: 'application/zip' })
  await exportPatient(jobs.context, { actionId }, firstRun)
  expect(await jobs.context.storage.head('exports/half.zip')).toBeNull()
  expect((await actionOf(actionId)).state).toBe('done')
  await exportPatient(jobs.context, { actionId }, firstRun)
  expect(await jobs.db.$count(auditLog, eq(auditLog.action, 'export.made'))).toBe(1)
})

async function set(userId: string, values: Record<string, number>) {
  for (const [key, value] of Object.entries(values))
    await jobs.db
      .insert(settings)
      .values({ name: key, value, changedBy: userId })
      .onConflictDoUpdate({ target: settings.name, set: { value } })
}

test('retention times remove images, then whole studies; not of patients on hold, nor unless they are set', async () => {
  const { study, admin } = await addNamedStudy(jobs)
  await jobs.db.execute(sql`delete from report_drafts`)
  await jobs.db.update(studies).set({ reportedAt: sql`now() - interval '800 days'` }).where(eq(studies.id, study.id))
  const run = async () => {
    await keepPrivacy(jobs.context, {}, firstRun)
    for (const { id, state } of await jobs.db.select().from(privacyActions))
      if (state === 'queued') await removeErased(jobs.context, { actionId: id }, firstRun)
  }
  await run()
  expect(await jobs.db.$count(privacyActions)).toBe(0)

  await set(admin.userId, { imageRetentionDays: 365 })
  await jobs.db.transaction((tx) => holdPatient(tx, admin, study.id, 'A court asked'))
  await run()
  expect(await jobs.db.$count(privacyActions)).toBe(0)
  await jobs.db.transaction((tx) => holdPatient(tx, admin, study.id, null))
  await run()
  await run()
  expect(await jobs.db.select().from(privacyActions)).toMatchObject([
    { kind: 'image_retention', state: 'done', counts: { studies: 1, images: 2 }, requestedBy: null },
  ])
  expect(await jobs.context.orthanc.listStudies(0, 10)).toEqual([])
  expect((await jobs.getStudy(study.id)).imagesMissingAt).not.toBeNull()

  await set(admin.userId, { studyRetentionYears: 2 })
  await run()
  expect(await findInDatabase(jobs, name)).toEqual([])
  expect(await findInStorage(jobs, name)).toEqual([])
})
