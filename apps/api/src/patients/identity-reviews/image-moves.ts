import { paginate } from '@readroom/contracts/core/pagination'
import type { ImageMove, MovedStudy, StudiesOfOneUid } from '@readroom/contracts/patients/image-moves'
import type { Db } from '@readroom/db/core/client'
import { listImageMoves, listStudiesOfOneUid } from '@readroom/db/patients/image-moves'
import type { StudyRow } from '@readroom/db/studies/studies'

type Page = { page: number; limit: number }

const toStudy = ({ id, patientId, patientName, description, studyDate }: StudyRow, laboratory: string | null): MovedStudy => ({
  studyId: id,
  patientId,
  patientName,
  description,
  studyDate,
  laboratory,
})

/** Returns a page of the moves of images, with the studies that they are about. */
export async function readImageMoves(db: Db, query: Page) {
  const { rows, total } = await listImageMoves(db, query)
  const data = rows.map(
    ({ move, study, other, laboratory, decidedBy }): ImageMove => ({
      moveId: move.id,
      kind: move.kind,
      state: move.state,
      study: toStudy(study, laboratory),
      other: other && toStudy(other, laboratory),
      numberOfImages: move.imageCount,
      decidedAt: move.decidedAt.toISOString(),
      decidedBy,
    }),
  )
  return { data, pagination: paginate(total, query) }
}

/** Returns a page of the study UIDs that several studies have, with these studies. */
export async function readStudiesOfOneUid(db: Db, query: Page) {
  const { uids, found, total } = await listStudiesOfOneUid(db, query)
  const data = uids.map(
    (studyInstanceUID): StudiesOfOneUid => ({
      studyInstanceUID,
      studies: found.flatMap(({ study, laboratory }) =>
        study.studyInstanceUid === studyInstanceUID ? [{ ...toStudy(study, laboratory), numberOfImages: study.imageCount }] : [],
      ),
    }),
  )
  return { data, pagination: paginate(total, query) }
}
