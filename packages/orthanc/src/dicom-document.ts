import { Buffer } from 'node:buffer'
import dcmjs from 'dcmjs'
import type { Tags } from './answers.ts'

const explicitLittleEndian = '1.2.840.10008.1.2.1'
/** Readroom, as the program that wrote a file. */
const implementationClass = '2.25.22143956418372951889347803342494224088'

/** The attributes that a document shares with the images of its study: patient and study modules, by keyword. */
const common = [
  'PatientName',
  'PatientID',
  'IssuerOfPatientID',
  'PatientBirthDate',
  'PatientSex',
  'PatientAge',
  'StudyInstanceUID',
  'StudyDate',
  'StudyTime',
  'StudyID',
  'AccessionNumber',
  'StudyDescription',
  'ReferringPhysicianName',
] as const

const readable = (uid: unknown) => ({ vr: 'UI', Value: [uid] })

/**
 * A DICOM file without pixels (PS3.10), in UTF-8: `attributes` by keyword, among them SOPClassUID and SOPInstanceUID, with patient and study as an image of
 * the study says them.
 */
export function writeDocument(image: Tags, attributes: Readonly<Record<string, unknown>>): Buffer {
  const copied = Object.fromEntries(common.flatMap((name) => (image[name] === undefined ? [] : [[name, image[name]]])))
  const dataset = {
    _meta: {
      FileMetaInformationVersion: { vr: 'OB', Value: [Uint8Array.of(0, 1).buffer] },
      ImplementationClassUID: readable(implementationClass),
      MediaStorageSOPClassUID: readable(attributes.SOPClassUID),
      MediaStorageSOPInstanceUID: readable(attributes.SOPInstanceUID),
      TransferSyntaxUID: readable(explicitLittleEndian),
    },
    ...copied,
    ...attributes,
    SpecificCharacterSet: 'ISO_IR 192',
  }
  return Buffer.from(dcmjs.data.datasetToDict(dataset).write())
}
