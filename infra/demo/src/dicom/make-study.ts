import dcmjs from 'dcmjs'
import type { Attributes, Image, ImageSeries, Size } from './image.ts'
import { type Finding, makeSeries, type SeriesKind, seriesKinds } from './kinds.ts'
import { uidOf } from './uid.ts'

/** A DICOM Part 10 file (PS3.10 section 7), Explicit VR Little Endian. */
export interface DicomFile {
  fileName: string
  bytes: Buffer
}

export interface PatientRecipe {
  /** DICOM PatientID. */
  id: string
  /** DICOM person name (PS3.5 section 6.2.1), any script. */
  name: string
  /** yyyy-mm-dd; null if nobody knows. */
  birthDate: string | null
  sex: 'M' | 'F' | 'O' | null
}

export interface SeriesRecipe {
  kind: SeriesKind
  finding?: Finding
  size?: Partial<Size>
}

export interface StudyRecipe {
  /** Every UID and every pixel follow from it: the same key makes the same study. */
  key: string
  /** The UID that a worklist gave. Left out: it follows from the key. */
  studyInstanceUid?: string
  patient: PatientRecipe
  /** yyyy-mm-dd */
  date: string
  /** HH:mm */
  time: string
  description: string
  accessionNumber: string
  /** DICOM person name. */
  referringPhysician: string
  institution: string
  series: readonly SeriesRecipe[]
  /** Size of the patient; 1 is an adult. */
  scale?: number
}

/** The Study Instance UID that `makeStudy` gives. */
export const studyUidOf = ({ key, studyInstanceUid }: Pick<StudyRecipe, 'key' | 'studyInstanceUid'>) =>
  studyInstanceUid ?? uidOf(`readroom study ${key}`)

/** The SOP Instance UID that `makeStudy` gives to an image; series and images count from 1. */
export const imageUidOf = ({ key }: Pick<StudyRecipe, 'key'>, series: number, image: number) =>
  uidOf(`readroom image ${key} ${series} ${image}`)

/** Returns the number of files that `makeStudy` makes. */
export function countFiles({ series }: Pick<StudyRecipe, 'series'>): number {
  return series.reduce(
    (sum, { kind, size }) => sum + (seriesKinds[kind].isCine ? 1 : (size?.images ?? seriesKinds[kind].size.images)),
    0,
  )
}

/** Makes a study's files, one at a time as they are asked for; never the same file under two contents. */
export function* makeStudy(recipe: StudyRecipe): Generator<DicomFile> {
  const seed = Number(BigInt(studyUidOf({ key: recipe.key }).slice(5)) & 0xffffffn)
  const scale = (recipe.scale ?? 1) * (0.95 + (seed % 100) / 1000)
  const study = studyModules(recipe)
  for (const [index, { kind, finding = 'none', size = {} }] of recipe.series.entries()) {
    const series = makeSeries(kind, { finding, seed: seed + index * 7919, scale }, size)
    const modules = { ...study, ...seriesModules(recipe, series, index + 1) }
    let number = 0
    for (const image of series.images) {
      number += 1
      const name = `${recipe.key} ${index + 1} ${number}`
      const sopInstanceUid = imageUidOf(recipe, index + 1, number)
      yield {
        fileName: `${name.replaceAll(' ', '-')}.dcm`,
        bytes: writeFile({ ...modules, SOPInstanceUID: sopInstanceUid }, image),
      }
    }
  }
}

/** A CT head of any size, for tests and measurements; 30 images of 512 x 512 unless told otherwise. */
export function makeCtStudy({
  images = 30,
  rows = 512,
  columns = 512,
  ...recipe
}: Partial<StudyRecipe & Size> = {}): Generator<DicomFile> {
  return makeStudy({
    key: 'ct',
    patient: { id: 'PHANTOM-1', name: 'Phantom^Head', birthDate: '1970-01-01', sex: 'O' },
    date: '2026-01-02',
    time: '08:30',
    description: 'CT head without contrast',
    accessionNumber: 'PHANTOM-1',
    referringPhysician: 'Referrer^Rita',
    institution: 'Phantom Institute',
    series: [{ kind: 'ct-head', finding: 'lesion', size: { images, rows, columns } }],
    ...recipe,
  })
}

const dicomDate = (date: string) => date.replaceAll('-', '')

/** Patient and General Study modules (PS3.3 sections C.7.1.1, C.7.2.1), and the equipment's. Empty if nobody knows. */
function studyModules({ patient, ...study }: StudyRecipe): Attributes {
  const [StudyDate, StudyTime] = [dicomDate(study.date), `${study.time.replace(':', '')}00`]
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    PatientName: patient.name,
    PatientID: patient.id,
    PatientBirthDate: patient.birthDate === null ? '' : dicomDate(patient.birthDate),
    PatientSex: patient.sex ?? '',
    PatientComments: 'Synthetic teaching phantom, not a person',
    StudyInstanceUID: studyUidOf(study),
    StudyID: '1',
    StudyDate,
    StudyTime,
    SeriesDate: StudyDate,
    SeriesTime: StudyTime,
    AcquisitionDate: StudyDate,
    AcquisitionTime: StudyTime,
    ContentDate: StudyDate,
    ContentTime: StudyTime,
    AccessionNumber: study.accessionNumber,
    StudyDescription: study.description,
    ReferringPhysicianName: study.referringPhysician,
    InstitutionName: study.institution,
    Manufacturer: 'Readroom',
    ManufacturerModelName: 'Teaching phantom',
  }
}

/** General Series and Frame of Reference modules (PS3.3 sections C.7.3.1, C.7.4.1). */
function seriesModules({ key }: StudyRecipe, { modality, sopClassUid, attributes }: ImageSeries, number: number): Attributes {
  return {
    ...attributes,
    Modality: modality,
    SOPClassUID: sopClassUid,
    SeriesInstanceUID: uidOf(`readroom series ${key} ${number}`),
    SeriesNumber: String(number),
    ...(modality === 'CT' || modality === 'MR'
      ? { FrameOfReferenceUID: uidOf(`readroom frame ${key}`), PositionReferenceIndicator: '' }
      : {}),
  }
}

/** dcmjs adds the file meta information; Explicit VR Little Endian is its default. */
function writeFile(modules: Attributes, { attributes, pixels }: Image): Buffer {
  const dataset = {
    ...modules,
    ...attributes,
    PixelData: [pixels.buffer],
    _vrMap: { PixelData: pixels.BYTES_PER_ELEMENT === 2 ? 'OW' : 'OB' },
    _meta: {},
  }
  return Buffer.from(dcmjs.data.datasetToDict(dataset).write())
}
