import { authEndpoints } from '@readroom/contracts/access/auth'
import { makeCtStudy, studyUidOf } from '@readroom/demo/dicom/make-study'
import { sendStudies } from '@readroom/demo/studies/send-studies'
import { z } from 'zod'
import type { Figure } from '../core/figure.ts'
import { quantile, time } from '../core/statistics.ts'
import { untilSettled, type WholeSystem, withWholeSystem } from '../core/whole-system.ts'

const images = 300
const rounds = 5
/** The number of connections that a browser opens to one host. */
const connections = 6

const uid = z.object({ Value: z.tuple([z.string()]) })
/** Series and SOP instance UID, as QIDO-RS names them (PS3.18 section 10.6). */
const Instances = z.array(z.object({ '0020000E': uid, '00080018': uid }))

export type Source = { base: string; headers: Record<string, string> }

/** The cookie that a viewer's window has. */
export async function cookieOf({ admin, origin }: WholeSystem, studyId: string): Promise<string> {
  const { url } = await admin.call(authEndpoints.createTicket, { body: { purpose: 'viewer', studyId } })
  const response = await fetch(new URL(url, origin), { redirect: 'manual' })
  return response.headers.getSetCookie().join().split(';')[0] ?? ''
}

/** The form in which a viewer asks for frames. */
export const accept = 'multipart/related; type="application/octet-stream"; transfer-syntax=*'

/** The archive's own DICOMweb. */
export function directSource({ url, username, password }: WholeSystem['archive']): Source {
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  return { base: `${url}/dicom-web`, headers: { accept, authorization: `Basic ${basic}` } }
}

/** The addresses of the first frames of a study's images. */
export async function framePaths({ base, headers }: Source, uid: string): Promise<string[]> {
  const listed = await fetch(`${base}/studies/${uid}/instances`, { headers: { ...headers, accept: 'application/dicom+json' } })
  return Instances.parse(await listed.json()).map(
    ({ '0020000E': series, '00080018': instance }) =>
      `/studies/${uid}/series/${series.Value[0]}/instances/${instance.Value[0]}/frames/1`,
  )
}

/** Reads all over the connections of a browser. Returns the milliseconds of each. */
export async function readAll({ base, headers }: Source, paths: readonly string[]): Promise<number[]> {
  const queue = [...paths]
  const times: number[] = []
  const read = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const asked = performance.now()
      const response = await fetch(base + path, { headers })
      if (!response.ok) throw new Error(`${response.status} for ${path}`)
      await response.arrayBuffer()
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: connections }, read))
  return times
}

/** The images of a study as a viewer asks for them: through our gateway, and from the archive without anybody between. */
export async function benchGateway(): Promise<Figure[]> {
  return withWholeSystem({ SETTLE_SECONDS: '2' }, async (system) => {
    const { admin, origin, dicomPort, archive } = system
    const to = { host: '127.0.0.1', port: dicomPort, callingAeTitle: 'BENCH', calledAeTitle: 'READROOM' }
    await sendStudies({ ...to, files: makeCtStudy({ key: 'gateway', images }) })
    const study = await untilSettled(admin, studyUidOf({ key: 'gateway' }))
    const gateway = { base: `${origin}/dicom-web`, headers: { accept, cookie: await cookieOf(system, study._id) } }
    const direct = directSource(archive)
    const paths = await framePaths(direct, study.studyInstanceUID)
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      times[0].push(await time(() => readAll(gateway, paths)))
      times[1].push(await time(() => readAll(direct, paths)))
    }
    const [ours, theirs] = [quantile(times[0], 0.5), quantile(times[1], 0.5)]
    const name = `${images} CT images of 512 x 512 through the gateway (${ours.toFixed(0)} ms) over the archive itself (${theirs.toFixed(0)} ms)`
    return [{ name, value: ours / theirs, unit: '', limit: 1.3 }]
  })
}
