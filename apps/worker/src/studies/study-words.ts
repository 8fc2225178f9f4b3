/** A study as emails to its laboratory name it. */
export type NamedStudy = { studyId: string; labName: string; accessionNumber: string | null }

/** Returns a study's name in emails to its laboratory: never the patient, nor a whole accession number. */
export const studyWords = ({ labName, accessionNumber }: Omit<NamedStudy, 'studyId'>): string =>
  `${labName}, ${accessionNumber ? `accession ends ${accessionNumber.slice(-4)}` : 'without an accession number'}`
