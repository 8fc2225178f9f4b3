import { allEndpoints } from '@readroom/contracts/endpoint-table'
import { auditLog, outbox } from '@readroom/db/core/system.schema'
import { findWorklistRow } from '@readroom/db/worklist/worklist'
import { asc, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, type Example, makeScene, makeTarget, type Scene, type Target } from './testing/examples/example.fixture.ts'
import { examples } from './testing/examples/examples.fixture.ts'

const imagesTaken = ['audit images.downloaded']
const codeSent = ['audit recovery.requested', 'job otp.send']
const addressesTold = ['job email-notice.send', 'job email-notice.send']
const reportTaken = ['audit report.downloaded', 'live study.status']
const firstFactor = ['audit second_factor.added', 'job second-factor-notice.send', 'live sessions.revoked']
const draftRemoved = ['audit report.deleted', 'live study.status']

/** The entries that a successful call leaves in the audit log, and then in the outbox. */
const leaves: Record<string, readonly string[]> = {
  'POST /api/auth/login': ['audit login.succeeded'],
  'POST /api/auth/second-step/code': ['audit login.succeeded'],
  'GET /api/auth/provider/start': [],
  'GET /api/auth/provider/return': [],
  'POST /api/auth/provider/finish': [],
  'PUT /api/admin/users/:userId/provider-link': [],
  'POST /api/auth/passkey/options': [],
  'POST /api/auth/passkey/sign-in': ['audit login.succeeded'],
  'POST /api/account/authenticator': [],
  'POST /api/account/authenticator/confirm': firstFactor,
  'POST /api/account/authenticator/remove': ['audit second_factor.removed', 'job second-factor-notice.send'],
  'POST /api/account/recovery-codes': ['audit recovery_codes.made'],
  'POST /api/account/passkeys/options': [],
  'POST /api/account/passkeys': firstFactor,
  'POST /api/account/passkeys/:passkeyId/remove': ['audit second_factor.removed', 'job second-factor-notice.send'],
  'POST /api/admin/users/:userId/reset-second-factor': [
    'audit second_factor.reset',
    'live sessions.revoked',
    'job second-factor-notice.send',
  ],
  'POST /api/auth/logout': ['audit logout', 'live sessions.revoked'],
  'POST /api/auth/refresh-token': [],
  'POST /auth/change-password': ['audit password.changed', 'job password-notice.send', 'live sessions.revoked'],
  'POST /api/auth/tickets': [],
  'POST /api/forgot-password/send-otp': codeSent,
  'POST /api/forgot-password/resend-otp': codeSent,
  'POST /api/forgot-password/verify-otp': ['audit recovery.verified'],
  'POST /api/forgot-password/reset-password': ['audit password.reset', 'job password-notice.send', 'live sessions.revoked'],
  'DELETE /api/auth/sessions/:sessionId': ['audit session.ended', 'live sessions.revoked'],
  'DELETE /api/auth/sessions': ['audit sessions.ended', 'live sessions.revoked'],
  'POST /api/admin/admins/register': ['audit user.created'],
  'POST /api/admin/labs/:labId/staff': ['audit user.created', 'job password.issue'],
  'PUT /api/admin/users/:userId': ['audit user.updated', 'audit user.moved', ...addressesTold, 'live sessions.revoked'],
  'DELETE /api/admin/users/:userId': ['audit user.deleted', 'live sessions.revoked'],
  'GET /api/admin/users/:userId/sign-ins': ['audit sign_ins.viewed'],
  'POST /api/admin/people/import/check': [],
  'POST /api/admin/people/import': ['audit doctor.created', 'audit people.imported', 'job password.issue'],
  'PUT /api/doctor/profile': ['audit profile.updated'],
  'PUT /api/doctor/presence': ['audit presence.changed'],
  'PUT /api/admin/doctors/presence/:doctorId': ['audit presence.changed'],
  'POST /api/admin/users/:userId/end-sessions': ['audit sessions.ended', 'live sessions.revoked'],
  'POST /api/admin/users/:userId/send-password': ['audit password.sent', 'job password.issue', 'live sessions.revoked'],
  'PUT /api/admin/users/:userId/active': ['audit user.deactivated', 'live sessions.revoked'],
  'POST /api/admin/labs/register': ['audit lab.created', 'audit user.created', 'job password.issue'],
  'PUT /api/admin/labs/update/:labId': ['audit lab.updated', 'live sessions.revoked'],
  'DELETE /api/admin/labs/delete/:labId': ['audit user.deleted', 'audit lab.deleted', 'live sessions.revoked'],
  'POST /api/admin/labs/:labId/claim-studies': ['audit study.located', 'live study.changed'],
  'POST /api/admin/doctors/register': ['audit doctor.created', 'job password.issue'],
  'PUT /api/admin/doctors/update/:doctorId': ['audit doctor.updated', 'live sessions.revoked', ...addressesTold],
  'DELETE /api/admin/doctors/delete/:doctorId': ['audit doctor.deleted', 'live sessions.revoked'],
  'POST /api/admin/intake/failures/:orthancId/retry': ['audit intake.retried'],
  'DELETE /api/admin/refusals/:refusalId': ['audit refusal.dismissed'],
  'POST /api/admin/studies/:studyId/discard-damaged': ['audit images.discarded', 'job damage.discard'],
  'POST /api/admin/settings/preview': [],
  'GET /api/admin/audit': ['audit audit.viewed'],
  'GET /api/admin/audit/export': ['audit audit.exported'],
  'POST /api/admin/audit/check': ['audit audit.checked', 'job audit.verify'],
  'POST /api/admin/system/test-mail': ['audit mail.tested', 'job test-mail.send'],
  'POST /api/admin/first-steps/dismiss': ['audit first_steps.dismissed'],
  'POST /api/admin/identity-reviews/:reviewId/decision': ['audit identity.decided', 'live study.changed'],
  'POST /api/admin/identity-reviews/:reviewId/undo': ['audit identity.undone', 'live study.changed'],
  'POST /api/admin/patient-merges': ['audit patient.merged', 'audit patient.merged', 'live study.changed'],
  'POST /api/admin/patient-merges/:mergeId/undo': ['audit patient.unmerged', 'audit patient.unmerged', 'live study.changed'],
  'POST /api/admin/waiting-patient-changes/:changeId/close': ['audit patient_change.closed'],
  'POST /api/admin/privacy/studies/:studyId/export': ['audit export.requested', 'job privacy.export'],
  'POST /api/admin/privacy/studies/:studyId/erase': ['audit patient.erased', 'live study.changed', 'job privacy.remove'],
  'POST /api/admin/privacy/studies/:studyId/anonymise': ['audit patient.anonymised', 'live study.changed', 'job privacy.remove'],
  'PUT /api/admin/privacy/studies/:studyId/hold': ['audit patient.held'],
  'POST /api/admin/privacy/actions/:actionId/link': [],
  'GET /api/privacy-files/:ticket': ['audit export.downloaded'],
  'PUT /api/admin/settings': ['audit setting.changed'],
  'POST /api/admin/dead-letters/:deadLetterId/retry': ['audit dead_letter.retried', 'job dispatch.send'],
  'DELETE /api/admin/dead-letters/:deadLetterId': ['audit dead_letter.dismissed'],
  'PUT /api/admin/studies/:studyInstanceUID/interaction': ['audit study.opened', 'live study.status'],
  'PUT /api/admin/studies/:studyId/location': ['audit study.located', 'live study.changed'],
  'POST /api/admin/studies/:studyId/assign': ['audit assignment.created', 'live study.changed'],
  'POST /api/admin/studies/:studyId/unassign': ['audit assignment.ended', 'live study.status'],
  'POST /api/admin/studies/unauthorize': ['audit study.unauthorized', 'live study.status'],
  'POST /api/admin/studies/dispatch': ['audit report.dispatched', 'job dispatch.send'],
  'POST /api/studies/:studyId/discussions': ['audit discussion.commented', 'live study.changed'],
  'POST /api/studies/:studyId/pause': ['audit deadline.paused', 'live study.changed'],
  'POST /api/studies/:studyId/pause/renew': ['audit deadline.renewed', 'live study.changed'],
  'POST /api/studies/:studyId/pause/resume': ['audit deadline.resumed', 'live study.changed'],
  'POST /api/studies/:studyId/pause/answer': ['audit deadline.answered', 'live study.changed'],
  'POST /api/labEdit/patients/:patientId/documents': ['audit document.uploaded', 'live study.changed'],
  'GET /api/labEdit/patients/:patientId/documents/:index/download': ['audit document.downloaded'],
  'DELETE /api/labEdit/patients/:patientId/documents/:index': ['audit document.deleted', 'live study.changed'],
  'GET /api/labEdit/patients/:patientId': ['audit record.opened'],
  'PUT /api/labEdit/patients/:patientId': ['audit record.saved', 'live study.changed'],
  'POST /api/documents/study/:studyId/upload': ['audit report.draft', 'live study.status'],
  'GET /api/documents/study/:studyId/reports/:reportId/download': reportTaken,
  'GET /api/documents/study/:studyId/reports/:reportId/word': reportTaken,
  'GET /api/labEdit/studies/:studyId/reports/:reportId/download': reportTaken,
  'POST /api/reports/download': reportTaken,
  'DELETE /api/documents/study/:studyId/reports/:reportId': draftRemoved,
  'DELETE /api/labEdit/studies/:studyId/reports/:reportId': draftRemoved,
  'PUT /api/studies/:studyId/reading/images': ['audit images.opened'],
  'POST /api/studies/:studyId/reading/displayed': [],
  'POST /api/studies/:studyId/reading/put-aside': ['audit study.put_aside'],
  'POST /api/studies/:studyId/reading/take-up': ['audit study.taken_up'],
  'POST /api/studies/:studyId/reading/skip': ['audit study.skipped', 'live study.changed'],
  'POST /api/studies/:studyId/reading/hold': ['live study.changed'],
  'POST /api/studies/:studyId/reading/ask': ['live study.changed'],
  'POST /api/studies/:studyId/reading/release': ['live study.changed'],
  'PUT /api/studies/:studyId/reading/draft': ['live study.status'],
  'POST /api/studies/:studyId/reading/key-images': [],
  'PUT /api/studies/:studyId/reading/key-images': [],
  'PUT /api/studies/:studyId/reading/annotations': [],
  'POST /api/studies/:studyId/reading/put-away': ['audit report.put_away', 'live study.status'],
  'POST /api/studies/:studyId/reading/discard': ['audit report.discarded', 'live study.changed'],
  'POST /api/orders': ['audit order.created'],
  'PUT /api/orders/:orderId': ['audit order.changed', 'live study.changed'],
  'POST /api/orders/:orderId/actions': ['audit order.cancelled', 'live study.changed'],
  'POST /api/orders/:orderId/studies/:studyId': ['audit order.matched', 'live study.changed'],
  'DELETE /api/orders/:orderId/studies/:studyId': ['audit order.unmatched', 'live study.changed'],
  'POST /api/studies/:studyId/critical-results': ['audit critical.marked', 'live study.changed', 'job critical-notice.send'],
  'POST /api/studies/:studyId/critical-results/:resultId/communications': ['audit critical.told', 'live study.changed'],
  'POST /api/studies/:studyId/critical-results/:resultId/acknowledge': ['audit critical.acknowledged', 'live study.changed'],
  'POST /api/studies/:studyId/reading/sign': ['audit report.signed', 'live study.status', 'job report.render'],
  'POST /api/studies/:studyId/reading/recall': ['audit report.recalled', 'live study.status'],
  'GET /api/documents/study/:studyId/generate-patient-report': ['audit report.generated'],
  'POST /api/documents/study/:studyId/report-launch': [],
  'GET /api/report-launch/:ticket': ['audit report.generated'],
  'POST /api/admin/report-templates': ['audit template.uploaded'],
  'DELETE /api/admin/report-templates/:templateId': ['audit template.deleted'],
  'PUT /api/admin/assignment/:labId': ['audit assignment_mode.changed'],
  'POST /api/admin/assignment/proposals/confirm': ['audit assignment.created', 'live study.status'],
  'POST /api/doctor/assignment/next': ['audit assignment.created', 'live study.status'],
  'POST /api/studies/:studyId/decline': [
    'audit assignment.ended',
    'audit assignment.declined',
    'live study.changed',
    'live study.status',
  ],
  'POST /api/studies/:studyId/pass-over': [
    'audit assignment.ended',
    'audit assignment.passed_over',
    'live study.changed',
    'live study.status',
  ],
  'POST /api/admin/deadline-rules/preview': [],
  'POST /api/admin/deadline-rules': ['audit deadline_rule.created'],
  'PUT /api/admin/deadline-rules/:ruleId': ['audit deadline_rule.changed'],
  'DELETE /api/admin/deadline-rules/:ruleId': ['audit deadline_rule.deleted'],
  'POST /api/admin/deadline-rules/apply': ['audit deadline_rules.applied'],
  'POST /api/admin/assignment/simulations': ['audit assignment_simulation.started', 'job assignment.simulate'],
  'POST /api/shift-feed': ['audit shift_feed.created'],
  'DELETE /api/shift-feed': ['audit shift_feed.removed'],
  'POST /api/admin/hl7-connections': ['audit hl7_connection.created'],
  'PUT /api/admin/hl7-connections/:connectionId': ['audit hl7_connection.changed'],
  'POST /api/admin/hl7-connections/:connectionId/test-order': ['audit hl7_connection.tested', 'job test-order.receive'],
  'POST /api/admin/result-destinations': ['audit result_destination.created'],
  'PUT /api/admin/result-destinations/:destinationId': ['audit result_destination.changed'],
  'POST /api/admin/result-destinations/:destinationId/test': ['audit result_destination.tested'],
  'POST /api/admin/result-deliveries/:deliveryId': ['audit result_delivery.held'],
  'GET /api/admin/hl7-messages/:messageId': ['audit hl7_message.opened'],
  'POST /api/admin/hl7-preview': [],
  'POST /api/admin/fhir-clients': ['audit fhir_client.created'],
  'PUT /api/admin/fhir-clients/:clientId': ['audit fhir_client.deactivated'],
  'DELETE /api/admin/fhir-clients/:clientId': ['audit fhir_client.deleted'],
  'POST /fhir/token': ['audit fhir_client.signed_in'],
  'GET /fhir/Patient': ['audit fhir.read'],
  'GET /fhir/Patient/:id': ['audit fhir.read'],
  'GET /fhir/ServiceRequest': ['audit fhir.read'],
  'POST /fhir/ServiceRequest': ['audit order.created', 'audit fhir.created'],
  'GET /fhir/ServiceRequest/:id': ['audit fhir.read'],
  'GET /fhir/ImagingStudy': ['audit fhir.read'],
  'GET /fhir/ImagingStudy/:id': ['audit fhir.read'],
  'GET /fhir/DiagnosticReport': ['audit fhir.read'],
  'GET /fhir/DiagnosticReport/:id': ['audit fhir.read'],
  'GET /fhir/DocumentReference': ['audit fhir.read'],
  'GET /fhir/DocumentReference/:id': ['audit fhir.read'],
  'GET /fhir/Binary/:id': ['audit report.downloaded'],
  'GET /fhir/Endpoint': ['audit fhir.read'],
  'GET /fhir/Endpoint/:id': ['audit fhir.read'],
  'GET /fhir/Practitioner': ['audit fhir.read'],
  'GET /fhir/Practitioner/:id': ['audit fhir.read'],
  'GET /fhir/Organization': ['audit fhir.read'],
  'GET /fhir/Organization/:id': ['audit fhir.read'],
  'PUT /api/admin/modality-worklists/:labId': ['audit modality_worklist.saved'],
  'PUT /api/admin/modality-worklists/:labId/scanners': ['audit scanner.saved'],
  'POST /api/admin/modality-worklists/:labId/scanners/test': ['audit scanner.tested', 'job scanner.test'],
  'POST /api/admin/digests': ['audit digest.created'],
  'PUT /api/admin/digests/:digestId': ['audit digest.changed'],
  'DELETE /api/admin/digests/:digestId': ['audit digest.deleted'],
  'POST /api/admin/digests/:digestId/send': ['audit digest.sent', 'job digest.send'],
  'POST /api/admin/eligibility/check': [],
  'POST /api/admin/eligibility/import': ['audit doctor.updated', 'audit eligibility.imported'],
  'POST /api/admin/doctor-groups': ['audit doctor_group.created'],
  'PUT /api/admin/doctor-groups/:groupId': ['audit doctor_group.changed'],
  'DELETE /api/admin/doctor-groups/:groupId': ['audit doctor_group.deleted'],
  'POST /api/admin/office-calendars': ['audit office_calendar.created'],
  'PUT /api/admin/office-calendars/:calendarId': ['audit office_calendar.changed'],
  'DELETE /api/admin/office-calendars/:calendarId': ['audit office_calendar.deleted'],
  'POST /api/reading-templates': ['audit reading_template.created'],
  'POST /api/reading-templates/import': ['audit reading_template.created'],
  'PUT /api/reading-templates/:templateId': ['audit reading_template.changed'],
  'DELETE /api/reading-templates/:templateId': ['audit reading_template.deleted'],
  'POST /api/text-blocks': ['audit text_block.created'],
  'PUT /api/text-blocks/:blockId': ['audit text_block.changed'],
  'DELETE /api/text-blocks/:blockId': ['audit text_block.deleted'],
  'POST /api/saved-lists': ['audit list.saved'],
  'PUT /api/saved-lists/:listId': ['audit list.changed'],
  'DELETE /api/saved-lists/:listId': ['audit list.deleted'],
  'PUT /api/saved-lists/order': ['audit lists.ordered'],
  'PUT /api/saved-lists/default': ['audit list.default'],
  'PUT /api/admin/saved-lists/:listId/given-to': ['audit list.given'],
  'POST /api/sharing/generate-link': ['audit share.created'],
  'DELETE /api/studies/:studyId/share-links/:shareLinkId': ['audit share.revoked'],
  'GET /viewer/share/:token': ['audit share.opened'],
  'POST /api/sharing/access/:token': ['audit share.opened'],
  'GET /viewer/open': ['audit images.opened'],
  'GET /api/download/study/:orthancStudyID/r2-direct': [],
  'GET /api/files/:ticket': imagesTaken,
  'GET /api/orthanc-download/study/:orthancStudyID/download': imagesTaken,
  'GET /api/launch/:ticket': imagesTaken,
  'POST /api/downloads/bulk': ['audit images.packed', 'job zip.build'],
  'GET /api/downloads/bulk/:bulkZipId': [],
  'GET /api/footer/export': ['audit worklist.exported'],
  'GET /api/tat/report/export': ['audit tat.exported'],
}

