import { AppError } from '@readroom/contracts/core/errors'
import { locationEndpoints } from '@readroom/contracts/people/locations'
import { listLocations } from '@readroom/db/people/locations'
import { findStudy } from '@readroom/db/studies/studies'
import { countUnlocated } from '@readroom/db/studies/study-locations'
import { claimStudies, setLocation } from '@readroom/domain/people/locations'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { requireWorklistRow } from '../../studies/worklist-row.ts'

export function locationRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, locationEndpoints.list, async ({ actor }) => ({ locations: await listLocations(db, actor) }))
  mount(app, context, locationEndpoints.ofStudy, async ({ actor, params }) => {
    const study = await findStudy(db, actor, params.studyId)
    if (!study) throw new AppError('STUDY_NOT_FOUND')
    const { labId: locationId, callingAeTitle } = study
    return { locationId, callingAeTitle, others: await countUnlocated(db, study) }
  })
  mount(app, context, locationEndpoints.set, async ({ actor, params, body }) => {
    const changed = await db.transaction((tx) => setLocation(tx, actor, { ...params, ...body }))
    return { changed, study: await requireWorklistRow(db, actor, params.studyId) }
  })
  mount(app, context, locationEndpoints.claim, async ({ actor, params, body }) => {
    const changed = await db.transaction((tx) => claimStudies(tx, actor, { ...params, ...body }))
    return { changed, message: changed === 1 ? 'Location set for 1 study' : `Location set for ${changed} studies` }
  })
}
