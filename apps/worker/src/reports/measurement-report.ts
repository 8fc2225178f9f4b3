import { dicomName } from '@readroom/contracts/core/person-names'
import type { Annotation, measuredQuantities } from '@readroom/contracts/reading/annotations'
import { uidOfUuid } from '@readroom/orthanc/uids'
import { type Code, coded, container, type Item, item, language, personObserver } from './structured-content.ts'

type Point = Annotation['points'][number]
type Tool = Annotation['tool']
type Quantity = (typeof measuredQuantities)[number]

/** An annotation on an image that the archive has. `sopClassUid`: of the image. */
export type ArchivedAnnotation = { annotation: Annotation; sopClassUid: string }

/** The annotations on a study's images, as an instance of the study. `date` as DICOM's DA, `time` as its TM, both of the clinic's clock. */
export type MeasurementReport = {
  seriesInstanceUid: string
  sopInstanceUid: string
  studyInstanceUid: string
  number: number
  date: string
  time: string
  observer: string
  annotations: readonly ArchivedAnnotation[]
}

/** Comprehensive SR Storage. */
const sopClass = '1.2.840.10008.5.1.4.1.1.88.33'
/** Behind the report's document. */
const seriesNumber = '9001'

const quantityCodes: Record<Quantity, Code> = {
  length: ['410668003', 'SCT', 'Length'],
  width: ['103355008', 'SCT', 'Width'],
  angle: ['1483009', 'SCT', 'Angle'],
  area: ['42798000', 'SCT', 'Area'],
  mean: ['373098007', 'SCT', 'Mean'],
  stdDev: ['386136009', 'SCT', 'Standard Deviation'],
  max: ['56851009', 'SCT', 'Maximum'],
  min: ['255605001', 'SCT', 'Minimum'],
  value: ['pixel-value', '99READROOM', 'Pixel value'],
}
const attenuation: Code = ['112031', 'DCM', 'Attenuation Coefficient']
const axisCodes: Partial<Record<Quantity, Code>> = {
  length: ['103339001', 'SCT', 'Long Axis'],
  width: ['103340004', 'SCT', 'Short Axis'],
}

/** UCUM, by the words of the viewer. */
const unitCodes: Record<string, Code> = {
  mm: ['mm', 'UCUM', 'millimeter'],
  'mm²': ['mm2', 'UCUM', 'square millimeter'],
  HU: ["[hnsf'U]", 'UCUM', 'Hounsfield unit'],
  px: ['{pixels}', 'UCUM', 'pixels'],
  '°': ['deg', 'UCUM', 'degree'],
  deg: ['deg', 'UCUM', 'degree'],
}
const noUnit: Code = ['1', 'UCUM', 'no units']

/** Returns the code of a measured quantity. A pixel of a CT is an attenuation; a pixel of other images has no quantity with a code. */
function quantityCode({ tool }: Annotation, { quantity, unit }: Annotation['measured'][number]): Code {
  if (tool === 'Bidirectional') return axisCodes[quantity] ?? quantityCodes[quantity]
  return quantity === 'value' && unit === 'HU' ? attenuation : quantityCodes[quantity]
}

const distance = ([one, other]: readonly (Point | undefined)[]) =>
  one && other ? Math.hypot(one.image[0] - other.image[0], one.image[1] - other.image[1]) : 0
const pick = (points: readonly Point[], places: readonly number[]) => places.flatMap((place) => points[place] ?? [])

/** An ellipse is written by the ends of its longer axis, then of the shorter one (PS3.3 C.18.6.1.2). */
function axes(points: readonly Point[]): Point[] {
  const [one, other] = [pick(points, [0, 1]), pick(points, [2, 3])]
  return distance(one) >= distance(other) ? [...one, ...other] : [...other, ...one]
}

type Graphic = { type: 'POINT' | 'MULTIPOINT' | 'POLYLINE' | 'CIRCLE' | 'ELLIPSE'; points: (points: readonly Point[]) => Point[] }

const polyline = { type: 'POLYLINE', points: (points) => [...points] } satisfies Graphic
const point = { type: 'POINT', points: (points) => points.slice(0, 1) } satisfies Graphic

/** The graphic of PS3.3 C.18.6.1.2 that the handles of each tool make. */
const graphics: Record<Tool, Graphic> = {
  Length: polyline,
  Bidirectional: polyline,
  Angle: polyline,
  CobbAngle: { type: 'MULTIPOINT', points: (points) => [...points] },
  Probe: point,
  ArrowAnnotate: point,
  EllipticalROI: { type: 'ELLIPSE', points: axes },
  CircleROI: { type: 'CIRCLE', points: (points) => points.slice(0, 2) },
  RectangleROI: { type: 'POLYLINE', points: (points) => pick(points, [0, 1, 3, 2, 0]) },
  PlanarFreehandROI: { type: 'POLYLINE', points: (points) => [...points, ...points.slice(0, 1)] },
}

/** At most 16 characters, as DS has them. */
const decimal = (value: number) => String(Number(value.toPrecision(9)))

function imageReference({ annotation, sopClassUid }: ArchivedAnnotation) {
  const { sopInstanceUid, frame } = annotation
  return [
    {
      ReferencedSOPClassUID: sopClassUid,
      ReferencedSOPInstanceUID: sopInstanceUid,
      ...(frame !== null && { ReferencedFrameNumber: String(frame) }),
    },
  ]
}

