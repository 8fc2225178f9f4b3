import { humanNames } from '@readroom/contracts/core/person-names'
import { listFhirPractitioners } from '@readroom/db/fhir/fhir-reports'
import type { Searcher } from './search/searcher.ts'

/** Finds the doctors who wrote reports that the laboratory's staff see. */
export const searchPractitioners: Searcher = async ({ db, labId }, page) => {
  const rows = await listFhirPractitioners(db, { ...page, labId })
  return rows.map(({ id, name, personName, createdAt, updatedAt }) => ({
    resource: {
      resourceType: 'Practitioner',
      id,
      meta: { lastUpdated: updatedAt.toISOString() },
      name: personName === null ? [{ text: name }] : humanNames(personName),
    },
    position: { receivedAt: createdAt, id },
  }))
}
