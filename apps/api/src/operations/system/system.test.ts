import type { Attention } from '@readroom/contracts/operations/system'
import { auditLog } from '@readroom/db/core/audit.schema'
import { outbox } from '@readroom/db/core/outbox.schema'
import { backups } from '@readroom/db/operations/backups.schema'
import { insertDeadLetter } from '@readroom/db/operations/dead-letters'
import { startProgramBeat } from '@readroom/db/operations/program-beat'
import { programs } from '@readroom/db/operations/programs.schema'
import { labAeTitles } from '@readroom/db/people/labs.schema'
import type { reports } from '@readroom/db/reports/reports.schema'
import { archiveDisk } from '@readroom/db/studies/intake/archive-state.schema'
import { intakeFailures } from '@readroom/db/studies/intake/intake-failures.schema'
import { noteRefused, type RefusedImage } from '@readroom/db/studies/refusals'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createCast, createLab, createReport, createStudy, newOrthancId, newUid } from '@readroom/db/testing/factories'
import { recordVerifiedBackup } from '@readroom/domain/operations/backups'
import { eventually } from '@readroom/local/core/eventually'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

/** Creates a study of a laboratory whose first image was on the worklist `seconds` after it arrived in the archive. */
async function arrive({ db }: TestApi, labId: string, seconds: number): Promise<void> {
  const { id: studyId } = await createStudy(db, { labId, imageCount: 0 })
  const at = new Date()
  const details = { arrivedAt: new Date(at.getTime() - seconds * 1_000).toISOString() }
  await db.insert(studyEventLog).values({ studyId, event: 'received', toStatus: 'new_study_received', details, at })
}