/** A region of an image, which says what image it is of (TID 1410). */
function region(archived: ArchivedAnnotation, relationship: string, points: readonly Point[], type: Graphic['type']): Item {
  return item(relationship, 'SCOORD', ['111030', 'DCM', 'Image Region'], {
    GraphicType: type,
    GraphicData: points.flatMap(({ image }) => image),
    ContentSequence: [{ RelationshipType: 'SELECTED FROM', ValueType: 'IMAGE', ReferencedSOPSequence: imageReference(archived) }],
  })
}

/** TID 1501: one measurement group for each annotation. */
function group(archived: ArchivedAnnotation): Item {
  const { id, tool, label, measured, points } = archived.annotation
  const { type, points: drawn } = graphics[tool]
  const isTwoAxes = tool === 'Bidirectional'
  const numbers = measured.map((one) =>
    item('CONTAINS', 'NUM', quantityCode(archived.annotation, one), {
      MeasuredValueSequence: [
        { NumericValue: decimal(one.value), MeasurementUnitsCodeSequence: coded(unitCodes[one.unit] ?? noUnit) },
      ],
      ...(isTwoAxes && {
        ContentSequence: [region(archived, 'INFERRED FROM', pick(points, one.quantity === 'width' ? [2, 3] : [0, 1]), type)],
      }),
    }),
  )
  return container(
    'CONTAINS',
    ['125007', 'DCM', 'Measurement Group'],
    [
      item('HAS OBS CONTEXT', 'TEXT', ['112039', 'DCM', 'Tracking Identifier'], { TextValue: `Readroom:${tool}` }),
      item('HAS OBS CONTEXT', 'UIDREF', ['112040', 'DCM', 'Tracking Unique Identifier'], { UID: uidOfUuid(id) }),
      ...(label === '' ? [] : [item('CONTAINS', 'TEXT', ['121106', 'DCM', 'Comment'], { TextValue: label })]),
      ...(isTwoAxes ? [] : [region(archived, 'CONTAINS', drawn(points), type)]),
      ...numbers,
    ],
  )
}

/** Every image once: the evidence of a document (PS3.3 C.17.2.1), by series. */
function evidence(annotations: readonly ArchivedAnnotation[]) {
  const series = new Map<string, Map<string, Item>>()
  for (const { annotation, sopClassUid } of annotations) {
    const images = series.get(annotation.seriesInstanceUid) ?? new Map<string, Item>()
    images.set(annotation.sopInstanceUid, {
      ReferencedSOPClassUID: sopClassUid,
      ReferencedSOPInstanceUID: annotation.sopInstanceUid,
    })
    series.set(annotation.seriesInstanceUid, images)
  }
  return [...series].map(([SeriesInstanceUID, images]) => ({ SeriesInstanceUID, ReferencedSOPSequence: [...images.values()] }))
}

/** Returns the attributes of an Imaging Measurement Report (PS3.16 TID 1500) by keyword, without those of patient and study. */
export function measurementReport(report: MeasurementReport): Record<string, unknown> {
  const { seriesInstanceUid, sopInstanceUid, studyInstanceUid, number, date, time, observer, annotations } = report
  const images = evidence(annotations)
  return {
    SOPClassUID: sopClass,
    SeriesInstanceUID: seriesInstanceUid,
    SOPInstanceUID: sopInstanceUid,
    Modality: 'SR',
    SeriesNumber: seriesNumber,
    SeriesDescription: 'Measurements',
    SeriesDate: date,
    SeriesTime: time,
    InstanceNumber: String(number),
    ContentDate: date,
    ContentTime: time,
    Manufacturer: 'Readroom',
    CompletionFlag: 'COMPLETE',
    VerificationFlag: 'UNVERIFIED',
    PerformedProcedureCodeSequence: [],
    ReferencedPerformedProcedureStepSequence: [],
    CurrentRequestedProcedureEvidenceSequence: [{ StudyInstanceUID: studyInstanceUid, ReferencedSeriesSequence: images }],
    ValueType: 'CONTAINER',
    ConceptNameCodeSequence: coded(['126000', 'DCM', 'Imaging Measurement Report']),
    ContinuityOfContent: 'SEPARATE',
    ContentTemplateSequence: [{ MappingResource: 'DCMR', TemplateIdentifier: '1500' }],
    ContentSequence: [
      language('en', 'English'),
      ...personObserver(dicomName(observer)),
      item('HAS CONCEPT MOD', 'CODE', ['121058', 'DCM', 'Procedure reported'], {
        ConceptCodeSequence: coded(['363679005', 'SCT', 'Imaging procedure']),
      }),
      container(
        'CONTAINS',
        ['111028', 'DCM', 'Image Library'],
        [
          container(
            'CONTAINS',
            ['126200', 'DCM', 'Image Library Group'],
            images.flatMap(({ ReferencedSOPSequence }) =>
              ReferencedSOPSequence.map((image) => ({
                RelationshipType: 'CONTAINS',
                ValueType: 'IMAGE',
                ReferencedSOPSequence: [image],
              })),
            ),
          ),
        ],
      ),
      container('CONTAINS', ['126010', 'DCM', 'Imaging Measurements'], annotations.map(group)),
    ],
  }
}
