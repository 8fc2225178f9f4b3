import { type ChestFinding, chestCt, chestShapes } from './chest.ts'
import { type HeadFinding, headCt, headShapes, headT1, headT2 } from './head.ts'
import type { Attributes, Image, ImageSeries, Size } from './image.ts'
import { paintRadiograph } from './radiograph.ts'
import { paintStack } from './slices.ts'
import { paintCine } from './ultrasound.ts'

export type SeriesKind = 'ct-head' | 'ct-chest' | 'mr-t1' | 'mr-t2' | 'cr-pa' | 'cr-lateral' | 'us-cine'
export type Finding = HeadFinding | ChestFinding

/** The properties that a phantom is made with. */
export interface Subject {
  finding: Finding
  /** Texture, lung vessels. */
  seed: number
  /** Size of the patient; 1 is an adult. */
  scale: number
}

interface Kind {
  modality: string
  sopClassUid: string
  size: Size
  /** All its frames are in one file. */
  isCine?: true
  attributes: Attributes
  paint: (subject: Subject, size: Size) => Iterable<Image>
}

const CT = { modality: 'CT', sopClassUid: '1.2.840.10008.5.1.4.1.1.2' }
const MR = { modality: 'MR', sopClassUid: '1.2.840.10008.5.1.4.1.1.4' }
const CR = { modality: 'CR', sopClassUid: '1.2.840.10008.5.1.4.1.1.1' }
const US = { modality: 'US', sopClassUid: '1.2.840.10008.5.1.4.1.1.3.1' }

const headFinding = (finding: Finding) => (finding === 'lesion' || finding === 'bleeding' ? finding : 'none')
const chestFinding = (finding: Finding) => (finding === 'nodule' || finding === 'effusion' ? finding : 'none')

/** CT Image module (PS3.3 section C.8.2.1); stored values are Hounsfield units plus 1024. */
const ctImage = {
  ImageType: ['ORIGINAL', 'PRIMARY', 'AXIAL'],
  RescaleIntercept: '-1024',
  RescaleSlope: '1',
  RescaleType: 'HU',
  KVP: '120',
  PatientPosition: 'HFS',
}

/** MR Image module (PS3.3 section C.8.3.1) of a spin echo. */
const mrImage = (RepetitionTime: string, EchoTime: string, EchoTrainLength: string) => ({
  ImageType: ['ORIGINAL', 'PRIMARY', 'M', 'SE'],
  ScanningSequence: 'SE',
  SequenceVariant: 'SK',
  ScanOptions: [],
  MRAcquisitionType: '2D',
  MagneticFieldStrength: '1.5',
  PatientPosition: 'HFS',
  RepetitionTime,
  EchoTime,
  EchoTrainLength,
})

const crImage = (ViewPosition: string) => ({
  ImageType: ['ORIGINAL', 'PRIMARY'],
  BodyPartExamined: 'CHEST',
  KVP: '110',
  ViewPosition,
})

function* mrHead(
  values: typeof headT1,
  window: { centre: number; width: number },
  { finding, seed, scale }: Subject,
  size: Size,
) {
  const stack = {
    shapes: headShapes(headFinding(finding)),
    values,
    outside: 12,
    offset: 0,
    noise: 22,
    shading: true,
    window: [window],
  }
  yield* paintStack({ ...stack, from: -62, to: 74, width: 236, scale, seed }, size)
}

function radiograph(view: 'pa' | 'lateral') {
  return ({ finding, seed, scale }: Subject, size: Size) => [
    paintRadiograph({ view, finding: chestFinding(finding), seed, scale }, size),
  ]
}

/** Every kind of series that can be made, with its usual size. */
export const seriesKinds: Record<SeriesKind, Kind> = {
  'ct-head': {
    ...CT,
    size: { images: 26, rows: 256, columns: 256 },
    attributes: { ...ctImage, BodyPartExamined: 'HEAD', SeriesDescription: 'Head 5 mm', ConvolutionKernel: 'SOFT' },
    *paint({ finding, seed, scale }, size) {
      const window = [
        { centre: 40, width: 85 },
        { centre: 500, width: 2000 },
      ]
      const tissue = { shapes: headShapes(headFinding(finding)), values: headCt, outside: -1000, offset: 1024 }
      yield* paintStack({ ...tissue, noise: 3.2, shading: false, window, from: -66, to: 78, width: 236, scale, seed }, size)
    },
  },
  'ct-chest': {
    ...CT,
    size: { images: 28, rows: 256, columns: 256 },
    attributes: { ...ctImage, BodyPartExamined: 'CHEST', SeriesDescription: 'Chest venous phase', ConvolutionKernel: 'SOFT' },
    *paint({ finding, seed, scale }, size) {
      const window = [
        { centre: 40, width: 400 },
        { centre: -600, width: 1500 },
      ]
      const tissue = { shapes: chestShapes(chestFinding(finding), seed), values: chestCt, outside: -1000, offset: 1024 }
      yield* paintStack({ ...tissue, noise: 9, shading: false, window, from: -178, to: 146, width: 384, scale, seed }, size)
    },
  },
  'mr-t1': {
    ...MR,
    size: { images: 15, rows: 192, columns: 192 },
    attributes: { ...mrImage('520', '12', '1'), BodyPartExamined: 'BRAIN', SeriesDescription: 'T1 SE axial' },
    paint: (subject, size) => mrHead(headT1, { centre: 600, width: 1200 }, subject, size),
  },
  'mr-t2': {
    ...MR,
    size: { images: 15, rows: 192, columns: 192 },
    attributes: { ...mrImage('4200', '98', '15'), BodyPartExamined: 'BRAIN', SeriesDescription: 'T2 TSE axial' },
    paint: (subject, size) => mrHead(headT2, { centre: 850, width: 1700 }, subject, size),
  },
  'cr-pa': {
    ...CR,
    size: { images: 1, rows: 720, columns: 700 },
    attributes: { ...crImage('PA'), SeriesDescription: 'Chest PA' },
    paint: radiograph('pa'),
  },
  'cr-lateral': {
    ...CR,
    size: { images: 1, rows: 720, columns: 700 },
    attributes: { ...crImage('LL'), SeriesDescription: 'Chest lateral' },
    paint: radiograph('lateral'),
  },
  'us-cine': {
    ...US,
    isCine: true,
    size: { images: 20, rows: 216, columns: 288 },
    attributes: {
      ImageType: ['ORIGINAL', 'PRIMARY', 'ABDOMINAL'],
      BodyPartExamined: 'ABDOMEN',
      SeriesDescription: 'Right upper quadrant',
      LossyImageCompression: '00',
    },
    paint: ({ seed }, size) => [paintCine(seed, size)],
  },
}

/** A series of a kind, its images painted as they are asked for. */
export function makeSeries(kind: SeriesKind, subject: Subject, size: Partial<Size> = {}): ImageSeries {
  const { modality, sopClassUid, attributes, paint, size: usual } = seriesKinds[kind]
  return { modality, sopClassUid, attributes, images: paint(subject, { ...usual, ...size }) }
}
