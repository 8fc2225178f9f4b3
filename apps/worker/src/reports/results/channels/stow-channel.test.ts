import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { StowDestination } from '@readroom/contracts/reports/results'
import { writeDocument } from '@readroom/orthanc/dicom-document'
import { encapsulatedPdfClass, encapsulatedPdfTags } from '@readroom/orthanc/encapsulated-pdf'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testPlaces } from '../../../core/places.fixture.ts'
import { openArchive } from '../../../studies/intake/archive.fixture.ts'
import { certify } from './certificates.fixture.ts'
import { openStowChannel } from './stow-channel.ts'

let archive: Awaited<ReturnType<typeof openArchive>>
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

const identity = certify()
const named = { seriesInstanceUid: '2.25.12', sopInstanceUid: '2.25.123', title: 'Größe', number: 1, date: '20261120' }
const content = writeDocument(
  { PatientName: 'Bullerå^Søren', PatientID: 'PID_1', StudyInstanceUID: '2.25.1' },
  { SOPClassUID: encapsulatedPdfClass, ...encapsulatedPdfTags({ pdf: Buffer.from('%PDF-1\n'), time: '140307', ...named }) },
)
const attempt = { id: '01890000-0000-7000-8000-000000000001', kind: 'final' as const, controlId: 'C1', content }

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a web server that does this. Returns what opens a channel to it. */
async function startServer(serve: Serve) {
  const server = createServer(identity, serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return (changes: Partial<StowDestination> = {}, secret: string | null = null) => {
    const place = { url: `https://127.0.0.1:${port}/dicom-web/`, allowsPrivate: true, certificates: identity.cert }
    const settings = { kind: 'stow' as const, ...place, login: { kind: 'none' as const }, document: 'pdf' as const, ...changes }
    const channel = openStowChannel(settings, async () => secret, { places: testPlaces, answerMs: 10_000 })
    onTestFinished(() => channel.close())
    return channel
  }
}

/** Hands everything to the image archive, which has no TLS. */
const toArchive: Serve = (asked, response) => {
  const { method = 'GET', headers, url = '' } = asked
  const passed = request(`${archive.url}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.headers)
    answer.pipe(response)
  })
  asked.pipe(passed)
}

test('an archive stores an instance once, however often it is sent, and a test stores nothing', async () => {
  const open = await startServer(toArchive)
  const channel = open({ login: { kind: 'basic', userName: archive.username } }, archive.password)
  expect(await channel.send({ ...attempt, kind: 'test' })).toMatchObject({ answer: 'accepted' })
  expect(await archive.orthanc.listSeries(0, 10)).toEqual([])
  expect(await channel.send(attempt)).toEqual({ answer: 'accepted', text: 'HTTP 200' })
  expect(await channel.send(attempt)).toMatchObject({ answer: 'accepted' })
  expect(await archive.orthanc.listSeries(0, 10)).toMatchObject([{ Instances: [expect.any(String)] }])
})

test('an account that the archive does not know waits, and loses no report', async () => {
  const open = await startServer(toArchive)
  const wrong = open({ login: { kind: 'basic', userName: archive.username } }, 'wrong')
  expect(await wrong.send(attempt)).toEqual({ answer: 'unavailable', text: 'HTTP 401' })
  expect(await open({ login: { kind: 'bearer' } }).send(attempt)).toEqual({ answer: 'misconfigured', text: 'RESULTS_KEY' })
})

const failure = (reason: number) =>
  JSON.stringify({ '00081198': { vr: 'SQ', Value: [{ '00081197': { vr: 'US', Value: [reason] } }] } })

test.each([
  [200, '', 'accepted'],
  [202, 'not JSON', 'accepted'],
  [202, failure(0xa900), 'refused'],
  [409, failure(0xa700), 'unavailable'],
  [409, `[${failure(0x0111)}]`, 'accepted'],
  [409, '', 'refused'],
  [302, '', 'refused'],
  [415, '', 'refused'],
  [403, '', 'unavailable'],
  [503, failure(0xa900), 'unavailable'],
])('the status %i with %j means %s', async (status, body, answer) => {
  const open = await startServer((_request, response) => {
    response.writeHead(status, { location: 'https://127.0.0.1:1/' }).end(body)
  })
  expect(await open().send(attempt)).toMatchObject({ answer })
})

test('a private address is not reached unless that is allowed, and a token goes to nobody with another certificate', async () => {
  const tokens: unknown[] = []
  const open = await startServer((asked, response) => {
    tokens.push(asked.headers.authorization)
    response.end()
  })
  const login = { kind: 'bearer' as const }
  expect(await open({ login, allowsPrivate: false }, 'token').send(attempt)).toEqual({ answer: 'forbidden', text: '' })
  expect(await open({ login, certificates: certify().cert }, 'token').send(attempt)).toMatchObject({ answer: 'unreachable' })
  expect(tokens).toEqual([])
  expect(await open({ login }, 'token').send(attempt)).toMatchObject({ answer: 'accepted' })
  expect(tokens).toEqual(['Bearer token'])
})
