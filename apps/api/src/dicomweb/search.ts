import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { ImageAccess, StudySearch } from './access.ts'

/** DICOM JSON (PS3.18 annex F): tag -> value, passed on as it is. */
const DicomJson = z.array(z.record(z.string(), z.unknown()))

function readSearch(search: URLSearchParams): StudySearch {
  const uid = search.get('StudyInstanceUID') ?? search.get('0020000D')
  const patientId = search.get('PatientID') ?? search.get('00100020')
  return { uid, patientId }
}

/** What the viewer's study browser shows: description, modality, referring physician, birth date. */
const shownFields = '00081030,00080060,00080090,00100030'

/** A search for studies is answered from the studies this request may touch; the archive only describes each of them. */
export async function searchStudies({ orthanc, config }: Context, access: ImageAccess, request: FastifyRequest) {
  const { searchParams } = new URL(request.url, config.PUBLIC_URL)
  const studies = await access.search(readSearch(searchParams))
  const uids = [...new Set(studies.map((study) => study.studyInstanceUid))]
  const described = await Promise.all(
    uids.map(async (uid) => {
      const path = `/dicom-web/studies?StudyInstanceUID=${uid}&includefield=${shownFields}`
      const answer = await orthanc.request(path, { headers: { accept: 'application/dicom+json' } })
      const found = DicomJson.safeParse(JSON.parse(await answer.body.text()))
      return found.success && found.data.length === 1 ? found.data : []
    }),
  )
  return described.flat()
}