describe('System page', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  const ask = (method: 'GET' | 'POST' | 'DELETE', path: string) => api.request({ method, url: `/api/admin/${path}` }, cast.admin)
  const setAside = async (fields: Partial<typeof intakeFailures.$inferInsert>) => {
    const row = { orthancId: newOrthancId(), reason: 'odd', nextAttemptAt: new Date('2100-01-01'), ...fields }
    await api.db.insert(intakeFailures).values(row)
    return row.orthancId
  }

  it('shows the ports of other programs, and the programs that ended without a word', async () => {
    const front = { version: '1', host: 'here', environment: {} }
    const program = {
      ...front,
      name: 'dicom-front' as const,
      everyMs: 20,
      ports: () => [{ port: 'dicom' as const, isAnswering }],
    }
    let isAnswering = true
    const beat = startProgramBeat(api.db, program)
    const portOf = async () => {
      const [state, ready] = await Promise.all([ask('GET', 'system/state'), api.request({ method: 'GET', url: '/readyz' })])
      const { dependencies } = state.json().state
      return [dependencies.find(({ name }: { name: string }) => name === 'dicom')?.state, ready.json().dependencies.dicom]
    }
    await eventually(async () => expect(await portOf()).toEqual(['up', 'up']))
    isAnswering = false
    await eventually(async () => expect(await portOf()).toEqual(['down', 'down']))
    await beat.stop()
    await eventually(async () => expect(await portOf()).toEqual([undefined, undefined]))
    const seenAt = new Date(Date.now() - 300_000)
    await api.db.insert(programs).values({ ...front, name: 'dicom-front', ports: program.ports(), seenAt })
    expect(await portOf()).toEqual(['down', 'down'])
    expect((await ask('GET', 'system/state')).json().state.endedPrograms).toMatchObject([
      { name: 'dicom-front', host: 'here', seenAt: seenAt.toISOString() },
    ])
  })

  it('lists studies that were set aside, with readable reasons, oldest first, in pages', async () => {
    const day = (n: number) => new Date(`2026-01-0${n}T00:00:00Z`)
    const refused = await setAside({ reason: 'PostgreSQL refused: 23514 (studies.x)', firstFailedAt: day(2), attempts: 3 })
    const silent = await setAside({ reason: 'OrthancDown: /studies/x: no answer', firstFailedAt: day(1) })
    const unknown = await setAside({ reason: 'unknown', unknownAeTitle: 'STRANGER', firstFailedAt: day(3) })
    const { data, pagination } = (await ask('GET', 'intake/failures?limit=2')).json()
    expect(data).toMatchObject([
      { orthancId: silent, reason: 'The image archive does not respond for this study.', attempts: 1 },
      { orthancId: refused, reason: 'The database rejected the data in the images of this study.', attempts: 3 },
    ])
    expect(pagination).toMatchObject({ totalRecords: 3, hasNextPage: true })
    const second = (await ask('GET', 'intake/failures?limit=2&page=2')).json().data
    expect(second).toMatchObject([
      {
        orthancId: unknown,
        reason: 'Unknown AE title STRANGER: no laboratory is registered for it.',
        unknownAeTitle: 'STRANGER',
      },
    ])
  })

  it('retries a study at once, and accepts one with an unknown AE title', async () => {
    const [failed, unknown] = [await setAside({}), await setAside({ unknownAeTitle: 'STRANGER' })]
    for (const id of [failed, unknown]) expect((await ask('POST', `intake/failures/${id}/retry`)).statusCode).toBe(200)
    const row = async (id: string) => (await api.db.select().from(intakeFailures).where(eq(intakeFailures.orthancId, id)))[0]
    expect((await row(failed))?.nextAttemptAt.getTime()).toBeLessThanOrEqual(Date.now())
    expect([(await row(failed))?.isAccepted, (await row(unknown))?.isAccepted]).toEqual([false, true])
    const actions = await api.db.select().from(auditLog).where(eq(auditLog.targetType, 'archived-study'))
    expect(actions.map(({ action }) => action)).toEqual(['intake.retried', 'intake.accepted'])
    const gone = await ask('POST', `intake/failures/${newOrthancId()}/retry`)
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'INTAKE_FAILURE_NOT_FOUND'])
  })

  it('shows the last complete backup, whether it is too old, and whether a later one failed', async () => {
    const backup = async () => (await ask('GET', 'system/backup')).json().backup
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const note = (started: number, rest: Partial<typeof backups.$inferInsert> = {}) =>
      api.db.insert(backups).values({ startedAt: hoursAgo(started), finishedAt: hoursAgo(started - 0.5), ...rest })
    expect(await backup()).toEqual({ last: null, failed: null, verifiedAt: null })
    await note(75, { failure: 'no space left' })
    expect(await backup()).toMatchObject({ last: null, failed: { at: expect.any(String), reason: 'no space left' } })
    await note(50, { sizeBytes: 5_000_000_000, unreadable: 2 })
    expect(await backup()).toMatchObject({ last: { size: 5_000_000_000, unreadable: 2, isOld: true }, failed: null })
    await note(30, { sizeBytes: 7 })
    await api.db.transaction((tx) => recordVerifiedBackup(tx, { backup: 'one', files: 3 }))
    expect(Date.now() - Date.parse((await backup()).verifiedAt)).toBeLessThan(60_000)
    await note(20, { failure: 'no space left' })
    const { last, failed } = await backup()
    expect([last.size, last.isOld, failed.reason]).toEqual([7, false, 'no space left'])
    expect(Date.parse(failed.at) - Date.parse(last.startedAt)).toBeGreaterThan(10 * 3_600_000)
  })

  it('says where a test email stays if no mail server is set', async () => {
    const kept = await startTestApi({ env: { MAIL_DIR: '/srv/mail' }, sharing: api })
    const answer = await kept.request({ method: 'POST', url: '/api/admin/system/test-mail', payload: {} }, cast.admin)
    expect(answer.json().message).toBe('No mail server is set. The email stays in the folder /srv/mail of the server.')
    expect((await kept.request({ method: 'GET', url: '/api/settings' })).json().keepsEmails).toBe(true)
    await kept.stop()
    expect((await ask('POST', 'system/test-mail')).json().message).toMatch(/^An email is on its way to/)
    expect((await api.request({ method: 'GET', url: '/api/settings' })).json().keepsEmails).toBe(false)
  })

  it("shows that the archive's disk is nearly full, and which studies are damaged", async () => {
    const archive = async () => (await ask('GET', 'system/archive')).json().archive
    expect(await archive()).toMatchObject({ freeBytes: null, isNearlyFull: false, damaged: [] })
    await api.db.update(archiveDisk).set({ freeBytes: 4, totalBytes: 100, usedBytes: 90 })
    expect(await archive()).toMatchObject({ freeBytes: 4, isNearlyFull: true })
    const study = await createStudy(api.db, { patientName: 'Ada Phantom' })
    await api.db
      .update(studies)
      .set({ imagesDamagedAt: new Date(), damagedInstances: ['x'] })
      .where(eq(studies.id, study.id))
    expect((await archive()).damaged).toMatchObject([{ _id: study.id, patientName: 'Ada Phantom', images: ['x'] }])
    const row = (await api.request({ method: 'GET', url: `/api/studies/${study.id}` }, cast.admin)).json().study
    expect(row.flags).toEqual(['imagesDamaged'])
    expect((await ask('POST', `studies/${study.id}/discard-damaged`)).statusCode).toBe(200)
    const [job] = await api.db.select().from(outbox).where(eq(outbox.name, 'damage.discard'))
    expect(job?.payload).toMatchObject({ studyId: study.id })
  })

  it('counts what needs attention, the most urgent first', async () => {
    const fresh = await startTestApi()
    const { admin } = await createCast(fresh.db)
    const attention = async () =>
      (await fresh.request({ method: 'GET', url: '/api/admin/system/state' }, admin)).json().state.attention
    // The archive and the workers are down in these tests.
    expect(await attention()).toEqual([
      { kind: 'service', count: 2 },
      { kind: 'noBackup', count: 1 },
    ])
    await fresh.db.insert(intakeFailures).values({ orthancId: newOrthancId(), reason: 'odd', nextAttemptAt: new Date() })
    for (const name of ['dispatch.send', 'otp.send', 'zip.build'])
      await insertDeadLetter(fresh.db, { source: 'job', name, payload: {}, reason: 'odd' })
    await fresh.db.insert(backups).values({ startedAt: new Date(), sizeBytes: 7 })
    await fresh.db.update(archiveDisk).set({ freeBytes: 4, totalBytes: 100 })
    expect(await attention()).toEqual([
      { kind: 'service', count: 2 },
      { kind: 'archiveNearlyFull', count: 1 },
      { kind: 'setAside', count: 1 },
      { kind: 'failedJob', count: 1 },
      { kind: 'unsentEmail', count: 2 },
    ])
    await fresh.stop()
  })

  it('counts reports that were not released in time, and says since when the oldest waits, without names', async () => {
    const fresh = await startTestApi()
    const { admin, assignedDoctor } = await createCast(fresh.db)
    const state = async () => (await fresh.request({ method: 'GET', url: '/api/admin/system/state' }, admin)).json().state
    const hold = async (minutes: number, fields: Partial<typeof reports.$inferInsert> = {}) => {
      const study = await createStudy(fresh.db, { patientName: 'Ada Phantom' })
      const recallableUntil = new Date(Date.now() - minutes * 60_000)
      const { doctorId, userId: uploadedBy } = assignedDoctor
      const held = { studyId: study.id, doctorId, uploadedBy, status: 'finalized', releasedAt: null, recallableUntil } as const
      await createReport(fresh.db, { ...held, ...fields })
      return recallableUntil.toISOString()
    }
    const isUnreleased = ({ kind }: Attention) => kind === 'unreleasedReport'
    for (const minutes of [-5, 0]) await hold(minutes)
    await hold(60, { withdrawnAt: new Date() })
    await hold(60, { releasedAt: new Date() })
    const before = await state()
    expect([before.unreleased, before.attention.some(isUnreleased)]).toEqual([{ reports: 0, since: null }, false])
    await hold(5)
    const since = await hold(10)
    const { attention, unreleased } = await state()
    expect(unreleased).toEqual({ reports: 2, since })
    expect(attention.find(isUnreleased)).toEqual({ kind: 'unreleasedReport', count: 2 })
    await fresh.stop()
  })

  it('counts the arrivals of each laboratory since the day began, and of each hour', async () => {
    const fresh = await startTestApi()
    const { admin } = await createCast(fresh.db)
    const lab = await createLab(fresh.db, { name: 'A busy one' })
    await createLab(fresh.db, { name: 'A closed one', isActive: false })
    const ask = async () => (await fresh.request({ method: 'GET', url: '/api/admin/system/intake' }, admin)).json()
    expect((await ask()).labs).toContainEqual({
      _id: lab.id,
      name: 'A busy one',
      studies: 0,
      images: 0,
      lagSeconds: null,
      lastImageAt: null,
    })
    const slow = await createLab(fresh.db, { name: 'Z slow one' })
    await arrive(fresh, slow.id, 40)
    for (const seconds of [...Array.from({ length: 8 }, () => 3), 9, 90]) await arrive(fresh, lab.id, seconds)
    const lastImageAt = new Date()
    await createStudy(fresh.db, { labId: lab.id, imageCount: 3, lastImageAt })
    await createStudy(fresh.db, { labId: lab.id, imageCount: 4, receivedAt: new Date('2026-01-01') })
    const { labs, hours } = await ask()
    const lags = labs.map(({ name, lagSeconds }: { name: string; lagSeconds: number | null }) => [name, lagSeconds])
    expect(lags.slice(0, 2)).toEqual([
      ['Z slow one', 40],
      ['A busy one', 9],
    ])
    expect(labs[1]).toMatchObject({ studies: 11, images: 3, lastImageAt: lastImageAt.toISOString() })
    expect(labs.map(({ name }: { name: string }) => name)).not.toContain('A closed one')
    expect(hours).toHaveLength(24)
    expect(hours.some(({ studies }: { studies: number }) => studies > 0)).toBe(true)
    await fresh.stop()
  })

  it('estimates the days until the disk of the archive is full from the arrivals of the last 30 days', async () => {
    const fresh = await startTestApi()
    const { admin } = await createCast(fresh.db)
    const daysLeft = async () =>
      (await fresh.request({ method: 'GET', url: '/api/admin/system/archive' }, admin)).json().archive.daysLeft
    await fresh.db.update(archiveDisk).set({ freeBytes: 1_000, totalBytes: 2_000, usedBytes: 400 })
    await fresh.db.delete(studies)
    expect(await daysLeft()).toBeNull()
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    for (const days of [10, 5, 100, 200]) await createStudy(fresh.db, { receivedAt: daysAgo(days) })
    // Four studies of 100 bytes each, two of them in ten days: 20 bytes a day.
    expect(await daysLeft()).toBe(50)
    await fresh.stop()
  })

  it('lists rejected images with sender and reason, newest first, until dismissed', async () => {
    const studyInstanceUid = newUid()
    await api.db.insert(labAeTitles).values({ labId: cast.labA.id, aeTitle: 'REFUSED1' })
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute))
    const image = (minute: number, callingAeTitle: string) => ({
      studyInstanceUid,
      callingAeTitle,
      reason: 'no-room',
      sopInstanceUid: newUid(),
      at: at(minute),
    })
    await api.db.transaction((tx) => noteRefused(tx, [image(2, 'refused1'), image(1, 'refused1'), image(3, '')]))
    const list = async () => (await ask('GET', 'refusals')).json()
    const { data, totalRecords } = await list()
    expect(totalRecords).toBe(2)
    const reason = 'The disk of the image archive was nearly full.'
    expect(data).toMatchObject([
      { studyInstanceUid, callingAeTitle: null, labName: null, reason, images: 1 },
      {
        callingAeTitle: 'refused1',
        labName: cast.labA.name,
        images: 2,
        firstAt: at(1).toISOString(),
        lastAt: at(2).toISOString(),
      },
    ])
    const dismiss = () => ask('DELETE', `refusals/${data[0]._id}`)
    expect((await dismiss()).statusCode).toBe(200)
    expect((await list()).data).toMatchObject([{ callingAeTitle: 'refused1' }])
    expect([(await dismiss()).statusCode, (await dismiss()).json().code]).toEqual([404, 'REFUSAL_NOT_FOUND'])
  })

  it('keeps at most 200 rejections of 10,000 images each, even if the archive is flooded', async () => {
    const flood = (studyInstanceUid: string, at: number, sopInstanceUid = '1') => ({
      studyInstanceUid,
      callingAeTitle: 'FLOOD',
      reason: 'no-room',
      sopInstanceUid,
      at: new Date(at),
    })
    const note = (images: RefusedImage[]) => api.db.transaction((tx) => noteRefused(tx, images))
    const later = Date.now()
    await note(Array.from({ length: 210 }, (_, n) => flood(`study ${n}`, later + n)))
    for (let n = 0; n < 10_500; n += 1_500)
      await note(Array.from({ length: 1_500 }, (_, m) => flood('study 209', later + 999, `${n + m}`)))
    const { data, totalRecords } = (await ask('GET', 'refusals')).json()
    expect(totalRecords).toBe(200)
    expect(data[0]).toMatchObject({ studyInstanceUid: 'study 209', images: 10_000 })
  })
})
