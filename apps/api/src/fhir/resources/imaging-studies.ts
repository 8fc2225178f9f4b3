import type { Coding, ImagingStudy, ImagingStudySeries } from '@medplum/fhirtypes'
import { requestValues } from '@readroom/contracts/orders/request-keys'
import { type FhirMatch, listFhirMatches } from '@readroom/db/fhir/fhir-orders'
import { type FhirSeries, type FhirStudy, listFhirSeries, listFhirStudies } from '@readroom/db/fhir/fhir-studies'
import {
  accessionIdentifier,
  dicomCodes,
  dicomUids,
  type LabSystems,
  referenceTo,
  systemsOf,
  trustIn,
  unlessBlank,
  unlessEmpty,
} from './fhir-codes.ts'
import { positionIn, type Searcher } from './search/searcher.ts'
import { studyPageOf } from './search/study-search.ts'

const severalPeople = 'Images of this study name several people. An administrator has not decided yet whose they are.'

const modalityCoding = (code: string): Coding => ({ system: dicomCodes, code })

/** `OT` is DICOM's code for an unknown modality. FHIR demands one. */
const toSeries = (series: FhirSeries): ImagingStudySeries => ({
  uid: series.seriesInstanceUid,
  ...(series.seriesNumber !== null && series.seriesNumber >= 0 && { number: series.seriesNumber }),
  modality: modalityCoding(series.modality?.trim() || 'OT'),
  ...unlessBlank('description', series.description),
  numberOfInstances: series.imageCount,
})

type Parts = { series: FhirSeries[]; matches: FhirMatch[] }

function toImagingStudy(
  { study, changedAt }: FhirStudy,
  { series, matches }: Parts,
  { systems, labId }: { systems: LabSystems; labId: string },
): ImagingStudy & { id: string } {
  return {
    resourceType: 'ImagingStudy',
    id: study.id,
    meta: { lastUpdated: changedAt.toISOString(), ...trustIn(study) },
    identifier: [
      { system: dicomUids, value: `urn:oid:${study.studyInstanceUid}` },
      ...accessionIdentifier(systems, study.accessionNumber),
      ...requestValues(study.requestKeys, 'accession').flatMap((number) => accessionIdentifier(systems, number)),
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
    ...(study.severalPeopleAt !== null && { note: [{ text: severalPeople }] }),
    endpoint: [referenceTo('Endpoint', labId)],
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
  const rows = await listFhirStudies(db, page)
  const studyIds = rows.map(({ study }) => study.id)
  const [series, matches] = [await listFhirSeries(db, studyIds), await listFhirMatches(db, labId, { studyIds })]
  return rows.map((row) => ({
    resource: toImagingStudy(
      row,
      {
        series: series.filter(({ studyId }) => studyId === row.study.id),
        matches: matches.filter(({ studyId }) => studyId === row.study.id),
      },
      { systems, labId },
    ),
    position: positionIn(search, { id: row.study.id, arrivedAt: row.study.receivedAt, changedAt: row.changedAt }),
  }))
}
