import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, line, Uid } from '../core/primitives.ts'

/** Of a report, at most. */
export const maxKeyImages = 12
export const maxKeyImageBytes = 2 * 1024 * 1024
/** Of either side, in pixels. */
export const maxKeyImageSide = 1024

export const keyImageTypes = ['image/png', 'image/jpeg'] as const

/** An image's place in a study: its instance, and the series and image numbers, if it has them. */
export const ImagePlace = z.object({
  sopInstanceUid: Uid,
  series: z.int().nullable(),
  image: z.int().nullable(),
  /** Of an image of several. */
  frame: z.int().positive().nullable(),
})
export type ImagePlace = z.infer<typeof ImagePlace>

const Caption = line(200)

/** A picture of an image as its reader saw it: a report's key image (LOINC 55113-5). */
export const KeyImage = ImagePlace.extend({
  id: Id,
  caption: z.string(),
  contentType: z.enum(keyImageTypes),
  /** Pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
})
export type KeyImage = z.infer<typeof KeyImage>

/** The key images of a draft, in their order. */
export const KeyImageOrder = z
  .array(z.strictObject({ id: Id, caption: Caption }))
  .max(maxKeyImages)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'names a key image twice')

/** A key image as it was signed. `sha256`: of the picture's bytes, hexadecimal. */
export const SignedKeyImage = KeyImage.extend({ sha256: z.string() })
export type SignedKeyImage = z.infer<typeof SignedKeyImage>

const StudyParams = z.object({ studyId: Id })
const corner = z.number().min(-1000).max(1000)

/** Forms send text; an empty one says nothing. */
const FormNumber = z
  .string()
  .regex(/^-?\d{0,9}$/)
  .transform((digits) => (digits === '' ? null : Number(digits)))
/**
 * The places of an image's top left, top right and bottom left corners in its picture: x and y of each, as parts of the picture's sides. A corner beyond
 * the picture is below 0 or above 1.
 */
export const ImageCorners = z.tuple([corner, corner, corner, corner, corner, corner])
export type ImageCorners = z.infer<typeof ImageCorners>

/** Forms send them as text, separated by commas. */
const FormCorners = z
  .string()
  .max(200)
  .transform((text) => text.split(',').map(Number))
  .pipe(ImageCorners)
const Held = { windowId: Id, fence: z.coerce.number().int().positive() }
const NOT_MINE = ['STUDY_NOT_FOUND', 'FORBIDDEN', 'HOLD_LOST', 'DRAFT_STALE'] as const

export const keyImageEndpoints = defineEndpoints({
  add: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/key-images',
    summary: 'Put a picture of an image into the draft, behind those that it has',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    multipart: {
      fields: z.strictObject({
        ...Held,
        /** The study of the image that the picture was taken of: it must be this one. */
        studyInstanceUid: Uid,
        sopInstanceUid: Uid,
        /** Series and image as the viewer counts them. The image archive's values are stored. */
        series: FormNumber,
        image: FormNumber,
        frame: FormNumber.pipe(ImagePlace.shape.frame),
        /** Where the viewer drew the image in the picture. The picture must match the image archive's pixels there. */
        corners: FormCorners,
      }),
      file: { name: 'picture', required: true, maxBytes: maxKeyImageBytes, tooLarge: 'KEY_IMAGE_TOO_LARGE' },
    },
    response: ok({ keyImages: z.array(KeyImage) }),
    errors: [
      ...NOT_MINE,
      'KEY_IMAGE_OF_OTHER_STUDY',
      'KEY_IMAGE_NOT_IN_STUDY',
      'KEY_IMAGE_DIFFERS',
      'ARCHIVE_UNAVAILABLE',
      'KEY_IMAGE_TOO_LARGE',
      'KEY_IMAGE_INVALID',
      'TOO_MANY_KEY_IMAGES',
      'STORAGE_UNAVAILABLE',
    ],
  },
  arrange: {
    method: 'PUT',
    path: '/api/studies/:studyId/reading/key-images',
    summary: 'The order of the draft’s key images, and their captions; those that are removed leave the draft',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({
      windowId: Id,
      fence: z.int().positive(),
      keyImages: KeyImageOrder,
      /** Another image that came meanwhile is a conflict. A repeated request changes nothing. */
      removed: z.array(Id).max(maxKeyImages).default([]),
    }),
    response: ok({ keyImages: z.array(KeyImage) }),
    errors: [...NOT_MINE, 'KEY_IMAGE_NOT_FOUND', 'CONFLICT'],
  },
  picture: {
    method: 'GET',
    path: '/api/studies/:studyId/key-images/:keyImageId',
    summary: 'The picture of a key image, for whoever may read the draft or a report that has it',
    access: 'report.view',
    scope: 'study',
    params: StudyParams.extend({ keyImageId: Id }),
    response: 'file',
    errors: ['STUDY_NOT_FOUND', 'KEY_IMAGE_NOT_FOUND', 'FILE_MISSING', 'RANGE_NOT_SATISFIABLE', 'STORAGE_UNAVAILABLE'],
  },
})
