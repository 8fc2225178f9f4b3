import type { DealingMode } from '@readroom/contracts/studies/automatic-assignment'
import type { AssignmentDecision } from '@readroom/contracts/turnaround/assignment-decisions'
import type { AssignmentProposal } from '@readroom/contracts/turnaround/automatic-assignment'
import { users } from '@readroom/db/access/accounts.schema'
import { createCast, createDoctor, createLab, createStudy } from '@readroom/db/testing/factories'
import { assignmentModes } from '@readroom/db/turnaround/automatic-assignment.schema'
import { dealStudies } from '@readroom/domain/turnaround/assignment/dealing-tick'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  api = await startTestApi()
  cast = await createCast(api.db)
})
afterAll(() => api.stop())

const url = '/api/admin/assignment/decisions'
const get = (path: string) => api.request({ method: 'GET', url: `${url}${path}` }, cast.admin)
const list = async (
  query: string,
): Promise<{ decisions: AssignmentDecision[]; doctorNames: Record<string, string>; next: string | null }> =>
  (await get(`?${query}`)).json()

/** Creates a laboratory whose studies are assigned, with a study in nuclear medicine that waits. */
async function addWaiting(mode: DealingMode = 'assign') {
  const lab = await createLab(api.db)
  await api.db.insert(assignmentModes).values({ labId: lab.id, mode })
  const times = { settledAt: new Date(), readyAt: new Date(), dueAt: new Date(Date.now() + 3_600_000) }
  const study = await createStudy(api.db, {
    labId: lab.id,
    status: 'pending_assignment',
    modalities: ['NM'],
    accessionNumber: 'D-1',
    ...times,
  })
  return { lab, study }
}

it('lists what was decided, for whom, why not for others, and what came of it', async () => {
  await api.asOwner(`update doctors set reads_modalities = '{CT}'`)
  const { lab, study } = await addWaiting()
  await dealStudies(api.db, 'UTC')
  const { doctor, user } = await createDoctor(api.db, { readsModalities: ['NM'] })
  await api.asOwner(`update unplaced_studies set tried_at = now() - interval '1 hour'`)
  await dealStudies(api.db, 'UTC')
  const { decisions, doctorNames } = await list(`lab=${lab.id}`)
  expect(decisions).toMatchObject([
    { decision: { kind: 'chosen', by: 'assign' }, doctorId: doctor.id, studyId: study.id, outcome: 'open', outcomeAt: null },
    { decision: { kind: 'unplaced' }, doctorId: null, outcome: null },
  ])
  const [chosen] = decisions
  const others = chosen?.decision.kind === 'chosen' ? chosen.decision.explanation.others : []
  expect(others.find(({ doctorId }) => doctorId === cast.otherDoctor.doctorId)?.why).toBe('modality')
  expect(doctorNames[doctor.id]).toBe(user.fullName)
  expect(await list(`doctor=${cast.otherDoctor.doctorId}&lab=${lab.id}`)).toMatchObject({ decisions: [] })
  await api.asOwner(`update studies set reported_at = now(), reported_by_doctor_id = '${doctor.id}' where id = '${study.id}'`)
  expect((await list(`doctor=${doctor.id}`)).decisions).toMatchObject([{ outcome: 'reported' }])
  const table = (await get(`/export?lab=${lab.id}`)).body
  expect(table).toContain(`"D-1"`)
  expect(table).not.toContain(study.patientName ?? 'Doe')
  const [head = '', newest = '', oldest = ''] = table.trim().split('\r\n')
  expect(head).toMatch(/"time \([A-Z][\w/]+\)","accession number"/)
  expect(newest).toMatch(/^"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"/)
  expect(newest).toContain(`"${study.id}"`)
  expect(newest).toContain('"Automatic","","Nobody else could read it"')
  expect(newest).toContain(': does not read the modality')
  expect(newest).toContain('"Reported in time"')
  expect(oldest).toContain('"No doctor found"')
  expect(oldest).toContain('do not read the modality"')
})

it('says that a doctor lost the study, and shows the decisions of other days and pages', async () => {
  await api.asOwner(`update doctors set reads_modalities = null`)
  const { lab, study } = await addWaiting()
  await dealStudies(api.db, 'UTC')
  const [first] = (await list(`lab=${lab.id}`)).decisions
  const other = first?.doctorId === cast.otherDoctor.doctorId ? cast.assignedDoctor : cast.otherDoctor
  const payload = { doctorId: other.doctorId, mode: 'replace' }
  await api.request({ method: 'POST', url: `/api/admin/studies/${study.id}/assign`, payload }, cast.admin)
  expect((await list(`lab=${lab.id}`)).decisions).toMatchObject([{ outcome: 'takenBack' }])
  expect((await list(`lab=${lab.id}&to=2020-01-01`)).decisions).toEqual([])
  expect((await list(`lab=${lab.id}&before=${first?._id}`)).decisions).toEqual([])
})

it('says who confirmed a proposal', async () => {
  const { lab, study } = await addWaiting('suggest')
  await dealStudies(api.db, 'UTC')
  const { proposals } = (await api.request({ method: 'GET', url: '/api/admin/assignment' }, cast.admin)).json()
  const proposed: AssignmentProposal[] = proposals
  const payload = { proposals: proposed.flatMap(({ studyId, doctorId }) => (studyId === study.id ? { studyId, doctorId } : [])) }
  await api.request({ method: 'POST', url: '/api/admin/assignment/proposals/confirm', payload }, cast.admin)
  const [decision] = (await list(`lab=${lab.id}`)).decisions
  const administrator = await api.db.select().from(users).where(eq(users.id, cast.admin.userId))
  expect(decision).toMatchObject({ decision: { by: 'suggest' }, confirmedBy: administrator[0]?.fullName })
  expect((await get(`/export?lab=${lab.id}`)).body).toContain(`"Proposed","${administrator[0]?.fullName}"`)
})