/** Secrets of the examples: a patient, a comment, a password. None may reach permanent records or other programs. */
const secrets = /Verborgen|SECRET-1|Please compare|a fine password/

const writing = 'what is signed, put away or thrown away is audited; a draft is saved every few seconds'
const noProvider = 'these tests have no OpenID provider: provider-sign-in.test.ts'
const begun = 'nothing is in use before it is confirmed, which is audited'
const whatItOpens = 'what the ticket opens is audited'

/** Calls that may leave no audit entry, with the reason. */
const unaudited: Record<string, string> = {
  'POST /api/studies/:studyId/reading/ask': 'it asks; a take-over is audited',
  'POST /api/studies/:studyId/reading/displayed':
    'the opening of the images is audited, and at signing the series that were left out',
  'POST /api/auth/refresh-token': 'the session goes on; its beginning and its end are audited',
  'POST /api/admin/people/import/check': 'it changes nothing',
  'POST /api/admin/eligibility/check': 'it changes nothing',
  'POST /api/admin/settings/preview': 'it changes nothing',
  'POST /api/admin/deadline-rules/preview': 'it changes nothing',
  'POST /api/admin/hl7-preview': 'reads a message that is not stored',
  'GET /api/auth/provider/start': noProvider,
  'GET /api/auth/provider/return': noProvider,
  'POST /api/auth/provider/finish': noProvider,
  'PUT /api/admin/users/:userId/provider-link': noProvider,
  'POST /api/auth/passkey/options': begun,
  'POST /api/account/authenticator': begun,
  'POST /api/account/passkeys/options': begun,
  'POST /api/auth/tickets': whatItOpens,
  'POST /api/documents/study/:studyId/report-launch': whatItOpens,
  'POST /api/admin/privacy/actions/:actionId/link': whatItOpens,
  'POST /api/studies/:studyId/reading/hold': writing,
  'POST /api/studies/:studyId/reading/release': writing,
  'PUT /api/studies/:studyId/reading/draft': writing,
  'POST /api/studies/:studyId/reading/key-images': writing,
  'PUT /api/studies/:studyId/reading/key-images': writing,
  'PUT /api/studies/:studyId/reading/annotations': writing,
  'GET /api/download/study/:orthancStudyID/r2-direct': whatItOpens,
  'GET /api/downloads/bulk/:bulkZipId': whatItOpens,
}

