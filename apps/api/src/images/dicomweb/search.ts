import { AppError } from '@readroom/contracts/core/errors'
import { Uid } from '@readroom/contracts/core/primitives'
import { isEmergency } from '@readroom/contracts/studies/urgency'
import type { StudyRow } from '@readroom/db/studies/studies'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import type { Config } from '../../core/config.ts'
import type { Context } from '../../core/context.ts'
import { acceptFor } from './accept.ts'
import type { FoundStudy, ImageAccess, StudySearch } from './access.ts'
import { repairDatasets } from './metadata.ts'
import { openFromArchive, readAnswer, untilGone } from './proxy.ts'
import type { SoleStudyCheck } from './sole-study.ts'

const describedAtOnce = 8

function readSearch(search: URLSearchParams): StudySearch {
  const uid = search.get('StudyInstanceUID') ?? search.get('0020000D')
  const patientId = search.get('PatientID') ?? search.get('00100020')
  return { uid, patientId }
}

/** Fields of the viewer's study browser: description, modality, referring physician, birth date. */
const shownFields = '00081030,00080060,00080090,00100030'

/** Returns the `Forwarded` header for the archive, which puts its address into links. It is always ours, never the client's. */
export function publicHost({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  const { host, protocol } = new URL(PUBLIC_URL)
  return `host=${host};proto=${protocol.slice(0, -1)}`
}

/** Asks the archive to describe a study. Returns nothing if the archive does not have it or has its UID twice. */
async function describe(
  { orthanc, config }: Context,
  study: StudyRow,
  { checkSoleStudy, ...asked }: { headers: Record<string, string>; signal: AbortSignal; checkSoleStudy: SoleStudyCheck },
): Promise<unknown[]> {
  // Other characters would act as wildcards in the archive.
  if (!Uid.safeParse(study.studyInstanceUid).success) return []
  const path = `/dicom-web/studies?StudyInstanceUID=${study.studyInstanceUid}&includefield=${shownFields}`
  try {
    const answer = await openFromArchive(orthanc, { path, ...asked })
    const shown = { seriesUids: null, origin: new URL(config.PUBLIC_URL).origin }
    const found = await readAnswer('/dicom-web/studies', answer, (text) => repairDatasets(text, shown))
    await checkSoleStudy(study)
    return found.length === 1 ? found : []
  } catch (error) {
    if (error instanceof AppError || error instanceof OrthancNotFound) return []
    throw error
  }
}

/** Requested Procedure Priority (0040,1003), PS3.3 section C.4.11. Tells viewers outside our session that a study is an emergency. */
const emergency = { '00401003': { vr: 'SH', Value: ['STAT'] } }

/** Marks emergencies, except for share links, which tell only the study itself. */
const marked = ({ study, sharedUntil }: FoundStudy, described: unknown[]): unknown[] =>
  isEmergency(study) && sharedUntil === null ? described.map((dataset) => Object.assign({}, dataset, emergency)) : described

/** Sets the `Sunset` header (RFC 8594) to the end of the first share link, if only links open the studies. */
function announceEnd(found: readonly FoundStudy[], reply: FastifyReply): void {
  const ends = found.flatMap(({ sharedUntil }) => (sharedUntil ? [sharedUntil.getTime()] : []))
  if (ends.length > 0 && ends.length === found.length) reply.header('sunset', new Date(Math.min(...ends)).toUTCString())
}

/** Searches among the studies that this request may read. The archive only describes them. */
export async function searchStudies(
  context: Context,
  checkSoleStudy: SoleStudyCheck,
  access: ImageAccess,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { searchParams } = new URL(request.url, context.config.PUBLIC_URL)
  const headers = { accept: acceptFor('list', request.headers.accept), forwarded: publicHost(context.config) }
  const { signal } = untilGone(reply)
  const found = await access.search(readSearch(searchParams))
  // A session's studies come first, and hide the same study of a link.
  const uids = found.map(({ study }) => study.studyInstanceUid)
  const ofUids = found.filter(({ study }, index) => uids.indexOf(study.studyInstanceUid) === index)
  const described = await pLimit(describedAtOnce).map(ofUids, async (one) =>
    marked(one, await describe(context, one.study, { headers, signal, checkSoleStudy })),
  )
  announceEnd(found, reply)
  return described.flat()
}
