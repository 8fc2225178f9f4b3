import { AppError } from '@readroom/contracts/errors'
import type { StudyList, StudyListQuery } from '@readroom/contracts/studies'
import { nextStatus, type Tab } from '@readroom/contracts/study-workflow'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { findStudiesByUid, lockStudy } from '@readroom/db/queries/studies'
import { countWorklist, listWorklist } from '@readroom/db/queries/worklist'
import { transition } from '@readroom/db/transition'
import type { Context } from '../../context.ts'
import { toWorklistRow } from '../../http/worklist-row.ts'
import { decodeCursor, encodeCursor } from './list-cursor.ts'

export function createStudyService({ db }: Pick<Context, 'db'>) {
  return {
    async list(actor: Actor, tab: Tab, { limit, cursor }: StudyListQuery): Promise<Omit<StudyList, 'success'>> {
      const after = cursor ? decodeCursor(cursor) : null
      const [records, counts] = await Promise.all([
        listWorklist(db, { viewer: actor, tab, limit, after }),
        countWorklist(db, actor),
      ])
      const last = records.length === limit ? records.at(-1) : undefined
      const nextCursor = last ? encodeCursor({ receivedAt: last.received_at, id: last.id }) : null
      return { data: records.map(toWorklistRow), totalRecords: counts[tab], nextCursor }
    },

    async counts(actor: Actor) {
      const { all: total, pending, inprogress, completed } = await countWorklist(db, actor)
      return { total, pending, inprogress, completed }
    },

    /** Records who opened the images. An assigned doctor's first look takes the study into review. */
    async recordOpened(actor: Actor, studyInstanceUid: string): Promise<void> {
      await db.transaction(async (tx) => {
        const found = await findStudiesByUid(tx, actor, studyInstanceUid)
        if (found.length === 0) throw new AppError('STUDY_NOT_FOUND')
        for (const { id } of found) {
          const study = await lockStudy(tx, actor, id)
          if (!study) continue
          await audit(tx, actor, { action: 'study.opened', target: { type: 'study', id } })
          const moves = nextStatus(study.status, 'opened') !== study.status
          if (actor.doctorId && moves) await transition(tx, study, 'opened', { actorUserId: actor.userId })
        }
      })
    },
  }
}
