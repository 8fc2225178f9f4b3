import { call, type Examples, traced } from '../example.fixture.ts'

const hidden = { hidden: { status: 404, code: 'PATIENT_NOT_FOUND' } }

export const patientExamples: Examples = {
  'GET /api/patients/:patientId': call(
    'OBJECT',
    (_scene, s) => ({ method: 'GET', url: `/api/patients/SECRET-1?studyId=${s._id}` }),
    hidden,
  ),
  'GET /api/labEdit/patients/:patientId': traced(
    'OBJECT',
    { leaves: ['audit record.opened'] },
    (_scene, s) => ({ method: 'GET', url: `/api/labEdit/patients/SECRET-1?studyId=${s._id}` }),
    hidden,
  ),
  'PUT /api/labEdit/patients/:patientId': traced(
    'EDIT',
    { leaves: ['audit record.saved', 'live study.changed'] },
    (_scene, s) => ({
      method: 'PUT',
      url: `/api/labEdit/patients/SECRET-1?studyId=${s._id}`,
      payload: { version: { patient: 1, study: 1 }, clinicalInfo: { clinicalHistory: 'Please compare' } },
    }),
    hidden,
  ),
}
