import type { Readable } from 'node:stream'
import { auditActions, isAuditAction } from '@readroom/contracts/core/audit-actions'
import type { Db } from '@readroom/db/core/client'
import { listStudiesOfSubject } from '@readroom/db/privacy/privacy'
import { listLooks, listPatientFiles, type PatientData } from '@readroom/db/privacy/privacy-export'
import { csvFile, csvLine } from '@readroom/domain/core/csv'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'
import { ObjectNotFound } from '@readroom/storage/object-storage'
import type { JobsContext } from '../core/jobs/context.ts'
import type { ExportFile } from './privacy-export-zip.ts'
import { recordText } from './privacy-record-text.ts'

const LOOKS_AT_ONCE = 1_000

/** Letters, digits and a few signs: what every file system takes. */
const safeName = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 120)

async function looksAsCsv(db: Db, patientRowId: string): Promise<Buffer> {
  const lines = ['Time (UTC),Account,Role,Action,Subject,Id']
  for (let after = 0; ; ) {
    const looks = await listLooks(db, patientRowId, after, LOOKS_AT_ONCE)
    for (const { at, action, person, role, targetType, targetId } of looks) {
      const words = isAuditAction(action) ? auditActions[action][1] : action
      const values = [at.toISOString(), person ?? 'not signed in', role ?? '', words, targetType, targetId]
      lines.push(csvLine(values))
    }
    const last = looks.at(-1)
    if (!last || looks.length < LOOKS_AT_ONCE) return csvFile(lines)
    after = last.id
  }
}

/** Null if the archive is up and does not have the image, or cannot read it. */
async function openImage({ orthanc }: JobsContext, id: string): Promise<Readable | null> {
  try {
    return (await orthanc.openInstanceFile(id)).stream
  } catch (error) {
    const isOfTheFile = error instanceof OrthancNotFound || error instanceof OrthancBadAnswer
    if (isOfTheFile || (error instanceof OrthancDown && error.status !== null)) return null
    throw error
  }
}

async function openObject({ storage }: JobsContext, key: string): Promise<Readable | null> {
  try {
    return (await storage.get(key)).stream
  } catch (error) {
    if (error instanceof ObjectNotFound) return null
    throw error
  }
}

type Images = { folder: string; ids: string[] }

/** Lists the contents of an export, in order. `missing` names studies that the image archive does not have. */
export async function listExportFiles(context: JobsContext, patientRowId: string, data: PatientData) {
  const { db } = context.database
  const studies = await listStudiesOfSubject(db, patientRowId)
  const folders = new Map(studies.map(({ id, studyDate }, index) => [id, `study_${index + 1}_${studyDate ?? 'no-date'}`]))
  const missing: string[] = []
  const images: Images[] = []
  for (const { id, orthancId, imageCount } of studies) {
    const folder = folders.get(id) ?? id
    try {
      images.push({ folder, ids: (await context.orthanc.listStudyInstances(orthancId)).map((instance) => instance.id) })
    } catch (error) {
      if (!(error instanceof OrthancNotFound)) throw error
      if (imageCount > 0) missing.push(`${folder}/images (all ${imageCount}): not in the image archive`)
    }
  }
  const stored = await listPatientFiles(db, patientRowId)
  async function* files(): AsyncGenerator<ExportFile> {
    yield { path: 'record.json', open: async () => Buffer.from(JSON.stringify(data, null, 2)) }
    yield { path: 'record.txt', open: async () => Buffer.from(recordText(data)) }
    yield { path: 'who-looked.csv', open: () => looksAsCsv(db, patientRowId) }
    for (const { studyId, kind, fileName, key } of stored)
      yield { path: `${folders.get(studyId) ?? 'other'}/${kind}s/${safeName(fileName)}`, open: () => openObject(context, key) }
    for (const { folder, ids } of images)
      for (const [index, id] of ids.entries())
        yield { path: `${folder}/images/${String(index + 1).padStart(5, '0')}.dcm`, open: () => openImage(context, id) }
  }
  const total = 4 + stored.length + images.reduce((sum, { ids }) => sum + ids.length, 0)
  return { files: files(), missing, total }
}
