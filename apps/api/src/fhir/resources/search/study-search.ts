import type { StudyPage } from '@readroom/db/fhir/fhir-studies'
import { dicomUids, type LabSystems } from '../fhir-codes.ts'
import { isOfSystem } from './search-token.ts'
import type { Search } from './searcher.ts'

const uidPrefix = 'urn:oid:'

/** Returns the page of studies that a search asks for. Null if the identifier is of a system that no study has a number of. */
export function studyPageOf(labId: string, { identifier, patient, ...page }: Search, systems: LabSystems): StudyPage | null {
  const asked = { ...page, labId, patientRowId: patient }
  if (!identifier) return asked
  const { value } = identifier
  if (value.startsWith(uidPrefix) && isOfSystem(identifier, dicomUids)) {
    return { ...asked, studyInstanceUid: value.slice(uidPrefix.length) }
  }
  return isOfSystem(identifier, systems.accession) ? { ...asked, accessionNumber: value } : null
}
