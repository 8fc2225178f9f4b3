import type { Coding, ImagingStudy, ImagingStudySeries } from '@medplum/fhirtypes'
import { type FhirMatch, listFhirMatches } from '@readroom/db/fhir/fhir-orders'
import { type FhirSeries, listFhirSeries, listFhirStudies } from '@readroom/db/fhir/fhir-studies'
import type { StudyRow } from '@readroom/db/studies/studies'
import {
  accessionIdentifier,
  dicomUids,
  type LabSystems,
  referenceTo,
  systemsOf,
  unlessBlank,
  unlessEmpty,
} from './fhir-codes.ts'
import type { Searcher } from './searcher.ts'
import { studyPageOf } from './study-search.ts'

const modalityCoding = (code: string): Coding => ({ system: 'http://dicom.nema.org/resources/ontology/DCM', code })

/** `OT` is DICOM's code for an unknown modality. FHIR demands one. */
const toSeries = (series: FhirSeries): ImagingStudySeries => ({
  uid: series.seriesInstanceUid,
  ...(series.seriesNumber !== null && series.seriesNumber >= 0 && { number: series.seriesNumber }),
  modality: modalityCoding(series.modality?.trim() || 'OT'),
  ...unlessBlank('description', series.description),
  numberOfInstances: series.imageCount,
})

type Parts = { series: FhirSeries[]; matches: FhirMatch[] }

function toImagingStudy(study: StudyRow, { series, matches }: Parts, systems: LabSystems): ImagingStudy & { id: string } {
  return {
    resourceType: 'ImagingStudy',
    id: study.id,
    meta: { lastUpdated: study.updatedAt.toISOString() },
    identifier: [
      { system: dicomUids, value: `urn:oid:${study.studyInstanceUid}` },
      ...accessionIdentifier(systems, study.accessionNumber),
    ],
    status: 'available',
    ...unlessEmpty('modality', study.modalities.map(modalityCoding)),
    subject: referenceTo('Patient', study.patientRowId),
    ...unlessBlank('started', study.studyDate),
    ...unlessEmpty(
      'basedOn',
      matches.map(({ orderId }) => referenceTo('ServiceRequest', orderId)),
    ),
    ...(study.referringPhysician?.trim() && { referrer: unlessBlank('display', study.referringPhysician) }),
    numberOfSeries: study.seriesCount,
    numberOfInstances: study.imageCount,
    ...unlessBlank('description', study.description),
    ...unlessEmpty('series', series.map(toSeries)),
  }
}

/** Finds studies of the laboratory, with their series. */
export const searchImagingStudies: Searcher = async ({ db, labId, base }, search) => {
  const systems = systemsOf(base, labId)
  const page = studyPageOf(labId, search, systems)
  if (!page) return []
  const studies = await listFhirStudies(db, page)
  const studyIds = studies.map(({ id }) => id)
  const [series, matches] = [await listFhirSeries(db, studyIds), await listFhirMatches(db, labId, { studyIds })]
  return studies.map((study) => ({
    resource: toImagingStudy(
      study,
      {
        series: series.filter(({ studyId }) => studyId === study.id),
        matches: matches.filter(({ studyId }) => studyId === study.id),
      },
      systems,
    ),
    position: { receivedAt: study.receivedAt, id: study.id },
  }))
}
