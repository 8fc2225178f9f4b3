/** A PDF as an instance of a study. `number`: its place in its series; `date` as DICOM's DA, `time` as its TM, both of the clinic's clock. */
export type EncapsulatedPdf = {
  pdf: Buffer
  seriesInstanceUid: string
  sopInstanceUid: string
  title: string
  number: number
  date: string
  time: string
}

/** Series are shown in the order of their numbers: behind those of pictures. */
const seriesNumber = '9000'

/** Encapsulated PDF Storage. */
export const encapsulatedPdfClass = '1.2.840.10008.5.1.4.1.1.104.1'

/** Returns the attributes of an Encapsulated PDF (PS3.3 sections A.45.1 and C.24) by keyword, without its bytes, patient and study. */
export const encapsulatedPdfTags = ({ pdf, seriesInstanceUid, sopInstanceUid, title, number, date, time }: EncapsulatedPdf) => ({
  SeriesInstanceUID: seriesInstanceUid,
  SOPInstanceUID: sopInstanceUid,
  Modality: 'DOC',
  SeriesNumber: seriesNumber,
  SeriesDescription: 'Radiology report',
  SeriesDate: date,
  SeriesTime: time,
  InstanceNumber: String(number),
  ContentDate: date,
  ContentTime: time,
  AcquisitionDateTime: '',
  ConversionType: 'WSD',
  // Name and date of birth stand in it.
  BurnedInAnnotation: 'YES',
  Manufacturer: 'Readroom',
  DocumentTitle: title,
  EncapsulatedDocumentLength: String(pdf.length),
  ConceptNameCodeSequence: [{ CodeValue: '18748-4', CodingSchemeDesignator: 'LN', CodeMeaning: 'Diagnostic imaging study' }],
})

/**
 * Returns the body for Orthanc's `/tools/create-dicom` that makes an Encapsulated PDF. Orthanc copies patient and study from the study itself, so that
 * the instance can belong to no other; `Force` lets us name the instance beforehand.
 */
export const encapsulatedPdfRequest = (study: string, document: EncapsulatedPdf): string =>
  JSON.stringify({
    Parent: study,
    Force: true,
    Content: `data:application/pdf;base64,${document.pdf.toString('base64')}`,
    Tags: encapsulatedPdfTags(document),
  })
