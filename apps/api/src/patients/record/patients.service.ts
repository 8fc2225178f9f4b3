import { AppError } from '@readroom/contracts/core/errors'
import type { PatientRecord } from '@readroom/contracts/patients/patients'
import type { Actor } from '@readroom/db/core/actor'
import { listDocuments } from '@readroom/db/patients/documents'
import { listPatientStudies } from '@readroom/db/patients/patient-record'
import { listStudiesOfSubject } from '@readroom/db/privacy/privacy'
import { listReportsOfStudies } from '@readroom/db/reports/reports'
import { findVisiblePatient, type PatientKey } from '@readroom/domain/access/patient-access'
import { fingerprintOf } from '@readroom/domain/patients/identity-studies'
import type { Context } from '../../core/context.ts'
import { requireWorklistRow } from '../../studies/worklist-row.ts'
import { toPatientRecord } from './patient-record.ts'

type Opened = { patientRowId: string; data: PatientRecord }

/** Reads a patient's record with one of their studies, as the account may see it. Throws PATIENT_NOT_FOUND, PATIENT_AMBIGUOUS. */
export async function readPatientRecord({ db, settings }: Context, actor: Actor, key: PatientKey): Promise<Opened> {
  const { patient, study, studyIds } = await findVisiblePatient(db, actor, key)
  const own = new Set(studyIds)
  const all = await listPatientStudies(db, actor, patient.id)
  const current = all.find((each) => each.study.id === study.id)
  if (!current) throw new AppError('PATIENT_NOT_FOUND')
  const priors = all.map((each) => each.study.id).filter((id) => !own.has(id))
  const [row, documents, reports, touched] = await Promise.all([
    requireWorklistRow(db, actor, study.id),
    listDocuments(db, patient.id),
    listReportsOfStudies(db, actor, { own: [...own], priors }),
    listStudiesOfSubject(db, patient.id),
  ])
  const clock = { now: new Date(), zone: settings.now().clinicTimeZone }
  const fingerprint = fingerprintOf(touched)
  const data = toPatientRecord({ actor, patient, study, row, current, all, own, documents, reports, fingerprint, ...clock })
  return { patientRowId: patient.id, data }
}
