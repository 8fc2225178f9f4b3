import type { DealExplanation } from '@readroom/contracts/studies/assignment-engine'
import { doctorPresence } from '@readroom/db/people/presence.schema'
import { assignments } from '@readroom/db/studies/assignments/assignments.schema'
import { createAssignment, createDoctor, createLab, createStudy } from '@readroom/db/testing/factories'
import { assignmentModes, assignmentProposals } from '@readroom/db/turnaround/automatic-assignment.schema'
import { proposeMoves } from '@readroom/domain/turnaround/assignment/moves'
import { eq } from 'drizzle-orm'
import { call, type Examples, get, type Scene, type Target, traced } from '../example.fixture.ts'

const root = '/api/admin/assignment'

/** Creates a study that waits for a doctor, in a laboratory of its own. */
async function addWaiting({ api }: Scene, mode: 'pool' | 'suggest') {
  const { id: labId } = await createLab(api.db)
  await api.db.insert(assignmentModes).values({ labId, mode })
  const times = { settledAt: new Date(), dueAt: new Date(Date.now() + 3_600_000) }
  return createStudy(api.db, { labId, status: 'pending_assignment', modalities: ['CT'], ...times })
}

/** Creates an unopened study of a doctor who is away. Returns the moves that are proposed for it. */
async function addMoves({ api }: Scene) {
  const { id: labId } = await createLab(api.db)
  await api.db.insert(assignmentModes).values({ labId, mode: 'assign', proposesMoves: true })
  const { doctor, user } = await createDoctor(api.db)
  const absences = [{ from: '2020-01-01', to: '2099-12-31', reason: '' }]
  await api.db.insert(doctorPresence).values({ doctorId: doctor.id, timeZone: 'UTC', shifts: [], absences })
  const times = { settledAt: new Date(), dueAt: new Date(Date.now() + 3_600_000) }
  const study = await createStudy(api.db, { labId, status: 'assigned_to_doctor', modalities: ['CT'], ...times })
  await createAssignment(api.db, { studyId: study.id, doctorId: doctor.id, assignedBy: user.id })
  const assignedAt = new Date(Date.now() - 120_000)
  await api.db.update(assignments).set({ dealtBy: 'assign', assignedAt }).where(eq(assignments.studyId, study.id))
  const moves = await proposeMoves(api.db, { now: new Date(), zone: 'UTC' })
  return moves.flatMap(({ studyId, from, to }) =>
    studyId === study.id ? [{ studyId, from: from.doctorId, to: to.doctorId }] : [],
  )
}

/** Makes the study's assignment one of automatic assignment. */
const deal = ({ api }: Scene, { _id }: Target, dealtBy: 'assign' | 'pool') =>
  api.db.update(assignments).set({ dealtBy }).where(eq(assignments.studyId, _id))

export const automaticAssignmentExamples: Examples = {
  [`GET ${root}`]: get('ADMIN', root),
  [`GET ${root}/decisions`]: get('ADMIN', `${root}/decisions`),
  [`GET ${root}/decisions/export`]: get('ADMIN', `${root}/decisions/export`),
  [`GET ${root}/reading-times`]: get('ADMIN', `${root}/reading-times`),
  [`PUT ${root}/reading-times`]: traced('ADMIN', { leaves: ['audit reading_time.set'] }, async () => ({
    method: 'PUT',
    url: `${root}/reading-times`,
    payload: { modality: 'CT', bodyRegions: ['head'], minutes: 5 },
  })),
  [`PUT ${root}/:labId`]: traced('ADMIN', { leaves: ['audit assignment_mode.changed'] }, async ({ api }) => ({
    method: 'PUT',
    url: `${root}/${(await createLab(api.db)).id}`,
    payload: { mode: 'suggest', version: 0 },
  })),
  [`POST ${root}/release`]: traced('ADMIN', { leaves: ['audit assignment.released', 'live study.changed'] }, async (scene) => ({
    method: 'POST',
    url: `${root}/release`,
    payload: { studyId: (await addWaiting(scene, 'suggest')).id },
  })),
  [`POST ${root}/proposals/confirm`]: traced(
    'ADMIN',
    { leaves: ['audit assignment.created', 'live study.status'] },
    async (scene) => {
      const { id: studyId, cycle } = await addWaiting(scene, 'suggest')
      const { id: doctorId } = (await createDoctor(scene.api.db)).doctor
      const explanation = {
        rule: 'share',
        minutes: 6,
        deficitMinutes: 3,
        openStat: 0,
        eligible: 2,
        expectedAt: null,
        isAfterShift: false,
        others: [],
      } satisfies DealExplanation
      await scene.api.db.insert(assignmentProposals).values({ studyId, cycle, doctorId, explanation })
      return { method: 'POST', url: `${root}/proposals/confirm`, payload: { proposals: [{ studyId, doctorId }] } }
    },
  ),
  [`POST ${root}/moves`]: traced(
    'ADMIN',
    { leaves: ['audit assignment.ended', 'audit assignment.created', 'live study.changed'] },
    async (scene) => ({ method: 'POST', url: `${root}/moves`, payload: { moves: await addMoves(scene) } }),
  ),
  'GET /api/doctor/assignment': call('DOCTOR', async (scene, study) => {
    await deal(scene, study, 'assign')
    return { method: 'GET', url: '/api/doctor/assignment' }
  }),
  'POST /api/doctor/assignment/next': traced(
    'DOCTOR',
    { leaves: ['audit assignment.created', 'live study.status'] },
    async (scene) => {
      await addWaiting(scene, 'pool')
      // Another example gave the doctor shifts.
      await scene.api.db.delete(doctorPresence)
      return { method: 'POST', url: '/api/doctor/assignment/next', payload: {} }
    },
  ),
  'POST /api/studies/:studyId/decline': traced(
    'WRITE',
    { leaves: ['audit assignment.ended', 'audit assignment.declined', 'live study.changed', 'live study.status'] },
    async (scene, study) => {
      await deal(scene, study, 'assign')
      return { method: 'POST', url: `/api/studies/${study._id}/decline`, payload: { cause: 'conflict', reason: '' } }
    },
  ),
  'POST /api/studies/:studyId/pass-over': traced(
    'WRITE',
    { leaves: ['audit assignment.ended', 'audit assignment.passed_over', 'live study.changed', 'live study.status'] },
    async (scene, study) => {
      await deal(scene, study, 'pool')
      return { method: 'POST', url: `/api/studies/${study._id}/pass-over`, payload: { cause: 'field', reason: '' } }
    },
  ),
}
