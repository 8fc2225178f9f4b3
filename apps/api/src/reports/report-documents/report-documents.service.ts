import { AppError } from '@readroom/contracts/core/errors'
import { reportFileTypes } from '@readroom/contracts/reports/reports'
import { createTicket, peekTicket, ticketSeconds, useTicket } from '@readroom/db/access/tickets'
import type { Actor } from '@readroom/db/core/actor'
import { readStudyDetails } from '@readroom/db/patients/patient-record'
import { type DoctorWithAccount, findDoctorWithAccount } from '@readroom/db/people/doctors'
import { findLastAssignedDoctor, readReportSubject } from '@readroom/db/reports/report-subject'
import { findTemplateOf } from '@readroom/db/reports/report-templates'
import { findStudy, type StudyRow } from '@readroom/db/studies/studies'
import { studyName } from '@readroom/domain/images/zip-names'
import { findClinicalHistory } from '@readroom/domain/orders/clinical-history'
import { recordGenerated } from '@readroom/domain/reports/report-documents'
import { fillTemplate } from '@readroom/word/fill-template'
import type { Context } from '../../core/context.ts'
import { findAdmitted } from '../../core/http/session.ts'
import { type Particulars, toMergeValues } from './merge-values.ts'
import { readSignature, readTemplate } from './stored-parts.ts'

const purpose = 'report-launch'

export type Described = { fileName: string; contentType: string }
type Launched = { actor: Actor; studyId: string }

const describe = (study: StudyRow): Described => ({
  fileName: `Report_${studyName(study)}.docx`,
  contentType: reportFileTypes.docx,
})

export function createReportDocumentService(context: Pick<Context, 'db' | 'config' | 'settings' | 'storage'>) {
  const { db, config, settings, storage } = context

  /** Finds a study that the account sees itself. A prior can be read, but not reported. */
  async function findOwn(actor: Actor, studyId: string): Promise<StudyRow> {
    const study = await findStudy(db, actor, studyId)
    if (!study) throw new AppError('STUDY_NOT_FOUND')
    return study
  }

  /** Returns the doctor who writes the report: the doctor's own account, or for others the last assigned doctor. */
  async function findReporter(actor: Actor, studyId: string): Promise<DoctorWithAccount | null> {
    const doctorId = actor.doctorId ?? (await findLastAssignedDoctor(db, studyId))
    return doctorId === null ? null : findDoctorWithAccount(db, doctorId)
  }

  async function readParticulars(actor: Actor, study: StudyRow): Promise<Particulars> {
    const doctor = await findReporter(actor, study.id)
    const today = new Intl.DateTimeFormat('sv', { timeZone: settings.now().clinicTimeZone }).format(new Date())
    return {
      study,
      doctor,
      today,
      clinicalHistory: (await findClinicalHistory(db, study)).text,
      details: await readStudyDetails(db, study.id),
      subject: await readReportSubject(db, study),
      signature: await readSignature(storage, doctor?.profile.signatureKey ?? null),
    }
  }

  async function openLaunch(ticket: Awaited<ReturnType<typeof useTicket>>): Promise<Launched> {
    const [actor] = ticket ? await findAdmitted(context, [ticket.sessionId]) : []
    if (!actor || !ticket?.studyId) throw new AppError('LINK_EXPIRED')
    return { actor, studyId: ticket.studyId }
  }

  function launchUrl(studyId: string, ticket: string): string {
    const documentUrl = new URL(`/api/report-launch/${ticket}`, config.PUBLIC_URL).href
    const values: Record<string, string> = { studyId, ticket, documentUrl }
    return config.REPORT_LAUNCH_URL_TEMPLATE.replace(/\{(\w+)\}/g, (whole, name: string) =>
      encodeURIComponent(values[name] ?? whole),
    )
  }

  return {
    /** Makes the document and records that the account took it. */
    async generate(actor: Actor, studyId: string): Promise<Described & { bytes: Buffer }> {
      const study = await findOwn(actor, studyId)
      const particulars = await readParticulars(actor, study)
      const bytes = await fillTemplate(await readTemplate(storage, await findTemplateOf(db, study)), toMergeValues(particulars))
      const doctorId = particulars.doctor?.profile.id ?? null
      await db.transaction((tx) => recordGenerated(tx, actor, { studyId, doctorId }))
      return { ...describe(study), bytes }
    },

    /** Describes the document that `generate` would return. */
    look: async (actor: Actor, studyId: string): Promise<Described> => describe(await findOwn(actor, studyId)),

    /** Returns the desktop program's link. It never carries the session's token. */
    async launch(actor: Actor, studyId: string) {
      await findOwn(actor, studyId)
      const ticket = await createTicket(db, { purpose, sessionId: actor.sessionId, studyId })
      return { ticket, url: launchUrl(studyId, ticket), expiresIn: `${ticketSeconds[purpose]}s` }
    },

    /** Uses up the ticket of a launch link. The account's access is checked again. */
    useLaunch: async (secret: string) => openLaunch(await useTicket(db, secret, purpose)),

    /** Reads the ticket of a launch link, which stays valid. */
    peekLaunch: async (secret: string) => openLaunch(await peekTicket(db, secret, purpose)),
  }
}
