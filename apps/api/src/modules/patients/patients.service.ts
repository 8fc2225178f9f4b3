import { AppError } from '@readroom/contracts/errors'
import type { PatientRecord } from '@readroom/contracts/patients'
import type { Actor } from '@readroom/db/actor'
import { listDocuments } from '@readroom/db/queries/documents'
import { listPatientStudies } from '@readroom/db/queries/patient-record'
import { listStudiesOfSubject } from '@readroom/db/queries/privacy'
import { listReportsOfStudies } from '@readroom/db/queries/reports'
import { fingerprintOf } from '@readroom/domain/identity-studies'
import { findVisiblePatient, type PatientKey } from '@readroom/domain/patient-access'
import type { Context } from '../../context.ts'
import { toPatientRecord } from './patient-record.ts'

type Opened = { patientRowId: string; data: PatientRecord }

/** A patient's record with one of their studies, as the actor may see it. Throws PATIENT_NOT_FOUND, PATIENT_AMBIGUOUS. */
export async function readPatientRecord({ db, settings }: Context, actor: Actor, key: PatientKey): Promise<Opened> {
  const { patient, study, studyIds } = await findVisiblePatient(db, actor, key)
  const own = new Set(studyIds)
  const all = await listPatientStudies(db, actor, patient.id)
  const current = all.find((each) => each.study.id === study.id)
  if (!current) throw new AppError('PATIENT_NOT_FOUND')
  const priors = all.map((each) => each.study.id).filter((id) => !own.has(id))
  const [documents, reports, touched] = await Promise.all([
    listDocuments(db, patient.id),
    listReportsOfStudies(db, actor, { own: [...own], priors }),
    listStudiesOfSubject(db, patient.id),
  ])
  const clock = { now: new Date(), zone: settings.now().clinicTimeZone }
  const fingerprint = fingerprintOf(touched)
  const data = toPatientRecord({ actor, patient, study, current, all, own, documents, reports, fingerprint, ...clock })
  return { patientRowId: patient.id, data }
}
