import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, line, Uid } from '../core/primitives.ts'

/** Of a study, at most. */
export const maxAnnotations = 100

/** The viewer's tools whose drawings are kept, by OHIF's names. */
export const annotationTools = [
  ...(['Length', 'Bidirectional', 'Angle', 'CobbAngle', 'Probe', 'ArrowAnnotate'] as const),
  ...(['EllipticalROI', 'CircleROI', 'RectangleROI', 'PlanarFreehandROI'] as const),
] as const

/** Values of a drawing. `length` of a bidirectional one is its long axis, `width` its short one. */
export const measuredQuantities = ['length', 'width', 'angle', 'area', 'mean', 'stdDev', 'max', 'min', 'value'] as const

const Coordinate = z.number().min(-1e6).max(1e6)

const AnnotationPoint = z.strictObject({
  /** In the patient's coordinate system, millimetres (PS3.3 C.7.6.2.1.1). */
  patient: z.tuple([Coordinate, Coordinate, Coordinate]),
  /** Column and row of the image, from its top left corner (PS3.3 C.18.6). */
  image: z.tuple([Coordinate, Coordinate]),
})

const Measured = z.strictObject({
  quantity: z.enum(measuredQuantities),
  value: z.number().min(-1e12).max(1e12),
  /** As the viewer writes it: `mm`, `mm²`, `HU`, `°`. */
  unit: line(20),
})

/** A drawing on one image of a study: a measurement or a mark. */
export const Annotation = z.strictObject({
  /** Made by the viewer, and kept wherever the drawing goes. */
  id: Id,
  tool: z.enum(annotationTools),
  seriesInstanceUid: Uid,
  sopInstanceUid: Uid,
  /** Of an image of several frames, from 1. */
  frame: z.int().positive().nullable(),
  frameOfReferenceUid: Uid.nullable(),
  /** The tool's handles in their order; of a freehand region its outline. */
  points: z.array(AnnotationPoint).min(1).max(500),
  label: line(200),
  measured: z.array(Measured).max(measuredQuantities.length),
})
export type Annotation = z.infer<typeof Annotation>

/** All of a study's annotations, in the order in which they were drawn. */
export const Annotations = z
  .array(Annotation)
  .max(maxAnnotations)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'names an annotation twice')
export type Annotations = z.infer<typeof Annotations>

export const annotationEndpoints = defineEndpoints({
  keep: {
    method: 'PUT',
    path: '/api/studies/:studyId/reading/annotations',
    summary:
      'Keep what the writer of the report has drawn on the images, in place of what was kept before: the next signature signs it',
    access: 'report.write',
    scope: 'study',
    params: z.object({ studyId: Id }),
    body: z.strictObject({ windowId: Id, fence: z.int().positive(), annotations: Annotations }),
    response: ok({}),
    errors: ['STUDY_NOT_FOUND', 'FORBIDDEN', 'HOLD_LOST', 'ANNOTATION_NOT_IN_STUDY'],
  },
})