describe('every change leaves a trace', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await makeScene()
  })
  afterAll(() => scene.api.stop())

  const lastOf = async (table: typeof auditLog | typeof outbox) => {
    const [row] = await scene.api.db.select({ id: sql<number>`coalesce(max(${table.id}), 0)::int` }).from(table)
    return row?.id ?? 0
  }
  const rowOf = async ({ _id }: Target) => JSON.stringify(await findWorklistRow(scene.api.db, scene.cast.admin, _id))

  /** Makes the call. Returns its additions to audit log and outbox, and whether the study's row has changed. */
  async function tracesOf(example: Example, study: Target) {
    const { db } = scene.api
    const caller = callerOf(scene, example)
    const request = await example.request(scene, study, caller)
    const before = await rowOf(study)
    const [audited, sent] = [await lastOf(auditLog), await lastOf(outbox)]
    const { statusCode } = await scene.api.request(request, caller ?? undefined)
    const entries = await db.select().from(auditLog).where(gt(auditLog.id, audited)).orderBy(asc(auditLog.id))
    const rows = await db.select().from(outbox).where(gt(outbox.id, sent)).orderBy(asc(outbox.id))
    return { statusCode, entries, rows, isChanged: (await rowOf(study)) !== before }
  }

  for (const { method, path, leavesTrace } of allEndpoints) {
    if (method === 'GET' && !leavesTrace) continue
    const name = `${method} ${path}`

    it(name, async () => {
      const example = examples[name]
      if (!example) throw new Error('this endpoint has no example: add one to testing/examples')
      const study = await makeTarget(scene)
      const { statusCode, entries, rows, isChanged } = await tracesOf(example, study)
      expect(statusCode).toBe(example.allowed?.status ?? 200)
      const left = [...entries.map(({ action }) => `audit ${action}`), ...rows.map((sent) => `${sent.kind} ${sent.name}`)]
      expect(left).toEqual(leaves[name])
      expect(entries.length > 0 || name in unaudited).toBe(true)
      expect(JSON.stringify([entries, rows])).not.toMatch(secrets)
      // Every page that shows a changed row must be told.
      const isTold = rows.some(({ kind, payload }) => kind === 'live' && JSON.stringify(payload).includes(study._id))
      if (isChanged) expect(isTold).toBe(true)
    })
  }
})
