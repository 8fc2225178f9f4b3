import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { modalityWorklists } from '@readroom/db/orders/modality-worklists.schema'
import { labAeTitles } from '@readroom/db/people/labs.schema'
import { createLab } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import dimse from 'dcmjs-dimse'
import { eq } from 'drizzle-orm'
import getPort from 'get-port'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { testPlaces } from '../../core/places.fixture.ts'
import { type Certified, certify } from '../../reports/results/channels/certificates.fixture.ts'
import { silent } from '../../studies/intake/intake.fixture.ts'
import { testScanner } from './scanner-test.ts'

const { PresentationContextResult, RejectReason, RejectResult, RejectSource, Status } = dimse.constants
type Association = InstanceType<typeof dimse.association.Association>

/** A scanner that has the AE title CT_1, or a longer one, and knows WL_CITY in the same way. */
class ScannerScp extends dimse.Scp {
  override associationRequested(association: Association): void {
    const { CalledAeNotRecognized, CallingAeNotRecognized } = RejectReason
    const reject = (reason: number) => this.sendAssociationReject(RejectResult.Permanent, RejectSource.ServiceUser, reason)
    if (!association.getCalledAeTitle().startsWith('CT_1')) {
      reject(CalledAeNotRecognized)
      return
    }
    if (!association.getCallingAeTitle().startsWith('WL_CITY')) {
      reject(CallingAeNotRecognized)
      return
    }
    for (const { id } of association.getPresentationContexts()) {
      const context = association.getPresentationContext(id)
      context.setResult(PresentationContextResult.Accept, context.getTransferSyntaxUids()[0])
    }
    this.sendAssociationAccept()
  }

  override cEchoRequest(
    request: InstanceType<typeof dimse.requests.CEchoRequest>,
    callback: (response: InstanceType<typeof dimse.responses.CEchoResponse>) => void,
  ): void {
    const response = dimse.responses.CEchoResponse.fromRequest(request)
    response.setStatus(Status.Success)
    callback(response)
  }

  override associationReleaseRequested(): void {
    this.sendAssociationReleaseResponse()
  }
}

