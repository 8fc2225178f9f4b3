import { paginate } from '@readroom/contracts/core/pagination'
import { patientMergeEndpoints } from '@readroom/contracts/patients/patient-merges'
import { waitingChangeEndpoints } from '@readroom/contracts/patients/sent-changes'
import { listMerges } from '@readroom/db/patients/patient-merges'
import { mergeWithOrders, unmergeWithOrders } from '@readroom/domain/orders/ordered-patients'
import { closeWaitingChange } from '@readroom/domain/patients/sent-changes'
import { findSubject } from '@readroom/domain/privacy/privacy'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { readComparison, toMerge } from './merge-people.ts'
import { readWaitingChanges } from './waiting-changes.ts'

export function patientMergeRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, patientMergeEndpoints.compare, async ({ actor, params, query }) => {
    const { patient } = await findSubject(db, actor, params.studyId)
    return readComparison(db, patient, query.otherId)
  })
  mount(app, context, patientMergeEndpoints.list, async ({ query }) => {
    const { rows, total } = await listMerges(db, query)
    return { data: rows.map(toMerge), pagination: paginate(total, query) }
  })
  mount(app, context, patientMergeEndpoints.merge, async ({ actor, body }) => {
    await db.transaction((tx) => mergeWithOrders(tx, actor, body))
    return { message: 'The patients were merged. You can undo this.' }
  })
  mount(app, context, patientMergeEndpoints.undo, async ({ actor, params }) => {
    await db.transaction((tx) => unmergeWithOrders(tx, actor, params.mergeId))
    return { message: 'The merge was undone. The patients are separate again.' }
  })
  mount(app, context, waitingChangeEndpoints.list, ({ query }) => readWaitingChanges(db, query))
  mount(app, context, waitingChangeEndpoints.close, async ({ actor, params, body }) => {
    await db.transaction((tx) => closeWaitingChange(tx, actor, { ...params, ...body }))
    return { message: 'The change was removed from the list.' }
  })
}
