import type { StudyNumber, StudyPage } from '@readroom/db/fhir/fhir-studies'
import { dicomUids, type LabSystems } from '../fhir-codes.ts'
import { isOfSystem, valuesOf } from './search-token.ts'
import type { Search } from './searcher.ts'

const uidPrefix = 'urn:oid:'

/** Returns the page of studies that a search asks for. One with an empty list of numbers finds none: no study has a number of that system. */
export function studyPageOf(
  labId: string,
  { identifiers, patient, patientIdentifiers, ...page }: Search,
  systems: LabSystems,
): StudyPage {
  const asked = { ...page, labId, patientRowId: patient, patientIds: valuesOf(patientIdentifiers, systems.patient) }
  if (!identifiers) return asked
  const numbers = identifiers.flatMap((token): StudyNumber[] => {
    if (token.value.startsWith(uidPrefix) && isOfSystem(token, dicomUids))
      return [{ studyInstanceUid: token.value.slice(uidPrefix.length) }]
    return isOfSystem(token, systems.accession) ? [{ accessionNumber: token.value }] : []
  })
  return { ...asked, numbers }
}
