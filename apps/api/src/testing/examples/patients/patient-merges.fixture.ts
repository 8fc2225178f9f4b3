import { patientMerges, waitingPatientChanges } from '@readroom/db/patients/patients.schema'
import { keepWaitingChange } from '@readroom/db/patients/waiting-changes'
import { studies } from '@readroom/db/studies/studies.schema'
import { createPatient } from '@readroom/db/testing/factories'
import { mergePatients } from '@readroom/domain/patients/patient-merges'
import { eq } from 'drizzle-orm'
import { call, type Examples, get, type Scene, type Target, traced } from '../example.fixture.ts'

const root = '/api/admin/patient-merges'
const received = '/api/admin/waiting-patient-changes'

/** Returns the order to merge another patient of the laboratory into the study's. */
async function mergeOrder({ api, cast }: Scene, { _id }: Target) {
  const otherId = `OTHER-${_id.slice(-12)}`
  const fromPersonId = await createPatient(api.db, cast.labA.id, otherId)
  const [study] = await api.db.select().from(studies).where(eq(studies.id, _id))
  const compared = await api.request({ method: 'GET', url: `${root}/studies/${_id}?otherId=${otherId}` }, cast.admin)
  const { fingerprint } = compared.json().candidates[0]
  return { fromPersonId, intoPersonId: study?.patientRowId ?? '', fingerprint, reason: 'One person' }
}

export const patientMergeExamples: Examples = {
  'GET /api/admin/patient-merges/studies/:studyId': call('ADMIN', (_scene, s) => ({
    method: 'GET',
    url: `${root}/studies/${s._id}`,
  })),
  'GET /api/admin/patient-merges': get('ADMIN', root),
  'POST /api/admin/patient-merges': traced(
    'ADMIN',
    { leaves: ['audit patient.merged', 'audit patient.merged', 'live study.changed'] },
    async (scene, s) => ({
      method: 'POST',
      url: root,
      payload: await mergeOrder(scene, s),
    }),
  ),
  'POST /api/admin/patient-merges/:mergeId/undo': traced(
    'ADMIN',
    { leaves: ['audit patient.unmerged', 'audit patient.unmerged', 'live study.changed'] },
    async (scene, s) => {
      const order = await mergeOrder(scene, s)
      await scene.api.db.transaction((tx) => mergePatients(tx, scene.cast.admin, order))
      const [merge] = await scene.api.db.select().from(patientMerges).where(eq(patientMerges.fromRowId, order.fromPersonId))
      return { method: 'POST', url: `${root}/${merge?.id ?? ''}/undo`, payload: {} }
    },
  ),
  'GET /api/admin/waiting-patient-changes': get('ADMIN', received),
  'POST /api/admin/waiting-patient-changes/:changeId/close': traced(
    'ADMIN',
    { leaves: ['audit patient_change.closed'] },
    async ({ api, cast }, { _id }) => {
      const change = { sender: 'HIS', kind: 'update', patientId: _id, reason: 'Several people have the ID of PID-3.' } as const
      const id = await api.db.transaction((tx) => keepWaitingChange(tx, { labId: cast.labA.id, ...change }))
      const [row] = await api.db.select().from(waitingPatientChanges).where(eq(waitingPatientChanges.id, id))
      return { method: 'POST', url: `${received}/${id}/close`, payload: { receivedAt: row?.receivedAt.toISOString() } }
    },
  ),
}
