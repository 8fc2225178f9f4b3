import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Wanted = z.object({ Resources: z.array(z.string()) })

const kinds = { study: '1', series: '2', instance: '3' }

const idOf = (kind: keyof typeof kinds, number: number) =>
  `${kinds[kind]}${number.toString(16).padStart(39, '0')}`.match(/.{8}/g)?.join('-') ?? ''
const numberOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(1), 16)

const tagsOf = (number: number) => ({
  StudyInstanceUID: `2.25.9${number}`,
  SeriesInstanceUID: `2.25.8${number}`,
  SOPInstanceUID: `2.25.7${number}`,
  Modality: 'CT',
  PatientID: `ARRIVAL${number}`,
  PatientName: `Arrival^Number ${number}`,
  PatientSex: 'F',
  PatientBirthDate: '19700101',
  StudyDate: '20260101',
  StudyDescription: 'CT chest with contrast',
  AccessionNumber: `R${number}`,
})

const seriesOf = (number: number) => ({
  ID: idOf('series', number),
  ParentStudy: idOf('study', number),
  LastUpdate: '20260101T000000',
  MainDicomTags: { Modality: 'CT', SeriesInstanceUID: `2.25.8${number}` },
  Instances: [idOf('instance', number)],
})

type Waiting = { last: number; offeredAt: number | null; resolve: (ms: number) => void }

/** An archive to which one study of one image after the other comes, all from `callingAeTitle`. It answers at once whatever the intake asks. */
export async function openArrivingArchive(callingAeTitle: string) {
  // Greater than in an earlier measurement: to its database these studies are new.
  let last = Date.now()
  let waiting: Waiting | null = null

  /** A request for the changes after a study proves that the study was taken in. */
  function changesSince(since: number): unknown {
    if (waiting && since >= waiting.last && waiting.offeredAt !== null) {
      waiting.resolve(performance.now() - waiting.offeredAt)
      waiting = null
    }
    if (!waiting || since >= last) return { Changes: [], Done: true, Last: last }
    waiting.offeredAt = performance.now()
    const change = { ChangeType: 'NewStudy', ID: idOf('study', last), ResourceType: 'Study', Seq: last }
    // Not done: the next question comes as soon as this study is taken in.
    return { Changes: [change], Done: false, Last: last }
  }

  async function answer(asked: IncomingMessage): Promise<unknown> {
    const url = new URL(asked.url ?? '/', 'http://archive')
    const [, kind = '', id = '', part] = url.pathname.split('/')
    const number = numberOf(id)
    if (kind === 'changes')
      return url.searchParams.has('last')
        ? { Changes: [], Done: true, Last: last }
        : changesSince(Number(url.searchParams.get('since')))
    if (kind === 'tools') {
      const { Resources } = Wanted.parse(JSON.parse(await text(asked)))
      return Resources.map((instance) => ({ ID: instance, Metadata: { RemoteAET: callingAeTitle } }))
    }
    if (part === 'series') return [seriesOf(number)]
    if (part === 'simplified-tags') return tagsOf(number)
    if (part === 'statistics') return { CountInstances: 1, CountSeries: 1 }
    if (part === 'instances')
      return [{ ID: idOf('instance', number), ParentSeries: idOf('series', number), FileSize: 1, MainDicomTags: {} }]
    return { Version: 'stand-in', DicomAet: 'STANDIN', DicomPort: 4242, TotalDiskSize: '0' }
  }

  const server = createServer(async (asked, response) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://archive')
    if (pathname.endsWith('/content/0010-0010')) response.end(tagsOf(numberOf(pathname.split('/')[2] ?? '')).PatientName)
    else response.end(pathname.includes('/content/') ? 'HFS' : JSON.stringify(await answer(asked)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port')
  const { port }: AddressInfo = address

  return {
    url: `http://127.0.0.1:${port}`,
    /** A study comes. Resolves with the milliseconds from when the intake hears of it until it has taken it in. */
    arrive(): Promise<number> {
      last += 1
      return new Promise((resolve) => {
        waiting = { last, offeredAt: null, resolve }
      })
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
