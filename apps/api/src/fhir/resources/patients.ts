import type { Patient } from '@medplum/fhirtypes'
import { humanNames } from '@readroom/contracts/core/person-names'
import { type FhirPatient, listFhirPatients } from '@readroom/db/fhir/fhir-patients'
import { genderOf, type LabSystems, patientIdentifier, referenceTo, systemsOf, unlessBlank, unlessEmpty } from './fhir-codes.ts'
import { valuesOf } from './search/search-token.ts'
import { positionIn, type Searcher } from './search/searcher.ts'

function toPatient(row: FhirPatient, systems: LabSystems): Patient & { id: string } {
  return {
    resourceType: 'Patient',
    id: row.id,
    meta: { lastUpdated: row.changedAt.toISOString() },
    ...unlessEmpty('identifier', patientIdentifier(systems, row.patientId)),
    ...(row.mergedInto !== null && {
      active: false,
      link: [{ other: referenceTo('Patient', row.mergedInto), type: 'replaced-by' as const }],
    }),
    ...unlessEmpty('name', humanNames(row.pn ?? row.name)),
    gender: genderOf(row.sex),
    ...unlessBlank('birthDate', row.birthDate),
  }
}

/** Finds people with a study of the laboratory, and those who were merged into one of them: a client that keeps copies learns of it. */
export const searchPatients: Searcher = async ({ db, labId, base }, search) => {
  const { identifiers, ...page } = search
  const systems = systemsOf(base, labId)
  const patientIds = valuesOf(identifiers, systems.patient)
  const rows = await listFhirPatients(db, { ...page, labId, patientIds })
  return rows.map((row) => ({
    resource: toPatient(row, systems),
    position: positionIn(search, { ...row, arrivedAt: row.createdAt }),
  }))
}
