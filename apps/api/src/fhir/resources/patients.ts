import type { Patient } from '@medplum/fhirtypes'
import { type FhirPatient, listFhirPatients } from '@readroom/db/fhir/fhir-patients'
import { genderOf, type LabSystems, patientIdentifier, systemsOf, unlessBlank, unlessEmpty } from './fhir-codes.ts'
import { isOfSystem } from './search/search-token.ts'
import { positionIn, type Searcher } from './search/searcher.ts'

function toPatient(row: FhirPatient, systems: LabSystems): Patient & { id: string } {
  const name = row.name?.trim() ?? ''
  return {
    resourceType: 'Patient',
    id: row.id,
    meta: { lastUpdated: row.changedAt.toISOString() },
    ...unlessEmpty('identifier', patientIdentifier(systems, row.patientId)),
    ...unlessEmpty('name', name === '' ? [] : [{ text: name }]),
    gender: genderOf(row.sex),
    ...unlessBlank('birthDate', row.birthDate),
  }
}

/** Finds people with a study of the laboratory. */
export const searchPatients: Searcher = async ({ db, labId, base }, search) => {
  const { identifiers, ...page } = search
  const systems = systemsOf(base, labId)
  const patientIds = identifiers?.filter((token) => isOfSystem(token, systems.patient)).map(({ value }) => value)
  const rows = await listFhirPatients(db, { ...page, labId, patientIds })
  return rows.map((row) => ({
    resource: toPatient(row, systems),
    position: positionIn(search, { ...row, arrivedAt: row.createdAt }),
  }))
}
