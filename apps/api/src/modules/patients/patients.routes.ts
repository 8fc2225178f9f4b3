import { patientEndpoints } from '@readroom/contracts/patients'
import { savePatientRecord } from '@readroom/domain/patient-record'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { readPatientRecord } from './patients.service.ts'
import { savedMessage, updateSummary } from './update-summary.ts'

export function patientRoutes(app: FastifyInstance, context: Context): void {
  mount(app, context, patientEndpoints.record, async ({ actor, params, query }) => ({
    data: await readPatientRecord(context, actor, { ...params, ...query }),
  }))

  mount(app, context, patientEndpoints.save, async ({ actor, params, query, body }) => {
    const key = { ...params, ...query }
    const { patientId, version, changed } = await context.db.transaction((tx) =>
      savePatientRecord(tx, actor, { ...key, save: body }),
    )
    const summary = updateSummary(changed)
    return {
      message: savedMessage(summary),
      ...(changed.has('patientId') && patientId !== null && { newPatientId: patientId }),
      data: { updateSummary: summary, version },
    }
  })
}
