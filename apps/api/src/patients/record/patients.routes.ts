import { patientEndpoints } from '@readroom/contracts/patients/patients'
import { recordPatientOpened } from '@readroom/domain/access/patient-access'
import { savePatientRecord } from '@readroom/domain/patients/patient-record'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { readPatientRecord } from './patients.service.ts'
import { savedMessage, updateSummary } from './update-summary.ts'

export function patientRoutes(app: FastifyInstance, context: Context): void {
  mount(
    app,
    context,
    patientEndpoints.record,
    async ({ actor, params, query }) => {
      const { patientRowId, data } = await readPatientRecord(context, actor, { ...params, ...query })
      await context.db.transaction((tx) => recordPatientOpened(tx, actor, patientRowId))
      return { data }
    },
    async ({ actor, params, query }) => {
      const { data } = await readPatientRecord(context, actor, { ...params, ...query })
      return { data }
    },
  )

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
