import { AppError } from '@readroom/contracts/core/errors'
import { can } from '@readroom/contracts/core/permissions'
import { type ManualMark, manualMarks, studyMarks } from '@readroom/contracts/studies/study-marks'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import type { StudyRow } from '@readroom/db/studies/studies'
import { StudyNotice } from '@readroom/jobs/jobs'
import { lockVisibleStudy } from './studies.ts'
import { emitStudyNotice } from './study-notices.ts'
import { transition } from './transition.ts'

type MarkChange = { mark: ManualMark; isSet: boolean; note?: string | undefined }

/** Sets a mark with its note, or removes both. Tells those whom an email of the mark's name is for. A mark that is so already is left alone. */
async function changeMark(
  tx: Tx<'study'>,
  actor: Actor,
  study: StudyRow,
  { mark, isSet, note = '' }: MarkChange,
): Promise<StudyRow> {
  if (study.caseFlags.includes(mark) === isSet && (study.markNotes[mark] ?? '') === note) return study
  if (!can(actor.role, studyMarks[mark].set.permission)) throw new AppError('FORBIDDEN')
  const change = { actorUserId: actor.userId, details: { mark }, ...(note !== '' && { reason: note }) }
  const marked = await transition(tx, study, isSet ? 'marked' : 'unmarked', change)
  const notice = StudyNotice.safeParse(mark)
  if (isSet && notice.success) await emitStudyNotice(tx, notice.data, { studyId: study.id })
  return marked
}

/** Gives a study exactly these marks. Those that it keeps keep their notes. Throws FORBIDDEN if the actor may not change one of them. */
export async function changeMarks(
  tx: Tx<'study'>,
  actor: Actor,
  study: StudyRow,
  marks: readonly ManualMark[],
): Promise<StudyRow> {
  let present = study
  for (const mark of manualMarks) {
    const isSet = marks.includes(mark)
    present = await changeMark(tx, actor, present, { mark, isSet, note: isSet ? present.markNotes[mark] : '' })
  }
  return present
}

/** Sets a mark of a study, or removes it. The audit log does not have the note. Throws STUDY_NOT_FOUND. */
export async function setMark(
  begun: Before<'study'>,
  actor: Actor,
  { studyId, ...change }: MarkChange & { studyId: string },
): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  await changeMark(tx, actor, study, change)
  const action = change.isSet ? 'study.marked' : 'study.unmarked'
  await audit(tx, actor, { action, target: { type: 'study', id: studyId }, details: { mark: change.mark } })
}
