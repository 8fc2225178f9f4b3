import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const kinds = { study: '1', series: '2', instance: '3' }

/** As `idStatement` of a kind and a number; ids tell their number again. */
const idOf = (kind: keyof typeof kinds, number: number) =>
  `${kinds[kind]}${number.toString(16).padStart(39, '0')}`.match(/.{8}/g)?.join('-') ?? ''

const numberOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(1), 16)

/** SQL for the same id, of a column `n`. */
export const idStatement = (kind: keyof typeof kinds) =>
  `regexp_replace('${kinds[kind]}' || lpad(to_hex(n), 39, '0'), '(.{8})(?=.)', '\\1-', 'g')`

const study = (number: number) => ({
  ID: idOf('study', number),
  IsStable: true,
  LastUpdate: '20260101T000000',
  MainDicomTags: {},
  PatientMainDicomTags: {},
  Series: [idOf('series', number)],
})

const series = (number: number) => ({
  ID: idOf('series', number),
  ParentStudy: idOf('study', number),
  LastUpdate: '20260101T000000',
  MainDicomTags: {},
  Instances: [idOf('instance', number)],
})

const instance = (number: number) => ({
  ID: idOf('instance', number),
  ParentSeries: idOf('series', number),
  MainDicomTags: {},
  FileSize: 1,
})

/** Returns what an archive of so many studies of one image answers to a sweep, and counts the questions but for those about changes. */
export async function openStandInArchive(studies: number) {
  let requests = 0

  function answer(url: URL): unknown {
    const [, kind = '', id = '', part] = url.pathname.split('/')
    const number = numberOf(id)
    const since = Number(url.searchParams.get('since'))
    const size = Math.max(0, Math.min(Number(url.searchParams.get('limit')), studies - since))
    const page = <T>(make: (number: number) => T) => Array.from({ length: size }, (_, index) => make(since + index))
    const isExpanded = url.searchParams.has('expand')
    if (kind === 'changes') return { Changes: [], Done: true, Last: 0 }
    if (kind === 'series') return page(series)
    if (kind === 'studies' && id === '') return isExpanded ? page(study) : page((each) => idOf('study', each))
    if (part === 'statistics') return { CountInstances: 1, CountSeries: 1 }
    if (part === 'series') return [series(number)]
    if (part === 'instances') return [instance(number)]
    return { Version: 'stand-in', DicomAet: 'STANDIN', DicomPort: 4242, TotalDiskSize: '0' }
  }

  const server = createServer((asked, response) => {
    const url = new URL(asked.url ?? '/', 'http://archive')
    if (!/^\/(changes|system|statistics)$/.test(url.pathname)) requests += 1
    response.end(url.pathname.endsWith('/file') ? 'x' : JSON.stringify(answer(url)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port')
  const { port }: AddressInfo = address

  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, countRequests: () => requests, close }
}
