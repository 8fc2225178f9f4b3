import { type Lab, labEndpoints } from '@readroom/contracts/people/labs'
import type { LabRecord } from '@readroom/db/people/labs'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { emailWords } from '../../core/email-words.ts'
import { mount } from '../../core/http/mount.ts'
import { readLabConnection } from './lab-connection.ts'
import { createLabService } from './labs.service.ts'

function toLab({ lab, totalStudies, totalStaff, activeStaff }: LabRecord): Lab {
  const { id, name, identifier, contactPerson, contactEmail, contactPhone, isActive, notes } = lab
  const { street = '', city = '', state = '', zipCode = '', country = '' } = lab.address
  return {
    _id: id,
    name,
    identifier,
    contactPerson,
    contactEmail,
    contactPhone,
    isActive,
    notes,
    totalStudies,
    totalStaff,
    activeStaff,
    address: { street, city, state, zipCode, country },
  }
}

export function labRoutes(app: FastifyInstance, context: Context): void {
  const labs = createLabService(context)

  mount(app, context, labEndpoints.register, async ({ actor, body }) => {
    const _id = await labs.register(actor, body)
    const { staffEmail, labIsActive } = body
    const sent = labIsActive ? `was sent to ${staffEmail}` : `will be sent to ${staffEmail} when it is activated`
    return {
      message: `Laboratory registered successfully! ${emailWords(context.config, `A generated password ${sent}.`)}`,
      data: { _id },
    }
  })
  mount(app, context, labEndpoints.list, async ({ query }) => {
    const { rows, ...rest } = await labs.list(query)
    return { data: rows.map(toLab), ...rest }
  })
  mount(app, context, labEndpoints.details, async ({ params }) => {
    const record = await labs.details(params.labId)
    const { pending, inProgress, completed, activeStaff, totalStaff, aeTitles, lab } = record
    const stats = { staffStats: { active: activeStaff, total: totalStaff }, studyStats: { pending, inProgress, completed } }
    const { version, mailOnReport, preliminaryVisible, archiveReports, everySeriesDisplayed, displayRules, sharePinRequired } =
      lab
    const reports = { mailOnReport, preliminaryVisible, archiveReports, sharePinRequired }
    const delivery = { ...reports, everySeriesDisplayed, displayRules }
    const { escalationEmails, quietFrom: from, quietTo: to } = lab
    const escalation = { quietHours: { from, to }, escalationEmails }
    return { data: { ...toLab(record), aeTitles, version, ...delivery, ...escalation, ...stats } }
  })
  mount(app, context, labEndpoints.connection, async ({ params }) => ({
    data: await readLabConnection(context, params.labId),
  }))
  mount(app, context, labEndpoints.update, async ({ actor, params, body }) => {
    await labs.update(actor, params.labId, body)
    return { message: 'Lab updated successfully' }
  })
  mount(app, context, labEndpoints.remove, async ({ actor, params }) => {
    await labs.remove(actor, params.labId)
    return { message: 'Lab deleted successfully' }
  })
}
