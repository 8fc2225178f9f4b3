import type { IdentityUnion } from '@readroom/contracts/patients/identity-reviews'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { listPatients, lockPatients } from '@readroom/db/patients/patients'
import { endExportsOf } from '@readroom/db/privacy/privacy'
import { listHeldStudies, type StudyRow } from '@readroom/db/studies/studies'
import { placeStudy } from '@readroom/db/studies/study-locations'
import type { TablesThatMove } from '@readroom/db/studies/tables-of-studies'
import { tellNewLab } from '../reports/critical-results.ts'
import { requestArchiving } from '../reports/report-archive.ts'
import { mailNewLab, sendToNewLab } from '../reports/report-notices.ts'
import { endShareLinksOfOtherLabs } from '../studies/sharing.ts'
import { transition } from '../studies/transition.ts'
import { followToPatient } from './documents.ts'
import { rematchStudies } from './matching/order-matches.ts'
import { extendHold } from './person-records.ts'

/** The patient and laboratory that a study gets. The laboratory may be its own; null: it stays without one. */
export type Destination = { patientRowId: string; labId: string | null }

/** The account that moves studies, or the system. `decidesConflict`: also decides between two laboratories that claim a study. */
export type Mover = { userId: string | null; address: string; decidesConflict?: boolean }

/** A study as it was before its move, and its destination. */
type Moved = { study: StudyRow; to: Destination }
type Located = { study: StudyRow; to: Destination & { labId: string } }

type Effects<Table extends string, M> = Record<Table, (tx: Tx<'study'>, moved: M) => Promise<void>>

/** The effects on what hangs on a study, in this order. The catalogue of tables names them (docs/decisions/patients/study-moves.md). */
const toPatient: Effects<TablesThatMove<'toPatient'>, Moved> = {
  documents: (tx, { study, to }) => followToPatient(tx, { studyId: study.id, from: study.patientRowId, to: to.patientRowId }),
}
const toLaboratory: Effects<TablesThatMove<'toLaboratory'>, Located> = {
  share_links: (tx, { study, to }) => endShareLinksOfOtherLabs(tx, to.labId, study.id),
  critical_results: (tx, { study }) => tellNewLab(tx, study.id),
  result_deliveries: (tx, { study }) => sendToNewLab(tx, study.id),
  archived_reports: (tx, { study }) => requestArchiving(tx, study.id),
  reports: (tx, { study }) => mailNewLab(tx, study.id),
}

/** Reports whether a study goes back to the person whose record was joined to another one. */
const isBack = ({ study, to }: Moved, { from, into }: IdentityUnion) => study.patientRowId === into && to.patientRowId === from

const getsPatient = ({ study, to }: Moved) => study.patientRowId !== to.patientRowId
const getsLaboratory = (moved: Moved): moved is Located => moved.to.labId !== null && moved.study.labId !== moved.to.labId

/** Extends the hold of a study's former patient to the new one: it was of this study too, and nobody has decided that it ends. */
async function takeHoldAlong(tx: Tx<'patient'>, mover: Mover, { study, to }: Moved): Promise<void> {
  const patients = await listPatients(tx, [study.patientRowId, to.patientRowId])
  const [from, into] = [study.patientRowId, to.patientRowId].map((wanted) => patients.find(({ id }) => id === wanted))
  if (from && into && (await extendHold(tx, { from, into })))
    await audit(tx, mover, { action: 'patient.held', target: { type: 'patient', id: into.id } })
}

async function noteLocation(tx: Tx<'study'>, mover: Mover, { study, to }: Located): Promise<void> {
  const details = { labId: to.labId, formerLabId: study.labId, wasConflict: study.labConflictAt !== null }
  await transition(tx, study, 'lab_set', { actorUserId: mover.userId, details, formerLabId: study.labId })
  await audit(tx, mover, { action: 'study.located', target: { type: 'study', id: study.id }, details })
}

type Moving = {
  mover: Mover
  studies: readonly StudyRow[]
  /** Chooses the destination of a study after those before it were placed. The same patient and laboratory: it does not move. */
  destinationOf: (study: StudyRow) => Destination | Promise<Destination>
  /** Further studies whose orders are looked for again: their patients have IDs of others now, or lost them. */
  alsoMatched?: readonly string[]
  /** Records that were parted, and their holds with them: these do not follow the studies that go back. */
  parted?: readonly IdentityUnion[]
}

/**
 * Moves studies to other patients or laboratories, with all that follows a study: documents, holds, orders, and what laboratories are told. The caller
 * tells the pages of studies that stay with their laboratory. Returns those of the studies that moved, and `alsoMatched`, as they are then.
 */
export async function moveStudies(
  begun: Tx<'study'> & Before<'patient'>,
  { mover, studies, destinationOf, alsoMatched = [], parted = [] }: Moving,
): Promise<StudyRow[]> {
  const moves: Moved[] = []
  for (const study of studies) {
    const moved = { study, to: await destinationOf(study) }
    if (!getsPatient(moved) && !getsLaboratory(moved)) continue
    await placeStudy(begun, study.id, { ...moved.to, decided: mover.decidesConflict ?? false })
    moves.push(moved)
  }
  const touched = new Set([...moves.map(({ study }) => study.id), ...alsoMatched])
  if (touched.size === 0) return []
  const [tx] = await lockPatients(
    begun,
    moves.flatMap(({ study, to }) => [study.patientRowId, to.patientRowId]),
  )
  await endExportsOf(
    tx,
    moves.filter(getsPatient).map(({ study }) => study.patientRowId),
  )
  for (const moved of moves.filter(getsPatient)) {
    if (!parted.some((union) => isBack(moved, union))) await takeHoldAlong(tx, mover, moved)
    for (const effect of Object.values(toPatient)) await effect(tx, moved)
  }
  for (const moved of moves.filter(getsLaboratory)) {
    for (const effect of Object.values(toLaboratory)) await effect(tx, moved)
    await noteLocation(tx, mover, moved)
  }
  return rematchStudies(tx, await listHeldStudies(tx, [...touched]))
}
