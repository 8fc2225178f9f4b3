import { AppError } from '@readroom/contracts/errors'
import { Uid } from '@readroom/contracts/primitives'
import type { StudyRow } from '@readroom/db/queries/studies'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { acceptFor } from './accept.ts'
import type { ImageAccess, StudySearch } from './access.ts'
import { repairDatasets } from './metadata.ts'
import { openFromArchive, readAnswer, untilGone } from './proxy.ts'
import type { SoleStudyCheck } from './sole-study.ts'

const describedAtOnce = 8

function readSearch(search: URLSearchParams): StudySearch {
  const uid = search.get('StudyInstanceUID') ?? search.get('0020000D')
  const patientId = search.get('PatientID') ?? search.get('00100020')
  return { uid, patientId }
}

/** What the viewer's study browser shows: description, modality, referring physician, birth date. */
const shownFields = '00081030,00080060,00080090,00100030'

/** The archive writes its own links into its answers: it is told our address, and never what a client says it is. */
export function publicHost({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  const { host, protocol } = new URL(PUBLIC_URL)
  return `host=${host};proto=${protocol.slice(0, -1)}`
}

/** What the archive says of a study; nothing where it does not have it, or has its UID twice. */
async function describe(
  { orthanc, config }: Context,
  study: StudyRow,
  { checkSoleStudy, ...asked }: { headers: Record<string, string>; signal: AbortSignal; checkSoleStudy: SoleStudyCheck },
): Promise<unknown[]> {
  // The archive takes other characters for wildcards.
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

/** A search for studies is answered from the studies this request may touch; the archive only describes each of them. */
export async function searchStudies(
  context: Context,
  checkSoleStudy: SoleStudyCheck,
  access: ImageAccess,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { searchParams } = new URL(request.url, context.config.PUBLIC_URL)
  const headers = { accept: acceptFor('list', request.headers.accept), forwarded: publicHost(context.config) }
  const signal = untilGone(reply)
  const studies = await access.search(readSearch(searchParams))
  const ofUids = [...new Map(studies.map((study) => [study.studyInstanceUid, study])).values()]
  const described = await pLimit(describedAtOnce).map(ofUids, (study) =>
    describe(context, study, { headers, signal, checkSoleStudy }),
  )
  return described.flat()
}
