import { Uid } from '@readroom/contracts/core/primitives'
import { requestKey } from '@readroom/contracts/orders/request-keys'
import type { IntakeSeries, StudyDescription } from '@readroom/db/studies/intake/intake-studies'
import type { InstanceHead, Series, Tags } from '@readroom/orthanc/answers'
import type { DecodedName } from './decode-name.ts'
import * as dicom from './dicom-values.ts'

const { cleanText, fit, fitIdentifier } = dicom

/** Room for what DICOM allows (64 characters, 324 for names), and for devices that exceed it. */
const room = { identifier: 256, name: 400, description: 1024, code: 16, time: 16, uid: 128 } as const

/** Returns an image's description of its study. Never fails: unusable values are null. `name`: the patient's, from the file's own bytes. */
export function describeStudy(tags: Tags, name: DecodedName | null = null): StudyDescription {
  const dicomPatientBirthDate = dicom.calendarDate(tags.PatientBirthDate)
  const studyDate = dicom.calendarDate(tags.StudyDate)
  const { age, contradicted } = dicom.age(tags.PatientAge, dicomPatientBirthDate, studyDate)
  return {
    dicomPatientId: fitIdentifier(cleanText(tags.PatientID), room.identifier),
    dicomPatientName: fit(dicom.personName(name?.name ?? tags.PatientName), room.name),
    nameUnreadable: name?.isUnreadable ?? false,
    dicomPatientSex: dicom.sex(tags.PatientSex),
    dicomPatientBirthDate,
    dicomPatientAge: age,
    contradictedAge: contradicted,
    dicomAccessionNumber: fitIdentifier(cleanText(tags.AccessionNumber), room.identifier),
    dicomDescription: fit(cleanText(tags.StudyDescription), room.description),
    dicomReferringPhysician: fit(dicom.personName(tags.ReferringPhysicianName), room.name),
    dicomRequestingPhysician: fit(dicom.personName(tags.RequestingPhysician), room.name),
    dicomOperatorName: fit(dicom.personName(tags.OperatorsName), room.name),
    dicomOrderDate: dicom.calendarDate(tags.IssueDateOfImagingServiceRequest),
    institution: fit(cleanText(tags.InstitutionName), room.description),
    studyDate,
    studyTime: dicom.timeOfDay(tags.StudyTime),
  }
}

/** A series of the archive as a row. `ownTags`: what was read of one of its images, which says more than the archive's index. */
export function describeSeries({ ID, MainDicomTags, Instances }: Series, head: InstanceHead | null = null): IntakeSeries {
  const tags = { ...MainDicomTags, ...head?.tags }
  return {
    orthancId: ID,
    seriesInstanceUid: fit(cleanText(tags.SeriesInstanceUID), room.uid) ?? '',
    seriesNumber: dicom.wholeNumber(tags.SeriesNumber),
    modality: fit(cleanText(tags.Modality), room.code),
    description: fit(cleanText(tags.SeriesDescription), room.description),
    bodyPart: fit(cleanText(tags.BodyPartExamined), room.identifier),
    seriesDate: dicom.calendarDate(tags.SeriesDate),
    seriesTime: dicom.timeOfDay(tags.SeriesTime),
    patientPosition: fit(cleanText(tags.PatientPosition), room.code),
    laterality: fit(cleanText(tags.ImageLaterality) || cleanText(tags.Laterality), room.code),
    imageType: fit(cleanText(tags.ImageType), room.identifier),
    scanningSequence: fit(cleanText(tags.ScanningSequence), room.identifier),
    requestKeys: head && describeRequests(head),
    imageCount: Instances.length,
  }
}

/** The most items of one image that are read. */
const MOST_REQUESTS = 50

/** A number as it is compared: without padding, and short enough to be one. Devices write several with backslashes between them. */
const numbersIn = (value: string | undefined): string[] =>
  (value ?? '').split('\\').flatMap((part) => fitIdentifier(cleanText(part), room.identifier) ?? [])

/** Returns the orders that an image names: by its accession numbers and the items of its Request Attributes Sequence (PS3.3 section C.7.3.1). */
function describeRequests({ tags, requests }: InstanceHead): string[] {
  const items = [tags, ...requests.slice(0, MOST_REQUESTS)]
  const uids = requests.slice(0, MOST_REQUESTS).flatMap(({ StudyInstanceUID }) => Uid.safeParse(StudyInstanceUID).data ?? [])
  const keys = [
    ...items.flatMap((item) => numbersIn(item.AccessionNumber).map((number) => requestKey('accession', number))),
    ...items.flatMap((item) =>
      numbersIn(item.PlacerOrderNumberImagingServiceRequest).map((number) => requestKey('placer', number)),
    ),
    ...uids.filter((uid) => uid !== studyUid(tags)).map((uid) => requestKey('uid', uid)),
  ]
  return [...new Set(keys)]
}

/** A study's UID (PS3.5 section 9.1), which keys nothing here. */
export function studyUid(tags: Tags): string {
  return fit(cleanText(tags.StudyInstanceUID), room.uid) ?? ''
}
