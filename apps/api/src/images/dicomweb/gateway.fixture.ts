import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { series } from '@readroom/db/studies/series.schema'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { type Orthanc, startOrthanc } from '@readroom/local/services/orthanc'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { z } from 'zod'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Cast = Awaited<ReturnType<typeof createCast>>
export type Uids = { uid: string; seriesUid: string; sopUid: string }
type Stored = Uids & { id: string; orthancId: string; path: string }
type Headers = Record<string, string>

const Uploaded = z.object({ ID: z.string(), ParentStudy: z.string(), ParentSeries: z.string() })

export const newUids = (): Uids => ({ uid: newUid(), seriesUid: newUid(), sopUid: newUid() })

export const uidTags = ({ uid, seriesUid, sopUid }: Uids) => ({
  StudyInstanceUID: uid,
  SeriesInstanceUID: seriesUid,
  SOPInstanceUID: sopUid,
})

export type Gateway = {
  archive: Orthanc
  api: TestApi
  cast: Cast
  /** The header of the administrator's requests. */
  authorization: string
  /** Uploads to the archive only, as before the worker has seen the image. */
  upload(image: Buffer): Promise<z.infer<typeof Uploaded>>
  /** Stores in the archive and the database, as the intake would. */
  store(image: Buffer, uids: Uids): Promise<Stored>
  storeTagged(tags?: Record<string, unknown>, uids?: Uids): Promise<Stored>
  get(url: string, headers?: Headers): ReturnType<TestApi['request']>
  /** Returns the status, with the error code if it is not 200. */
  outcome(url: string, headers?: Headers): Promise<string>
  stop(): Promise<void>
}

/** Starts the API with a real archive. Requests come from an administrator. */
export async function startGateway(): Promise<Gateway> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-gateway-'))
  const archive = await startOrthanc({ dir, durable: false })
  const api = await startTestApi({ archive })
  const cast: Cast = await createCast(api.db)

  async function upload(image: Buffer) {
    const authorization = `Basic ${Buffer.from(`${archive.username}:${archive.password}`).toString('base64')}`
    const init = { method: 'POST', headers: { authorization }, body: new Uint8Array(image) }
    return Uploaded.parse(await (await fetch(`${archive.url}/instances`, init)).json())
  }

  async function store(image: Buffer, uids: Uids): Promise<Stored> {
    const { ParentStudy, ParentSeries } = await upload(image)
    const study = await createStudy(api.db, { orthancId: ParentStudy, studyInstanceUid: uids.uid, labId: cast.labA.id })
    const row = { studyId: study.id, orthancId: ParentSeries, seriesInstanceUid: uids.seriesUid, imageCount: 1 }
    await api.db.insert(series).values(row)
    const path = `/studies/${uids.uid}/series/${uids.seriesUid}/instances/${uids.sopUid}`
    return { ...uids, id: study.id, orthancId: ParentStudy, path }
  }

  const get = (url: string, headers: Headers = {}) => api.request({ method: 'GET', url: `/dicom-web${url}`, headers }, cast.admin)

  return {
    archive,
    api,
    cast,
    authorization: `Bearer ${api.token(cast.admin)}`,
    upload,
    store,
    storeTagged: async (tags = {}, uids = newUids()) => store(makeImage({ ...uidTags(uids), ...tags }), uids),
    get,
    outcome: async (url, headers) => {
      const answer = await get(url, headers)
      return answer.statusCode === 200 ? '200' : `${answer.statusCode} ${answer.json().code}`
    },
    stop: async () => {
      await api.stop()
      await archive.kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
