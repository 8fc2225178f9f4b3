import { dicomStatement } from './dicom-statement.ts'
import { fhirStatement } from './fhir-statement.ts'
import { hl7Statement } from './hl7-statement.ts'

const folder = new URL('../../../../../docs/conformance/', import.meta.url)

/** The conformance statements, each with the file that it belongs in. */
export const statements = [
  { name: 'HL7', file: new URL('hl7.md', folder), print: hl7Statement },
  { name: 'DICOM', file: new URL('dicom.md', folder), print: dicomStatement },
  { name: 'FHIR', file: new URL('fhir.md', folder), print: fhirStatement },
]
