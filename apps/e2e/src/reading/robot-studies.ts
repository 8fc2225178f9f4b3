import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import { readingTemplateEndpoints } from '@readroom/contracts/reading/reading-templates'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import type { Db } from '@readroom/db/core/client'
import type { ApiSession } from '@readroom/demo/api-client'
import type { DicomFile } from '@readroom/demo/dicom/make-study'
import { toContent } from '@readroom/report/content'
import { reportSchema } from '@readroom/report/schema'
import { sectionsOf } from '@readroom/report/sections'
import type { Stage } from '../core/people.ts'
import { seedReading } from '../core/reading.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import type { System } from '../core/system.ts'
import { robotFields } from './robot-fields.ts'
import { createTyped, fieldSection } from './robot-typed.ts'

/** A study that the robot reads. */
export type RobotStudy = {
  row: WorklistRow
  /** Images of it that the archive does not have yet. */
  later: DicomFile[]
}

type Bringing = { system: System; stage: Stage; db: Db; adminApi: ApiSession }

/** The description of the studies, and the word that selects the template. */
const description = 'Robot'
const date = '2026-11-20'

const paragraph = (text: string) => reportSchema.node('paragraph', null, text === '' ? [] : [reportSchema.text(text)])
const fields = robotFields.map(({ field }) => reportSchema.node('field', field))

/** A report with a text in each section, and empty fields. */
const contentOf = (texts: readonly string[]): ReportContent =>
  toContent(
    reportSchema.node(
      'doc',
      null,
      sectionsOf.original.begins.map((id, section) =>
        reportSchema.node('section', { id }, [...(section === fieldSection ? fields : []), paragraph(texts[section] ?? '')]),
      ),
    ),
  )

/** The doctor's own template, which all of the robot's studies begin with. */
export async function addRobotTemplate(doctor: ApiSession): Promise<void> {
  const place = { scope: 'doctor', labId: null } as const
  const fits = { modalities: ['CT'], words: [description], sex: null, kind: 'original', isDefault: false } as const
  await doctor.call(readingTemplateEndpoints.create, {
    body: { ...place, ...fits, name: 'Robot', content: contentOf([]) },
  })
}

/** A study for both doctors of the stage: from the scanner with the first of three images, or without images. */
export async function bringStudy(bringing: Bringing, hasImages: boolean): Promise<RobotStudy> {
  const { system, stage, db, adminApi } = bringing
  const doctors = [stage.doctor, stage.secondDoctor]
  if (!hasImages) {
    const patientName = `Robot ${randomUUID().slice(0, 8)}`
    return { row: await seedReading(bringing, doctors, { description, patientName }), later: [] }
  }
  const { uid, files } = makePhantom('Robot').prior(date, description)
  const [first, ...later] = [...files()]
  await sendFiles(system, stage.aeTitle, first ? [first] : [])
  const row = await untilSettled({ db, adminApi }, uid)
  await assignTo(adminApi, row, ...doctors)
  return { row, later }
}

/** Sends the next image of a study, and waits until the worker has taken it in. False if there is none. */
export async function sendLate({ row, later }: RobotStudy, { system, stage, adminApi }: Bringing): Promise<boolean> {
  const file = later.shift()
  if (!file) return false
  const count = async () => (await adminApi.call(studyEndpoints.one, { params: { studyId: row._id } })).study.numberOfImages
  const before = await count()
  await sendFiles(system, stage.aeTitle, [file])
  while ((await count()) <= before) await setTimeout(200)
  return true
}

/** A draft of the other doctor, which the robot must never sign unread. */
const unread = ['', '', '', 'Written by somebody else.', 'Nobody has read this.']

/** Leaves a draft of the other doctor in a study; returns what stands in it. */
export async function leaveUnread(other: ApiSession, { row }: RobotStudy) {
  const params = { studyId: row._id }
  const windowId = randomUUID()
  const { fence } = await other.call(readingEndpoints.hold, { params, body: { windowId } })
  const body = { windowId, fence, revision: 0, kind: 'original' as const, content: contentOf(unread) }
  const { revision } = await other.call(readingEndpoints.save, { params, body })
  await other.call(readingEndpoints.putAway, { params, body: { windowId, fence, revision } })
  return createTyped({ texts: unread, fields: robotFields.map(() => '') })
}
