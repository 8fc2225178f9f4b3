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

const oneFrame = /^series\/([^/]+)\/instances\/([^/]+)\/frames\/([0-9]+)$/

export type FindFrame = (study: Pick<StudyRow, 'orthancId' | 'studyInstanceUid'>, below: string) => Promise<Frame | null>

/**
 * Finds the frame that a path below a study names. Its id in the archive is made from the patient ID and the UIDs, so it can only be this study's.
 * Returns null for several frames, and if the study's own id is not made of what the archive says of it: DICOMweb answers those.
 */
export function createFrameFinder(orthanc: Pick<Orthanc, 'getStudy'>): FindFrame {
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
    const [, seriesUid, sopUid, number] = oneFrame.exec(below) ?? []
    if (seriesUid === undefined || sopUid === undefined) return null
    const patientId = await patientIdOf(orthancId)
    if (resourceIdOf(patientId, studyInstanceUid) !== orthancId) return null
    return { instanceId: resourceIdOf(patientId, studyInstanceUid, seriesUid, sopUid), number: Number(number) }
  }
}

/** Returns the path of a frame's stored bytes in the archive. Nothing decodes them. */
export const pathOfFrame = ({ instanceId, number }: Frame): string => `/instances/${instanceId}/frames/${number - 1}/raw`

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
