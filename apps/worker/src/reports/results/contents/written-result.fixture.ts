import type { OrderOfResult } from '@readroom/db/reports/result-facts'
import type { ResultReport } from './result-report.ts'

const text = (loinc: string, title: string, words: string, isImpression = false) => ({
  loinc,
  title,
  part: 1,
  text: words,
  isImpression,
})
const study = {
  studyInstanceUid: '1.2.3',
  accessionNumber: 'A|C^7',
  description: 'CT Schädel',
  modalities: ['CT'],
  studyDate: '2026-11-20',
  studyTime: '14:03:07',
  referringPhysician: null,
}
/** The order of the report. */
export const orderOfResult: OrderOfResult = {
  id: 'o',
  accessionNumber: 'A|C^7',
  studyInstanceUid: null,
  placerNumber: 'P-1',
  placerAuthority: 'HIS',
  fillerNumber: 'F-2',
  fillerAuthority: null,
  procedureId: 'RP1',
  procedureCode: 'CTHEAD',
  procedureCodingSystem: 'L',
  procedureDescription: 'CT head',
  orderingPhysician: 'Lovelace^Ada',
  orderingPhysicianNumber: { number: '7101', authority: 'NORTH' },
  visit: {
    patientClass: 'I',
    location: ['WARD 3', '12'],
    number: { number: 'V1', authority: 'NORTH' },
    account: { number: 'ACCT-1', authority: null },
  },
  patientIds: [
    { id: 'PID_1', authority: 'NORTH', type: 'MR' },
    { id: '42', authority: 'STATE', type: 'NI' },
  ],
  patientName: 'Bullerå^Søren',
  patientBirthDate: '1970-01-31',
  patientSex: 'M',
}

/** A report with all that a report can have. */
export const writtenResult: ResultReport = {
  kind: 'final',
  facts: {
    reportId: 'r',
    number: 1,
    versionId: 'v',
    reportedAt: new Date(),
    fileName: 'report.pdf',
    contentType: 'application/pdf',
    objectKey: 'k',
    sha256: 's',
    isWithdrawn: false,
    uploaded: null,
    labIdentifier: 'NORTH',
    study: {
      ...study,
      id: 's',
      patientId: 'PID_1',
      patientName: 'Bullerå Søren',
      patientPn: 'Bullerå^Søren',
      referringPn: null,
      patientBirthDate: '1970-01-31',
      patientSex: 'M',
    },
  },
  patient: { id: 'PID_1', name: 'Bullerå Søren', pn: 'Bullerå^Søren', birthDate: '1970-01-31', sex: 'M' },
  study,
  orders: [orderOfResult],
  signer: 'Dr Ann Reader',
  writers: [],
  assistants: [],
  signedAt: new Date('2026-11-20T15:00:00Z'),
  number: 1,
  texts: [text('59776-5', 'Findings', 'A & B | C ^ D ~ E \\ F'), text('19005-8', 'Impression', 'Größe 3 cm', true)],
  criticalCategory: 1,
}
