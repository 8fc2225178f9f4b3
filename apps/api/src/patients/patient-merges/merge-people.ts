import { rowName } from '@readroom/contracts/core/person-names'
import type { MergeCandidate, MergePerson, PatientMerge } from '@readroom/contracts/patients/patient-merges'
import type { Db } from '@readroom/db/core/client'
import { listStudiesOfPeople } from '@readroom/db/patients/identity-reviews'
import { countDocumentsOf, type ListedMerge, listKnownIds, listMergesOf } from '@readroom/db/patients/patient-merges'
import { listPatients, listPeopleOfId, type PatientRow } from '@readroom/db/patients/patients'
import type { StudyRow } from '@readroom/db/studies/studies'
import { toIdentityStudy } from '@readroom/domain/patients/identity-studies'
import { compareIdentities, type Identity } from '@readroom/domain/patients/patient-identity'
import { mergeFingerprint } from '@readroom/domain/patients/patient-merges'

type Facts = { patient: PatientRow; studies: StudyRow[]; documents: number; knownIds: string[] }

/** Returns the identity that a person's newest study shows; of a person without studies, that of the record. */
function identityOf({ patient, studies }: Facts): Identity {
  const newest = studies.at(-1)
  return {
    name: newest?.patientName ?? rowName(patient.correctedName),
    birthDate: newest?.patientBirthDate ?? patient.correctedBirthDate,
    sex: newest?.patientSex ?? patient.correctedSex,
  }
}

function toPerson(facts: Facts, first: Facts): MergePerson {
  const { patient, studies, documents, knownIds } = facts
  const compared = facts === first ? null : compareIdentities(identityOf(first), identityOf(facts))
  return {
    personId: patient.id,
    patientId: patient.patientId,
    formerIds: knownIds.filter((id) => id !== patient.patientId),
    studies: studies.map(toIdentityStudy).toReversed(),
    documents,
    isOnHold: patient.holdReason !== null,
    isUnderReview: patient.identityReviewId !== null,
    differing: compared?.differing ?? [],
    difference: compared?.reason ?? null,
  }
}

/** Converts a merge to the form that lists show. */
export function toMerge({ merge, isMergedLater, mergedBy, ...row }: ListedMerge): PatientMerge {
  return {
    id: merge.id,
    laboratory: row.laboratory,
    formerId: row.formerId,
    patientId: row.patientId,
    studyId: row.studyId,
    movedStudies: merge.moves.length,
    reason: merge.reason,
    mergedBy: mergedBy ?? merge.sender,
    mergedAt: merge.mergedAt.toISOString(),
    undoneBy: row.undoneBy,
    undoneAt: merge.undoneAt?.toISOString() ?? null,
    canUndo: merge.undoneAt === null && !isMergedLater,
  }
}

async function readFacts(db: Db, patientRowIds: readonly string[]): Promise<Facts[]> {
  const [people, studies, documents, knownIds] = await Promise.all([
    listPatients(db, patientRowIds),
    listStudiesOfPeople(db, patientRowIds),
    countDocumentsOf(db, patientRowIds),
    listKnownIds(db, patientRowIds),
  ])
  return people.map((patient) => ({
    patient,
    studies: studies.filter(({ patientRowId }) => patientRowId === patient.id),
    documents: documents.get(patient.id) ?? 0,
    knownIds: knownIds.flatMap(({ patientRowId, patientId }) => (patientRowId === patient.id ? patientId : [])),
  }))
}

/** Returns a person, the others of the laboratory with an ID, and the merges of the person. */
export async function readComparison(
  db: Db,
  patient: PatientRow,
  otherId: string | undefined,
): Promise<{ person: MergePerson; candidates: MergeCandidate[]; merges: PatientMerge[] }> {
  const named = otherId === undefined ? [] : await listPeopleOfId(db, { labId: patient.labId, patientId: otherId }, null)
  const others = [...new Set(named.map(({ patientRowId }) => patientRowId))].filter((id) => id !== patient.id)
  const facts = await readFacts(db, [patient.id, ...others])
  const first = facts.find((one) => one.patient.id === patient.id)
  if (!first) throw new Error('the patient is gone')
  const candidates = facts
    .filter((one) => one !== first)
    .map((one) => ({
      ...toPerson(one, first),
      fingerprint: mergeFingerprint([first.patient, one.patient], [...first.studies, ...one.studies]),
    }))
  const merges = await listMergesOf(db, patient.id)
  return { person: toPerson(first, first), candidates, merges: merges.map(toMerge) }
}
