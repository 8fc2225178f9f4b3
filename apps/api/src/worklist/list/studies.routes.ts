import { studyEndpoints } from '@readroom/contracts/studies/studies'
import type { Tab } from '@readroom/contracts/studies/study-workflow'
import { listModalities } from '@readroom/db/worklist/study-counts'
import { recordOpened } from '@readroom/domain/studies/studies'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { requireWorklistRow } from '../../studies/worklist-row.ts'
import { createStudyService } from './studies.service.ts'

const { one, modalities, interaction, adminValues, labValues, doctorValues, searchValues } = studyEndpoints

/** The lists of each role, and the search. All are the same list, by tab, limited to rows that the account sees. */
const lists = {
  all: [studyEndpoints.adminAll, studyEndpoints.labAll, studyEndpoints.doctorAll, studyEndpoints.search],
  pending: [studyEndpoints.adminPending, studyEndpoints.labPending, studyEndpoints.doctorPending],
  inprogress: [studyEndpoints.adminInprogress, studyEndpoints.labInprogress, studyEndpoints.doctorInprogress],
  completed: [studyEndpoints.adminCompleted, studyEndpoints.labCompleted, studyEndpoints.doctorCompleted],
} as const satisfies Record<Tab, unknown>

export function studyRoutes(app: FastifyInstance, context: Context): void {
  const studies = createStudyService(context)
  for (const tab of ['all', 'pending', 'inprogress', 'completed'] as const) {
    for (const endpoint of lists[tab]) {
      mount(app, context, endpoint, ({ actor, query, request }) =>
        studies.list(actor, tab, query, request.headers['if-none-match']),
      )
    }
  }
  for (const endpoint of [adminValues, labValues, doctorValues, searchValues]) {
    mount(app, context, endpoint, ({ actor, query }) => studies.counts(actor, query))
  }
  mount(app, context, modalities, async ({ actor }) => ({ modalities: await listModalities(context.db, actor) }))
  mount(app, context, one, async ({ actor, params }) => ({ study: await requireWorklistRow(context.db, actor, params.studyId) }))
  mount(app, context, interaction, async ({ actor, params }) => {
    await context.db.transaction((tx) => recordOpened(tx, actor, params))
    return { message: 'Recorded' }
  })
}
