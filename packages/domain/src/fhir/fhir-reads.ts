import type { FhirResourceType } from '@readroom/contracts/fhir/fhir-resources'
import { type AuditEntry, audit, auditEach } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { hasReadImages } from '@readroom/db/fhir/fhir-images'

type FhirRead = {
  resource: FhirResourceType
  interaction: 'read' | 'search'
  /** Names of search parameters. Their values may be patient data, which the audit log never holds. */
  parameters: readonly string[]
  found: readonly { id: string; record?: { type: 'study' | 'patient'; id: string } }[]
}

/** The records of the audit log that these resources are. The others tell of no patient. */
const recordOf: Partial<Record<FhirResourceType, string>> = {
  Patient: 'patient',
  ImagingStudy: 'study',
  DiagnosticReport: 'study',
  ServiceRequest: 'order',
}

/**
 * Records what a client read: an entry for each patient's record, so that the log of a study or patient has it; else one for the client, also if it
 * found nothing.
 */
export async function recordFhirRead(tx: Tx, client: { clientId: string; address: string }, read: FhirRead): Promise<void> {
  const { found, ...how } = read
  const type = recordOf[read.resource]
  const records = found.flatMap(({ id, record }) => record ?? (type === undefined ? [] : { type, id }))
  const details = { ...how, clientId: client.clientId }
  const entries: AuditEntry[] =
    records.length === 0
      ? [
          {
            action: 'fhir.read',
            target: { type: 'fhir_client', id: client.clientId },
            details: { ...how, ids: found.map(({ id }) => id) },
          },
        ]
      : records.map((target) => ({ action: 'fhir.read', target, details }))
  await auditEach(tx, { userId: null, address: client.address }, entries)
}

type FhirFile = {
  action: 'report.downloaded' | 'document.downloaded'
  target: { type: 'study' | 'patient'; id: string }
  id: string
}

/** Records that a client took a file, as the download of an account is recorded. It moves no status. */
export async function recordFhirFileTaken(
  tx: Tx,
  client: { clientId: string; address: string },
  { action, target, id }: FhirFile,
): Promise<void> {
  const of = action === 'report.downloaded' ? { reportId: id } : { documentId: id }
  await auditEach(tx, { userId: null, address: client.address }, [
    { action, target, details: { ...of, clientId: client.clientId } },
  ])
}

/** A study's images are hundreds of requests. Those within this time are one look. */
const LOOK_MS = 10 * 60_000

/** Records in the audit log that a client reads the images of a study. */
export async function recordFhirImagesRead(
  tx: Tx,
  client: { clientId: string; address: string },
  studyId: string,
): Promise<void> {
  const action = 'fhir.images_read'
  const { clientId, address } = client
  if (await hasReadImages(tx, { clientId, studyId, action, since: new Date(Date.now() - LOOK_MS) })) return
  await audit(tx, { userId: null, address }, { action, target: { type: 'study', id: studyId }, details: { clientId } })
}
