import type { CodeableConcept, Identifier, Meta } from '@medplum/fhirtypes'
import type { FhirResourceType } from '@readroom/contracts/fhir/fhir-resources'

const identifierType = (code: 'MR' | 'ACSN' | 'PLAC' | 'FILL'): CodeableConcept => ({
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code }],
})

/** The systems of a laboratory's own numbers: two laboratories may give the same number. */
export const systemsOf = (base: string, labId: string) => ({
  patient: `${base}/laboratories/${labId}/patients`,
  accession: `${base}/laboratories/${labId}/accessions`,
  placer: `${base}/laboratories/${labId}/placer-orders`,
  filler: `${base}/laboratories/${labId}/filler-orders`,
})
export type LabSystems = ReturnType<typeof systemsOf>

/** The system of DICOM's codes. */
export const dicomCodes = 'http://dicom.nema.org/resources/ontology/DCM'

/** The system of DICOM UIDs. */
export const dicomUids = 'urn:dicom:uid'

/** Returns an identifier without the parts that are not known. None for a missing or empty value. */
function identifierOf(code: 'MR' | 'ACSN' | 'PLAC' | 'FILL', system: string, value: string | null): Identifier[] {
  const text = value?.trim() ?? ''
  return text === '' ? [] : [{ type: identifierType(code), system, value: text }]
}

export const patientIdentifier = (systems: LabSystems, value: string | null) => identifierOf('MR', systems.patient, value)
export const accessionIdentifier = (systems: LabSystems, value: string | null) => identifierOf('ACSN', systems.accession, value)
export const placerIdentifier = (systems: LabSystems, value: string | null) => identifierOf('PLAC', systems.placer, value)
export const fillerIdentifier = (systems: LabSystems, value: string | null) => identifierOf('FILL', systems.filler, value)

/** Returns a relative reference to a resource of this server. */
export const referenceTo = (type: FhirResourceType, id: string): { reference: string } => ({ reference: `${type}/${id}` })

/** Returns the field under its name, or nothing if it has no elements: FHIR has no empty lists. */
export const unlessEmpty = <K extends string, T>(name: K, values: readonly T[]): { [P in K]?: T[] } => {
  const field: { [P in K]?: T[] } = {}
  if (values.length > 0) field[name] = [...values]
  return field
}

/** Returns the text under its name, or nothing if it is empty: FHIR has no empty strings. */
export const unlessBlank = <K extends string>(name: K, value: string | null): { [P in K]?: string } => {
  const field: { [P in K]?: string } = {}
  const text = value?.trim() ?? ''
  if (text !== '') field[name] = text
  return field
}

/** FHIR's codes of sexes. */
const genders = { M: 'male', F: 'female', O: 'other' } as const
export const genderOf = (sex: 'M' | 'F' | 'O' | null): 'male' | 'female' | 'other' | 'unknown' => (sex ? genders[sex] : 'unknown')

/** Says with a study and its report that images name several people, until an administrator has decided whose they are. */
export const trustIn = ({ severalPeopleAt }: { severalPeopleAt: Date | null }): Pick<Meta, 'security'> =>
  severalPeopleAt === null
    ? {}
    : {
        security: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue',
            code: 'UNCERTREL',
            display: 'uncertain reliability',
          },
        ],
      }
