import { AppError } from '@readroom/contracts/core/errors'
import { fhirEndpoints as endpoints } from '@readroom/contracts/fhir/fhir-resources'
import type { Db } from '@readroom/db/core/client'
import { listFhirPatientDocuments, listFhirReportFiles } from '@readroom/db/fhir/fhir-documents'
import { isStanding } from '@readroom/db/reports/reports'
import { recordFhirFileTaken } from '@readroom/domain/fhir/fhir-reads'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { describeStored, sendStored } from '../../core/http/files/send-stored.ts'
import { mount } from '../../core/http/mount.ts'
import { requireClient } from '../access-token.ts'

/** Returns the file of a DocumentReference of the laboratory, with its entry of the audit log. Throws RESOURCE_NOT_FOUND, REPORT_WITHDRAWN. */
async function findFile(db: Db, labId: string, id: string) {
  const page = { labId, ids: [id], limit: 1 }
  const [found] = await listFhirReportFiles(db, page)
  if (found) {
    const { report } = found
    if (!isStanding(report)) throw new AppError('REPORT_WITHDRAWN')
    const target = { type: 'study' as const, id: report.studyId }
    return { file: fileOf(report, 'report'), taken: { action: 'report.downloaded' as const, target, id } }
  }
  const [document] = await listFhirPatientDocuments(db, page)
  if (!document) throw new AppError('RESOURCE_NOT_FOUND')
  const target = { type: 'patient' as const, id: document.patientRowId }
  return { file: fileOf(document, 'document'), taken: { action: 'document.downloaded' as const, target, id } }
}

type Stored = { objectKey: string; fileName: string; contentType: string; sizeBytes: number | null }

const fileOf = ({ objectKey, fileName, contentType, sizeBytes }: Stored, owner: string) => ({
  key: objectKey,
  fileName,
  contentType,
  size: sizeBytes ?? 0,
  owner,
})

/** Serves the files of DocumentReferences as they are stored. */
export function binaryRoutes(app: FastifyInstance, context: Context): void {
  const { db, storage } = context
  mount(
    app,
    context,
    endpoints.binary,
    async ({ request, params, reply }) => {
      const client = requireClient(request, 'DocumentReference')
      const { file, taken } = await findFile(db, client.labId, params.id)
      return sendStored({ request, reply }, storage, file, () => db.transaction((tx) => recordFhirFileTaken(tx, client, taken)))
    },
    async ({ request, params, reply }) => {
      const { labId } = requireClient(request, 'DocumentReference')
      return describeStored(reply, (await findFile(db, labId, params.id)).file)
    },
  )
}
