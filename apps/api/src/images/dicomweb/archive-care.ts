import type { Context } from '../../core/context.ts'
import { createImageFlow, type ImageFlow } from '../flow/image-flow.ts'
import { createDrawings, type Drawings } from './drawings.ts'
import { createSeriesGuard, type SeriesGuard } from './series-guard.ts'

/** Protects the image archive from crashes and from slow clients. Both viewers share it. */
export type ArchiveCare = { guard: SeriesGuard; drawings: Drawings; flow: ImageFlow }

/** Creates the protection for one API process. */
export const createArchiveCare = ({ db, orthanc }: Pick<Context, 'db' | 'orthanc'>): ArchiveCare => ({
  guard: createSeriesGuard(orthanc),
  drawings: createDrawings({ db, orthanc }),
  flow: createImageFlow(),
})
