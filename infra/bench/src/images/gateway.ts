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

type Source = { base: string; headers: Record<string, string> }

/** The cookie that a viewer's window has. */
async function cookieOf({ admin, origin }: WholeSystem, studyId: string): Promise<string> {
  const { url } = await admin.call(authEndpoints.createTicket, { body: { purpose: 'viewer', studyId } })
  const response = await fetch(new URL(url, origin), { redirect: 'manual' })
  return response.headers.getSetCookie().join().split(';')[0] ?? ''
}

async function readAll({ base, headers }: Source, paths: readonly string[]): Promise<void> {
  const queue = [...paths]
  const read = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const response = await fetch(base + path, { headers })
      if (!response.ok) throw new Error(`${response.status} for ${path}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: connections }, read))
}

/** The images of a study as a viewer asks for them: through our gateway, and from the archive without anybody between. */
export async function benchGateway(): Promise<Figure[]> {
  return withWholeSystem({ SETTLE_SECONDS: '2' }, async (system) => {
    const { admin, origin, dicomPort, archive } = system
    const to = { host: '127.0.0.1', port: dicomPort, callingAeTitle: 'BENCH', calledAeTitle: 'READROOM' }
    await sendStudies({ ...to, files: makeCtStudy({ key: 'gateway', images }) })
    const study = await untilSettled(admin, studyUidOf({ key: 'gateway' }))
    const accept = 'multipart/related; type="application/octet-stream"; transfer-syntax=*'
    const gateway = { base: `${origin}/dicom-web`, headers: { accept, cookie: await cookieOf(system, study._id) } }
    const basic = Buffer.from(`${archive.username}:${archive.password}`).toString('base64')
    const direct = { base: `${archive.url}/dicom-web`, headers: { accept, authorization: `Basic ${basic}` } }
    const listed = await fetch(`${direct.base}/studies/${study.studyInstanceUID}/instances`, {
      headers: { ...direct.headers, accept: 'application/dicom+json' },
    })
    const paths = Instances.parse(await listed.json()).map(
      ({ '0020000E': series, '00080018': instance }) =>
        `/studies/${study.studyInstanceUID}/series/${series.Value[0]}/instances/${instance.Value[0]}/frames/1`,
    )
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
