import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ImageStudy } from '@readroom/db/images/granted-images'
import type { Orthanc } from '@readroom/orthanc/client'
import { type FindIds, syntaxOfFrame } from './frames.ts'
import type { Resource } from './paths.ts'

/** Where the archive has a resource of one study, by its own ids. `part`: the media type of each answer as a part of one multipart answer. */
export type OwnImages = { paths: string[]; part: string }

type Place = { seriesId: string; instanceId: string | null; last: string | undefined }

const named = /^series\/[^/]+(?:\/instances\/[^/]+)?(?:\/frames\/([^/]+)|\/bulk\/(.+))?/

/** DICOMweb counts the items of a sequence from 1 (DICOM PS3.18 section 8.7.3.2), Orthanc from 0. */
const contentPath = (bulk: string) =>
  bulk
    .split('/')
    .map((step) => (step.length === 8 ? `${step.slice(0, 4)}-${step.slice(4)}` : String(Number(step) - 1)))
    .join('/')

/**
 * Finds stored resources of a study that DICOMweb cannot answer: the archive looks for series and images by their UIDs alone, and finds none if
 * two studies share one. An id is made from the patient ID and all UIDs, so it can only be this study's.
 */
export function createOwnImages(orthanc: Pick<Orthanc, 'getSeries' | 'getTransferSyntax'>, findIds: FindIds) {
  const imagesOf = async ({ seriesId, instanceId }: Place) =>
    instanceId === null ? (await orthanc.getSeries(seriesId)).Instances : [instanceId]

  const findPlaces: Partial<Record<Resource['kind'], (place: Place) => Promise<OwnImages>>> = {
    file: async (place) => ({
      paths: (await imagesOf(place)).map((id) => `/instances/${id}/file`),
      part: 'application/dicom',
    }),
    frames: async ({ instanceId, last = '' }) => ({
      paths: last.split(',').map((number) => `/instances/${instanceId}/frames/${Number(number) - 1}/raw`),
      part: `application/octet-stream; transfer-syntax=${syntaxOfFrame(await orthanc.getTransferSyntax(instanceId ?? ''))}`,
    }),
    bulk: async ({ instanceId, last = '' }) => ({
      paths: [`/instances/${instanceId}/content/${contentPath(last)}`],
      part: 'application/octet-stream',
    }),
  }

  /** Returns null for what has no such place: lists, and all of a study. */
  return async (study: ImageStudy, below: string, { kind }: Resource): Promise<OwnImages | null> => {
    const ids = await findIds(study, below)
    const find = findPlaces[kind]
    if (!ids || !find) return null
    const [, frames, bulk] = named.exec(below) ?? []
    return find({ ...ids, last: frames ?? bulk })
  }
}

/** Sends several bodies as the parts of one multipart answer (DICOM PS3.18 section 8.7.3.3), each opened when the one before it has ended. */
export function asParts(type: string, bodies: AsyncIterable<Readable>): { contentType: string; body: Readable } {
  const boundary = randomUUID()
  async function* parts() {
    for await (const body of bodies) {
      yield Buffer.from(`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`)
      yield* body
      yield Buffer.from('\r\n')
    }
    yield Buffer.from(`--${boundary}--\r\n`)
  }
  const [mediaType] = type.split(';')
  return {
    contentType: `multipart/related; type="${mediaType}"; boundary=${boundary}`,
    body: Readable.from(parts(), { objectMode: false }),
  }
}
