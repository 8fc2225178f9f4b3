import type { Orthanc, RawAnswer } from '@readroom/orthanc/client'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'
import type { FastifyReply } from 'fastify'

export type Question = {
  path: string
  headers: Record<string, string>
  /** For what the archive has to read files before it answers. */
  answerMs?: number
  /** Orthanc's id of the study that they are of. */
  study?: string
  signal?: AbortSignal
}

/** Ends when the browser goes away, and the archive's work with it. */
export function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** Ours to mend, or passing: the archive refuses our credentials, has an error of its own, or redirects. */
const isArchiveFault = (status: number) => status < 400 || status >= 500 || status === 401 || status === 403

/** An answer that is not 200, as an error; its body says more of the archive than a client may know, also whether a UID exists somewhere. */
export async function refusalOf(path: string, { statusCode, body }: RawAnswer): Promise<OrthancDown | OrthancNotFound> {
  await body.dump().catch(() => {})
  const place = path.split('?')[0] ?? ''
  return isArchiveFault(statusCode) ? new OrthancDown(place, statusCode) : new OrthancNotFound(place)
}

/** The archive's answer, which is a 200. Throws `OrthancNotFound` or `OrthancDown`. */
export async function openFromArchive(orthanc: Orthanc, { path, ...options }: Question): Promise<RawAnswer> {
  const answer = await orthanc.request(path, options)
  if (answer.statusCode === 200) return answer
  throw await refusalOf(path, answer)
}

/** The text of an answer that `read` makes something of. Throws `OrthancDown` where it breaks off, `OrthancBadAnswer` where it makes no sense. */
export async function readAnswer<T>(path: string, { body }: RawAnswer, read: (text: string) => T): Promise<T> {
  const text = await body.text().catch((error: unknown) => {
    throw new OrthancDown(path, null, error)
  })
  try {
    return read(text)
  } catch {
    // Without the cause: the values are a patient's.
    throw new OrthancBadAnswer(`${path}: not DICOM JSON`)
  }
}
