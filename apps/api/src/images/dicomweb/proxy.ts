import type { Orthanc, RawAnswer } from '@readroom/orthanc/client'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'
import type { FastifyReply } from 'fastify'

export type Question = {
  path: string
  headers: Record<string, string>
  /** Limit for answers that the archive has to read files for. */
  answerMs?: number
  /** Orthanc's id of the requested study. */
  study?: string
  signal?: AbortSignal
  /** Waits for the question's turn. */
  turn?: (signal: AbortSignal) => Promise<void>
}

/** Aborts when the browser disconnects before it has the whole answer, or asked for no body, which also ends the archive's work. */
export function untilGone(reply: FastifyReply): AbortController {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished || reply.request.method === 'HEAD') gone.abort()
  })
  return gone
}

/** Returns true for a fault on our side: the archive refuses our credentials, fails or redirects. */
const isArchiveFault = (status: number) => status < 400 || status >= 500 || status === 401 || status === 403

/** Turns an answer other than 200 into an error. Drops its body, which tells too much about the archive, such as whether a UID exists. */
export async function refusalOf(path: string, { statusCode, body }: RawAnswer): Promise<OrthancDown | OrthancNotFound> {
  await body.dump().catch(() => {})
  const place = path.split('?')[0] ?? ''
  return isArchiveFault(statusCode) ? new OrthancDown(place, statusCode) : new OrthancNotFound(place)
}

/** Requests a path from the archive and returns its 200 answer. Throws `OrthancNotFound` or `OrthancDown`. */
export async function openFromArchive(orthanc: Orthanc, { path, ...options }: Question): Promise<RawAnswer> {
  const answer = await orthanc.request(path, options)
  if (answer.statusCode === 200) return answer
  throw await refusalOf(path, answer)
}

/** Parses an answer's text with `read`. Throws `OrthancDown` if it breaks off, `OrthancBadAnswer` if it cannot be parsed. */
export async function readAnswer<T>(path: string, { body }: RawAnswer, read: (text: string) => T): Promise<T> {
  const text = await body.text().catch((error: unknown) => {
    throw new OrthancDown(path, null, error)
  })
  try {
    return read(text)
  } catch {
    // Without the cause, which would quote a patient's data.
    throw new OrthancBadAnswer(`${path}: not DICOM JSON`)
  }
}
