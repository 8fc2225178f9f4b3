import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { DicomDestination } from '@readroom/contracts/reports/results'
import { writeDocument } from '@readroom/orthanc/dicom-document'
import { encapsulatedPdfClass, encapsulatedPdfTags } from '@readroom/orthanc/encapsulated-pdf'
import dimse from 'dcmjs-dimse'
import getPort from 'get-port'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { testPlaces } from '../../../core/places.fixture.ts'
import { certify } from './certificates.fixture.ts'
import { dicomSettings, dump, openArchive } from './dicom.fixture.ts'
import { openDicomChannel } from './dicom-channel.ts'
import type { ClientIdentity } from './hl7-channel.ts'
import { answerOfStatus } from './store-status.ts'

const { PresentationContextResult } = dimse.constants

let archive: Awaited<ReturnType<typeof openArchive>>
const logLevel = dimse.log.getLevel()
beforeAll(async () => {
  dimse.log.setLevel('silent', false)
  archive = await openArchive()
})
afterAll(async () => {
  dimse.log.setLevel(logLevel, false)
  await archive.remove()
})

const uid = '2.25.1234'
const named = { seriesInstanceUid: '2.25.12', sopInstanceUid: uid, title: 'Größe', number: 1, date: '20261120', time: '140307' }
const content = writeDocument(
  { PatientName: 'Bullerå^Søren', StudyInstanceUID: '2.25.1' },
  { SOPClassUID: encapsulatedPdfClass, ...encapsulatedPdfTags({ pdf: Buffer.from('%PDF-1'), ...named }) },
)
const attempt = { id: '01890000-0000-7000-8000-000000000001', kind: 'final' as const, controlId: 'C1', content }
/** Receivers have their time, also on a busy machine. */
const limits = { places: testPlaces, connectMs: 15_000, answerMs: 15_000 }
/** For receivers that never answer. */
const shortLimits = { ...limits, answerMs: 2_000 }

/** Opens a channel to a port that ends with the test. */
function open(port: number, changes: Partial<DicomDestination> = {}, identity: ClientIdentity | null = null, within = limits) {
  const channel = openDicomChannel(dicomSettings(port, changes), identity, within)
  onTestFinished(() => channel.close())
  return channel
}
const openToArchive = (changes?: Partial<DicomDestination>, identity?: ClientIdentity) => open(archive.port, changes, identity)

test.each([
  [0x0000, 'accepted'],
  [0xb000, 'accepted'],
  [0xb007, 'accepted'],
  [0x0111, 'accepted'],
  [0xa700, 'unavailable'],
  [0xa900, 'refused'],
  [0xc123, 'refused'],
  [0x0122, 'refused'],
])('the status %i means %s', (status, answer) => expect(answerOfStatus(status)).toMatchObject({ answer }))

test('a test of the connection stores nothing, and a repeated instance is one', async () => {
  await archive.start()
  const channel = openToArchive()
  expect(await channel.send({ ...attempt, kind: 'test' })).toEqual({ answer: 'accepted', text: 'Status 0000' })
  expect(await archive.list()).toEqual([])
  expect(await channel.send(attempt)).toMatchObject({ answer: 'accepted' })
  expect(await channel.send(attempt)).toMatchObject({ answer: 'accepted' })
  const [path = '', ...others] = await archive.list()
  expect(others).toEqual([])
  const elements = await dump(path)
  expect([elements.get('SOPInstanceUID'), elements.get('DocumentTitle')]).toEqual([uid, 'Größe'])
})

test('a receiver of the oldest transfer syntax alone gets the same values', async () => {
  await archive.start('+xi')
  expect(await openToArchive().send(attempt)).toMatchObject({ answer: 'accepted' })
  const elements = await dump((await archive.list())[0] ?? '')
  expect(['TransferSyntaxUID', 'PatientName', 'DocumentTitle'].map((name) => elements.get(name))).toEqual([
    '1.2.840.10008.1.2',
    'Bullerå^Søren',
    'Größe',
  ])
})

/** A program that accepts associations, but no instances of any class. */
class Listener extends dimse.Scp {
  override associationRequested(association: InstanceType<typeof dimse.association.Association>): void {
    for (const { id } of association.getPresentationContexts())
      association.getPresentationContext(id).setResult(PresentationContextResult.RejectAbstractSyntaxNotSupported)
    this.sendAssociationAccept()
  }

  override associationReleaseRequested(): void {
    this.sendAssociationReleaseResponse()
  }
}

test('a receiver that takes no such instances, or no association, says so', async () => {
  const server = new dimse.Server(Listener)
  const port = await getPort({ host: '127.0.0.1' })
  server.listen(port)
  onTestFinished(() => server.close())
  expect(await open(port).send(attempt)).toMatchObject({ answer: 'refused' })
  await archive.start('--refuse')
  expect(await openToArchive().send(attempt)).toEqual({
    answer: 'unreachable',
    text: expect.stringContaining('Association rejected'),
  })
})

test('bytes that are no DICOM file are not sent', async () => {
  await archive.start()
  expect(await openToArchive().send({ ...attempt, content: Buffer.from('MSH|') })).toMatchObject({ answer: 'failed' })
})

/** Starts a receiver that does this with the first bytes. */
async function startServer(react: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => react(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test.each([
  ['closes', (socket: Socket) => socket.destroy()],
  ['answers something else', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['answers an endless length', (socket: Socket) => socket.end(Buffer.from('0200ffffffff0001', 'hex'))],
  ['says nothing', () => {}],
])('a receiver that %s has not got the instance', async (_name, react) => {
  const { answer } = await open(await startServer(react), {}, null, shortLimits).send(attempt)
  expect(['unreachable', 'closed', 'silent', 'garbage']).toContain(answer)
})

test('with TLS only the receiver of the certificate gets anything, and only from our certificate', async () => {
  const [server, client, stranger] = [certify(), certify(), certify()]
  const files = [archive.write('key.pem', server.key), archive.write('cert.pem', server.cert)]
  const [key = '', cert = ''] = await Promise.all(files)
  await archive.start('+tls', key, cert, '+cf', await archive.write('client.pem', client.cert), '--require-peer-cert')
  expect(await openToArchive({ certificates: server.cert }, client).send(attempt)).toMatchObject({ answer: 'accepted' })
  const failures = [
    openToArchive({ certificates: server.cert }),
    openToArchive({ certificates: server.cert }, stranger),
    openToArchive({ certificates: stranger.cert }, client),
    openToArchive({}, client),
  ]
  for (const channel of failures) {
    const { answer } = await channel.send(attempt)
    expect(['unreachable', 'closed', 'silent']).toContain(answer)
  }
})
