/** The fields that a Word template can name in braces, and their values. Unknown values print as nothing. */
export const textFields = {
  labName: 'Name of the laboratory',
  labAddress: 'Address of the laboratory, a line each',
  labPhone: 'Telephone number of the laboratory',
  labEmail: 'Email address of the laboratory',
  salutation: 'Mr, Mrs, Ms or Dr',
  patientName: 'Name of the patient',
  patientId: "Number in the laboratory's books",
  age: 'Age at the study, such as 45Y',
  gender: 'M, F or Other',
  dateOfBirth: 'Date of birth, dd-mm-yyyy',
  accessionNumber: 'Accession number',
  examDescription: 'Exam description',
  modality: 'Modalities, such as CT',
  studyDate: 'Date of the study, dd-mm-yyyy',
  seriesCount: 'Number of series',
  imageCount: 'Number of images',
  center: 'Institution that made the images',
  priorityLevel: 'NORMAL, HIGH, URGENT, STAT or EMERGENCY',
  caseType: 'routine, urgent, emergency or stat',
  referringPhysician: 'Referring physician',
  clinicalHistory: 'Clinical history',
  previousInjury: 'Previous injury',
  previousSurgery: 'Previous surgery',
  doctorName: 'Name of the reporting doctor',
  doctorQualifications: 'Qualifications of the doctor, separated by commas',
  doctorSpecialization: 'Specialization of the doctor',
  doctorLicenseNumber: 'License number of the doctor',
  generatedDate: 'Day on which the document is made, dd-mm-yyyy',
} as const
export type TextField = keyof typeof textFields

export const imageFields = { doctorSignature: 'Signature of the reporting doctor, as an image' } as const
export type ImageField = keyof typeof imageFields

export type MergeField = TextField | ImageField

/** `{name}` prints a field; what stands between `{#name}` and `{/name}` stays if the field is known. */
export const mergeFields: Record<MergeField, string> = { ...textFields, ...imageFields }