describe('a test of a scanner', () => {
  let database: TestDatabase
  const logLevel = dimse.log.getLevel()
  beforeAll(async () => {
    dimse.log.setLevel('silent', false)
    database = await createTestDatabase(inject('databaseUrl'))
  })
  afterAll(async () => {
    dimse.log.setLevel(logLevel, false)
    await database.drop()
  })

  const askedAt = new Date()
  const ours = certify()
  type Made = {
    aeTitle: string
    port: number
    host?: string
    calledAeTitle?: string
    allowedAddresses?: string[]
    /** The certificate that it must show. */
    certificate?: string
  }

  /** Makes a scanner at a port and tests it. Returns what is known of the test. */
  async function test({ aeTitle, port, host = '127.0.0.1', allowedAddresses = ['127.0.0.0/8'], ...others }: Made) {
    const { db } = database
    const lab = await createLab(db)
    const calledAeTitle = others.calledAeTitle ?? `WL_${aeTitle}`
    await db.insert(modalityWorklists).values({ labId: lab.id, calledAeTitle, allowedAddresses, isEnabled: true })
    const { certificate = null } = others
    const row = { place: { host, port }, usesTls: certificate !== null, certificate }
    await db.insert(labAeTitles).values({ aeTitle, labId: lab.id, ...row, testAskedAt: askedAt })
    await testScanner(
      { database, log: silent, places: testPlaces, scannerIdentity: ours },
      { aeTitle, askedAt: askedAt.toISOString() },
    )
    const [tested] = await db.select().from(labAeTitles).where(eq(labAeTitles.aeTitle, aeTitle))
    return tested?.testResult
  }

  /** Starts a scanner. With a certificate it speaks TLS, and only with us. */
  async function startScanner(shown?: Certified): Promise<number> {
    const server = new dimse.Server(ScannerScp)
    const port = await getPort({ host: '127.0.0.1' })
    const securityOptions = shown && { ...shown, ca: ours.cert, requestCert: true, rejectUnauthorized: true }
    server.listen(port, securityOptions && { securityOptions })
    onTestFinished(() => server.close())
    return port
  }

  /** Starts a program that does this with the first bytes. */
  async function startServer(react: (socket: Socket) => void): Promise<number> {
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

  it('says whether the scanner answered, or which AE title it refused', async () => {
    const port = await startScanner()
    expect(await test({ aeTitle: 'CT_1', port, calledAeTitle: 'WL_CITY' })).toEqual({
      answer: 'answered',
      milliseconds: expect.any(Number),
      callingAeTitle: 'WL_CITY',
    })
    expect(await test({ aeTitle: 'CT_2', port })).toMatchObject({ answer: 'otherTitle', milliseconds: null })
    expect(await test({ aeTitle: 'CT_12', port })).toMatchObject({ answer: 'unknownTitle', callingAeTitle: 'WL_CT_12' })
  })

  it('asks by TLS only the scanner whose certificate is registered, and that is valid', async () => {
    const [own, other, expired] = [certify(), certify(), certify({ isExpired: true })]
    const port = await startScanner(own)
    const answered = await test({ aeTitle: 'CT_1TLS', port, calledAeTitle: 'WL_CITY_TLS', certificate: own.cert })
    expect(answered).toMatchObject({ answer: 'answered', callingAeTitle: 'WL_CITY_TLS' })
    expect(await test({ aeTitle: 'CT_1OTHER', port, certificate: other.cert })).toMatchObject({ answer: 'otherCertificate' })
    const old = { aeTitle: 'CT_1OLD', port: await startScanner(expired), certificate: expired.cert }
    expect(await test(old)).toMatchObject({ answer: 'invalidCertificate' })
    const plain = { aeTitle: 'CT_1PLAIN', port: await startScanner(), certificate: own.cert }
    expect(await test(plain)).toMatchObject({ answer: 'noTls' })
    const nobody = { aeTitle: 'CT_1NONE', port: await getPort({ host: '127.0.0.1' }), certificate: own.cert }
    expect(await test(nobody)).toMatchObject({ answer: 'unreachable' })
  })

  it.each([
    ['closes the connection', (socket: Socket) => socket.destroy(), ['closed', 'unreachable']],
    [
      'answers no DICOM',
      (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      ['closed', 'unreachable', 'garbage'],
    ],
    ['says nothing', () => {}, ['silent', 'unreachable', 'closed']],
  ])('ends if the scanner %s', async (words, react, answers) => {
    const result = await test({ aeTitle: words.slice(0, 9).toUpperCase(), port: await startServer(react) })
    expect(answers).toContain(result?.answer)
  })

  it('says that nothing listens at the port', async () => {
    const port = await getPort({ host: '127.0.0.1' })
    expect(await test({ aeTitle: 'NOBODY', port })).toMatchObject({ answer: 'unreachable', milliseconds: null })
  })

  it('never connects to a private address that the worklist does not allow, also by its name', async () => {
    let connections = 0
    const server = createServer(() => {
      connections += 1
    })
    server.listen(0)
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
    })
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const others = { port, allowedAddresses: ['10.1.2.0/24'] }
    expect(await test({ aeTitle: 'INNER', ...others })).toMatchObject({ answer: 'forbidden' })
    expect(await test({ aeTitle: 'NAMED', host: 'localhost', ...others })).toMatchObject({ answer: 'forbidden' })
    expect(await test({ aeTitle: 'SHORT', host: '127.1', ...others })).toMatchObject({ answer: 'forbidden' })
    expect(connections).toBe(0)
  })

  it('leaves a newer test without answer', async () => {
    const { db } = database
    const lab = await createLab(db)
    const port = await getPort({ host: '127.0.0.1' })
    const newer = new Date(askedAt.getTime() + 1)
    const place = { host: '127.0.0.1', port }
    await db.insert(labAeTitles).values({ aeTitle: 'NEWER', labId: lab.id, place, testAskedAt: newer })
    await testScanner(
      { database, log: silent, places: testPlaces, scannerIdentity: null },
      { aeTitle: 'NEWER', askedAt: askedAt.toISOString() },
    )
    const [row] = await db.select().from(labAeTitles).where(eq(labAeTitles.aeTitle, 'NEWER'))
    expect(row?.testResult).toBeNull()
  })
})
