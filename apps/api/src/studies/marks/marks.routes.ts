import { markEndpoints } from '@readroom/contracts/studies/mark-changes'
import { manualMarks } from '@readroom/contracts/studies/study-marks'
import { setMark } from '@readroom/domain/studies/study-marks'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { requireWorklistRow } from '../worklist-row.ts'

export function markRoutes(app: FastifyInstance, context: Context): void {
  for (const mark of manualMarks)
    mount(app, context, markEndpoints[mark], async ({ actor, params: { studyId }, body }) => {
      await context.db.transaction((tx) => setMark(tx, actor, { studyId, mark, ...body }))
      return { study: await requireWorklistRow(context.db, actor, studyId) }
    })
}
