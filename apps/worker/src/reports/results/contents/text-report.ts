import { documentClasses } from '@readroom/contracts/reports/results'
import { coded, container, item, language, personObserver } from '../../structured-content.ts'
import type { ResultReport } from './result-report.ts'

/** Behind the report's document and its measurements. */
const seriesNumber = '9002'

type About = {
  seriesInstanceUid: string
  sopInstanceUid: string
  number: number
  date: string
  time: string
  title: string
  /** Empty: nobody signed it here. */
  signer: string
  /** Those who wrote the text. Empty if the signer alone did. */
  writers: readonly string[]
  organization: string
  /** The instance that this one replaces, with its study and series. */
  predecessors: readonly object[] | undefined
}

type Text = ResultReport['texts'][number]

/** A section with its text (PS3.16 TID 2002). */
const section = ({ loinc, title, text, isImpression }: Text) =>
  container(
    'CONTAINS',
    [loinc, 'LN', title],
    [
      item('CONTAINS', 'TEXT', isImpression ? ['121077', 'DCM', 'Conclusion'] : ['121071', 'DCM', 'Finding'], {
        TextValue: text,
      }),
    ],
  )

const verifiedBy = ({ signer, organization, date, time }: About) => ({
  VerificationFlag: 'VERIFIED',
  VerifyingObserverSequence: [
    {
      VerifyingOrganization: organization,
      VerificationDateTime: `${date}${time}`,
      VerifyingObserverName: signer,
      VerifyingObserverIdentificationCodeSequence: [],
    },
  ],
})

/** Names those who wrote the text (PS3.3 C.17.2). */
const writtenBy = ({ writers, organization }: About) =>
  writers.map((name) => ({
    ObserverType: 'PSN',
    PersonName: name,
    PersonIdentificationCodeSequence: [],
    InstitutionName: organization,
    InstitutionCodeSequence: [],
  }))

/** Returns the attributes of a Basic Diagnostic Imaging Report (PS3.16 TID 2000) by keyword, without those of patient and study. */
export function textReport({ kind, texts }: ResultReport, about: About): Record<string, unknown> {
  const { seriesInstanceUid, sopInstanceUid, number, date, time, title, signer, predecessors } = about
  const isFinal = kind !== 'preliminary' && kind !== 'withdrawn'
  return {
    SOPClassUID: documentClasses.sr,
    SeriesInstanceUID: seriesInstanceUid,
    SOPInstanceUID: sopInstanceUid,
    Modality: 'SR',
    SeriesNumber: seriesNumber,
    SeriesDescription: 'Radiology report',
    SeriesDate: date,
    SeriesTime: time,
    InstanceNumber: String(number),
    ContentDate: date,
    ContentTime: time,
    Manufacturer: 'Readroom',
    CompletionFlag: 'COMPLETE',
    CompletionFlagDescription: title,
    PreliminaryFlag: kind === 'preliminary' ? 'PRELIMINARY' : 'FINAL',
    ...(isFinal && signer !== '' ? verifiedBy(about) : { VerificationFlag: 'UNVERIFIED' }),
    ...(about.writers.length > 0 && { AuthorObserverSequence: writtenBy(about) }),
    ...(predecessors && { PredecessorDocumentsSequence: predecessors }),
    PerformedProcedureCodeSequence: [],
    ReferencedPerformedProcedureStepSequence: [],
    ValueType: 'CONTAINER',
    ConceptNameCodeSequence: coded(['18748-4', 'LN', 'Diagnostic imaging report']),
    ContinuityOfContent: 'SEPARATE',
    ContentTemplateSequence: [{ MappingResource: 'DCMR', TemplateIdentifier: '2000' }],
    ContentSequence: [
      language('en', 'English'),
      ...(signer === '' ? [] : personObserver(signer)),
      ...texts.filter(({ text }) => text.trim() !== '').map(section),
    ],
  }
}
