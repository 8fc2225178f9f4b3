import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import dcmjs from 'dcmjs'
import { uidOfUuid } from '../uids.ts'

const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1'
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7'

/** A UID that nobody else has. */
export const newUid = () => uidOfUuid(randomUUID())

/** A small DICOM file without pixels, of a study, series and patient of its own; every tag may be replaced by keyword. */
export function makeImage(tags: Record<string, unknown> = {}): Buffer {
  const { SOPInstanceUID = newUid() } = tags
  const meta = {
    MediaStorageSOPClassUID: SECONDARY_CAPTURE,
    MediaStorageSOPInstanceUID: SOPInstanceUID,
    TransferSyntaxUID: EXPLICIT_LITTLE_ENDIAN,
  }
  const dataset = {
    _meta: Object.fromEntries(Object.entries(meta).map(([name, value]) => [name, { vr: 'UI', Value: [value] }])),
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: SECONDARY_CAPTURE,
    SOPInstanceUID,
    StudyInstanceUID: newUid(),
    SeriesInstanceUID: newUid(),
    PatientID: randomUUID().slice(0, 8),
    PatientName: 'Sample^Patient',
    Modality: 'CT',
    ...tags,
  }
  return Buffer.from(dcmjs.data.datasetToDict(dataset).write())
}
