import { type Context, readingMs } from '../../core/context.ts'
import { createImageDecoder, type ImageDecoder } from '../decoding/image-decoder.ts'
import { createImageFlow, type ImageFlow } from '../flow/image-flow.ts'

/** Protects the image archive from slow clients, and decodes images in its place. All routes with images share it. */
export type ArchiveCare = { decoder: ImageDecoder; flow: ImageFlow }

/** Creates the protection for one API process. Give it back with `decoder.close`. */
export function createArchiveCare({ db, orthanc }: Pick<Context, 'db' | 'orthanc'>): ArchiveCare {
  const flow = createImageFlow()
  return { flow, decoder: createImageDecoder({ db, orthanc, flow, readingMs }) }
}
