import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StudyRow } from '@readroom/db/studies/studies'
import type { Orthanc, RawAnswer } from '@readroom/orthanc/client'
import { resourceIdOf } from '@readroom/orthanc/resource-ids'
import type { FastifyReply } from 'fastify'

/** One frame of an image, counted from 1. `instanceId` is Orthanc's. */
export type Frame = { instanceId: string; number: number }

/** Limit of the cache of patient IDs. Beyond it the cache is cleared and they are asked for again. */
const maxKnown = 10_000

const ofSeries = /^series\/([^/]+)(?:\/instances\/([^/]+))?/
const oneFrame = /\/frames\/([0-9]+)$/

type AskedStudy = Pick<StudyRow, 'orthancId' | 'studyInstanceUid'>

/** Orthanc's ids of a series and an image. */
type Ids = { seriesId: string; instanceId: string | null }

export type FindIds = (study: AskedStudy, below: string) => Promise<Ids | null>

/**
 * Finds the archive's ids of the series and image that a path below a study names. They are made from the patient ID and the UIDs, so they can only be
 * this study's. Returns null without a series, and if the study's own id is not made of what the archive says of it.
 */
export function createIdFinder(orthanc: Pick<Orthanc, 'getStudy'>): FindIds {
  // They never change: a study with another patient ID has another id.
  const patientIds = new Map<string, string>()

  async function patientIdOf(orthancId: string): Promise<string> {
    const known = patientIds.get(orthancId)
    if (known !== undefined) return known
    const { PatientID = '' } = (await orthanc.getStudy(orthancId)).PatientMainDicomTags
    if (patientIds.size >= maxKnown) patientIds.clear()
    patientIds.set(orthancId, PatientID)
    return PatientID
  }

  return async ({ orthancId, studyInstanceUid }, below) => {
    const [, seriesUid, sopUid] = ofSeries.exec(below) ?? []
    if (seriesUid === undefined) return null
    const patientId = await patientIdOf(orthancId)
    if (resourceIdOf(patientId, studyInstanceUid) !== orthancId) return null
    const seriesId = resourceIdOf(patientId, studyInstanceUid, seriesUid)
    const instanceId = sopUid === undefined ? null : resourceIdOf(patientId, studyInstanceUid, seriesUid, sopUid)
    return { seriesId, instanceId }
  }
}

/** Finds the frame that a path below a study names. Returns null for several frames, and what `findIds` cannot find: DICOMweb answers those. */
export async function findFrame(findIds: FindIds, study: AskedStudy, below: string): Promise<Frame | null> {
  const [, number] = oneFrame.exec(below) ?? []
  const ids = number === undefined ? null : await findIds(study, below)
  return ids?.instanceId ? { instanceId: ids.instanceId, number: Number(number) } : null
}

/** Returns the path of a frame's stored bytes in the archive. Nothing decodes them. */
export const pathOfFrame = ({ instanceId, number }: Frame): string => `/instances/${instanceId}/frames/${number - 1}/raw`

const bigEndian = '1.2.840.10008.1.2.2'
const littleEndian = '1.2.840.10008.1.2.1'

/** Returns the transfer syntax of a frame as the archive sends it, for that of its file. The archive turns the bytes of Big Endian around. */
export const syntaxOfFrame = (ofFile: string): string => (ofFile === bigEndian ? littleEndian : ofFile)

/** Sends a frame as the one part of a multipart answer that names its transfer syntax (DICOM PS3.18 section 8.7.3.3). */
export function sendFrame(
  body: Readable,
  { headers }: Pick<RawAnswer, 'headers'>,
  transferSyntax: string,
  reply: FastifyReply,
): FastifyReply {
  const boundary = randomUUID()
  const type = `application/octet-stream; transfer-syntax=${transferSyntax}`
  const head = Buffer.from(`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  reply.header('content-type', `multipart/related; type="${type}"; boundary=${boundary}`)
  async function* parts() {
    yield head
    yield* body
    yield tail
  }
  const length = Number(headers['content-length'])
  if (Number.isSafeInteger(length)) reply.header('content-length', head.length + length + tail.length)
  return reply.send(Readable.from(parts(), { objectMode: false }))
}
