import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labAeTitles } from '@readroom/db/people/labs.schema'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { type Certified, certify } from '../../reports/results/channels/certificates.fixture.ts'
import { createScanner, find, openWorklists } from './worklist.fixture.ts'

type Worklists = Awaited<ReturnType<typeof openWorklists>>
type Scanner = Awaited<ReturnType<typeof createScanner>>

describe('the modality worklist with TLS', () => {
  const server = certify()
  const certified = { own: certify(), other: certify(), expired: certify({ isExpired: true }) }
  let database: TestDatabase
  let dir: string
  let worklists: Worklists
  let scanners: Record<'addressed' | 'certified' | 'expired' | 'elsewhere', Scanner>
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    dir = await mkdtemp(join(tmpdir(), 'readroom-scanner-'))
    const { db } = database
    const isElsewhere = { allowedAddresses: ['10.1.2.0/24'] }
    scanners = {
      addressed: await createScanner(db, 'ADDRESSED'),
      certified: await createScanner(db, 'CERTIFIED', isElsewhere),
      expired: await createScanner(db, 'EXPIRED', isElsewhere),
      elsewhere: await createScanner(db, 'ELSEWHERE', isElsewhere),
    }
    const certify = (scanner: Scanner, { cert }: Certified) =>
      db.update(labAeTitles).set({ certificate: cert }).where(eq(labAeTitles.aeTitle, scanner.aeTitle))
    await certify(scanners.certified, certified.own)
    await certify(scanners.expired, certified.expired)
    for (const scanner of Object.values(scanners)) await scanner.addOrder('1', { accessionNumber: scanner.aeTitle })
    worklists = await openWorklists(database, { ...server, clientAuthority: null })
  })
  afterAll(async () => {
    await worklists.stop()
    await database.drop()
    await rm(dir, { recursive: true })
  })

  async function write(name: string, text: string): Promise<string> {
    const path = join(dir, name)
    await writeFile(path, text)
    return path
  }
  /** Returns the options of a scanner that checks our certificate and shows this one; null: none. */
  async function tlsOptions(shown: keyof typeof certified | null) {
    const trusted = ['+cf', await write('server.pem', server.cert)]
    if (shown === null) return ['+tla', ...trusted]
    const { key, cert } = certified[shown]
    return ['+tls', await write(`${shown}-key.pem`, key), await write(`${shown}.pem`, cert), ...trusted]
  }
  async function ask(scanner: Scanner, shown: keyof typeof certified | null, of: Worklists = worklists) {
    const items = await find(await of.tlsPort(), scanner, [], await tlsOptions(shown))
    return items.map((item) => item.get('AccessionNumber'))
  }

  it.each([
    ['no', null],
    ['any', 'other'],
  ] as const)('answers a scanner of an allowed address that shows %s certificate', async (_which, shown) => {
    expect(await ask(scanners.addressed, shown)).toEqual(['CT_ADDRESSED'])
  })

  it('recognises a scanner by its certificate, whatever its address', async () => {
    expect(await ask(scanners.certified, 'own')).toEqual(['CT_CERTIFIED'])
  })

  it.each([
    ['without its certificate', () => ask(scanners.certified, null)],
    ['with the certificate of another scanner', () => ask(scanners.certified, 'other')],
    ['with its certificate of the past', () => ask(scanners.expired, 'expired')],
    ['of an address that is not allowed', () => ask(scanners.elsewhere, null)],
    ['that has the certificate of another laboratory', () => ask(scanners.elsewhere, 'own')],
  ])('turns a scanner away %s', async (_how, asking) => {
    await expect(asking()).rejects.toThrow(/Association|Peer aborted|TLS/)
  })

  it('turns a scanner with a certificate away without TLS, also from an allowed address', async () => {
    const { db } = database
    const scanner = await createScanner(db, 'PLAIN')
    await db.update(labAeTitles).set({ certificate: certified.own.cert }).where(eq(labAeTitles.aeTitle, scanner.aeTitle))
    const fresh = await openWorklists(database, { ...server, clientAuthority: null })
    onTestFinished(fresh.stop)
    await expect(find(await fresh.port(), scanner)).rejects.toThrow(/Calling AE Title Not Recognized/)
  })

  it('lets nobody in without a certificate of its authority or of a scanner', async () => {
    const guarded = await openWorklists(database, { ...server, clientAuthority: certified.other.cert })
    onTestFinished(guarded.stop)
    expect(await ask(scanners.addressed, 'other', guarded)).toEqual(['CT_ADDRESSED'])
    expect(await ask(scanners.certified, 'own', guarded)).toEqual(['CT_CERTIFIED'])
    await expect(ask(scanners.addressed, null, guarded)).rejects.toThrow(/Association|Peer aborted|TLS/)
    await expect(ask(scanners.addressed, 'expired', guarded)).rejects.toThrow(/Association|Peer aborted|TLS/)
  })

  it('keeps the port without TLS open if its certificate cannot be read', async () => {
    const broken = await openWorklists(database, { cert: 'none', key: 'none', clientAuthority: null })
    onTestFinished(broken.stop)
    expect(await find(await broken.port(), scanners.addressed)).toHaveLength(1)
  })
})
