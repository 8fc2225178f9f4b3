import { AppError } from '@readroom/contracts/core/errors'
import type { ImageStudy } from '@readroom/db/images/granted-images'
import { findSeriesIds } from '@readroom/db/studies/series'
import { type PictureTask, Task } from '@readroom/decoder/tasks'
import { z } from 'zod'
import type { Context } from '../../core/context.ts'
import { listSlices, type Slice } from '../decoding/slices.ts'
import { type FindIds, findFrame } from './frames.ts'

const shape = /^series\/([^/]+)(?:\/instances\/([^/]+)(?:\/frames\/([0-9]+))?)?\/(rendered|thumbnail)$/

/** A picture of an image or series. `sopUid` is null for one image of a series. */
type Drawn = { seriesUid: string; sopUid: string | null; frame: number; isThumbnail: boolean }

/** Reads a path below a study (DICOM PS3.18 section 10.4.1.1.3). */
function readDrawn(below: string): Drawn {
  const [, seriesUid, sopUid = null, frame = '1', kind] = shape.exec(below) ?? []
  if (seriesUid === undefined) throw new AppError('NOT_FOUND')
  return { seriesUid, sopUid, frame: Number(frame), isThumbnail: kind === 'thumbnail' }
}

/** Finds the image of a path in the archive. Without an instance it is the one in the middle of the series. */
export async function findSlice({ db, orthanc }: Context, findIds: FindIds, study: ImageStudy, below: string): Promise<Slice> {
  const { seriesUid, sopUid, frame } = readDrawn(below)
  const seriesIds = await findSeriesIds(db, study.id, seriesUid)
  if (sopUid === null) {
    const slices = (await Promise.all(seriesIds.map((id) => listSlices(orthanc, id)))).flat()
    const middle = slices[Math.floor(slices.length / 2)]
    if (!middle) throw new AppError('IMAGES_MISSING')
    return middle
  }
  const named = await findFrame(findIds, study, `series/${seriesUid}/instances/${sopUid}/frames/${frame}`)
  if (named) return { id: named.instanceId, frame }
  const found = await orthanc.findImage(study.orthancId, sopUid)
  if (!found || !seriesIds.includes(found.seriesId)) throw new AppError('STUDY_NOT_FOUND')
  return { id: found.id, frame }
}

const thumbnail = { width: 256, height: 256, part: null }

/** `width,height`, and the part of the image: `left,top,width,height`. */
function readViewport(text: string): PictureTask['viewport'] {
  const [width = 0, height = 0, left, top, partWidth, partHeight, ...more] = text.split(',').map(Number)
  if (more.length > 0) throw new AppError('INVALID_FIELD', { field: 'viewport' })
  const isWhole = left === undefined || top === undefined || partWidth === undefined || partHeight === undefined
  return { width, height, part: isWhole ? null : { left, top, width: partWidth, height: partHeight } }
}

/** `center,width,function`. */
function readWindow(text: string): PictureTask['window'] {
  const [center = '', width = '', shape = ''] = text.split(',')
  return { center: Number(center || Number.NaN), width: Number(width), shape: shape.toUpperCase().replace('-', '_') }
}

const Query = z.object({ viewport: z.string().optional(), window: z.string().optional(), quality: z.coerce.number().default(90) })

/** Reads how a picture is to be drawn (PS3.18 section 8.3.5.1). Throws INVALID_FIELD. */
export function readPictureTask(below: string, search: URLSearchParams, type: string, frame: number): PictureTask {
  const { isThumbnail } = readDrawn(below)
  const { viewport, window, quality } = Query.parse(Object.fromEntries(search))
  const asked = {
    kind: 'picture',
    frame,
    type,
    quality,
    viewport: viewport ? readViewport(viewport) : isThumbnail ? thumbnail : null,
    window: window ? readWindow(window) : null,
  }
  const task = Task.safeParse(asked)
  if (task.success && task.data.kind === 'picture') return task.data
  throw new AppError('INVALID_FIELD', { field: 'viewport, window, quality' })
}
