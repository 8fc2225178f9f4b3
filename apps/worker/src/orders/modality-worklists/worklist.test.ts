import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { maxWorklistItems } from '@readroom/contracts/orders/modality-worklists'
import { listPortRefusals } from '@readroom/db/core/port-refusals'
import { modalityWorklists } from '@readroom/db/orders/modality-worklists.schema'
import { orderMatches, orders } from '@readroom/db/orders/orders.schema'
import { insertPerformedStep } from '@readroom/db/orders/performed-steps'
import { createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { eventually } from '@readroom/local/core/eventually'
import type {} from '@readroom/local/suites/vitest-services'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { scannerLimits } from '../scanners/scanner-services.ts'
import { createScanner, find, openWorklists, statusOf } from './worklist.fixture.ts'

type Scanner = Awaited<ReturnType<typeof createScanner>>

describe('the modality worklist', () => {
  let database: TestDatabase
  let worklists: Awaited<ReturnType<typeof openWorklists>>
  let scanners: Record<
    'crowded' | 'wild' | 'steps' | 'keys' | 'own' | 'other' | 'elsewhere' | 'closed' | 'busy' | 'slash',
    Scanner
  >
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    const { db } = database
    scanners = {
      crowded: await createScanner(db, 'CROWDED'),
      wild: await createScanner(db, 'WILD'),
      steps: await createScanner(db, 'STEPS'),
      keys: await createScanner(db, 'KEYS'),
      own: await createScanner(db, 'OWN'),
      other: await createScanner(db, 'OTHER'),
      elsewhere: await createScanner(db, 'ELSEWHERE', { allowedAddresses: ['10.1.2.0/24'] }),
      closed: await createScanner(db, 'CLOSED', { isEnabled: false }),
      busy: await createScanner(db, 'BUSY'),
      slash: await createScanner(db, 'SLASH'),
    }
    worklists = await openWorklists(database)
  })
  afterAll(async () => {
    await worklists.stop()
    await database.drop()
  })

  const ask = async (scanner: Pick<Scanner, 'aeTitle' | 'calledAeTitle'>, ...keys: string[]) =>
    find(await worklists.port(), scanner, keys)
  /** Returns the last status of an answer in words. */
  const crowdedStatus = async () => statusOf(await worklists.port(), scanners.crowded)
  const accessions = async (scanner: Scanner, ...keys: string[]) =>
    (await ask(scanner, ...keys)).map((item) => item.get('AccessionNumber'))

  it('shows a scanner the orders of its laboratory, with names in every script', async () => {
    const { own, other } = scanners
    await other.addOrder('1', { accessionNumber: 'OTHER', patientName: 'Nobody^Else' })
    const order = await own.addOrder('1', {
      accessionNumber: 'A-1',
      patientName: 'Выдумкина^Аглая',
      patientIds: [{ id: 'P-1', authority: null }],
      patientIdTexts: ['P-1'],
      procedureDescription: 'CT head',
      scheduledAt: new Date(Date.now() + 86_400_000),
      aeTitle: 'CT_7',
    })
    const items = await ask(own)
    expect(items).toHaveLength(1)
    expect(Object.fromEntries(items[0] ?? [])).toMatchObject({
      AccessionNumber: 'A-1',
      PatientName: 'Выдумкина^Аглая',
      PatientID: 'P-1',
      RequestedProcedureDescription: 'CT head',
      Modality: 'CT',
      ScheduledStationAETitle: 'CT_7',
      StudyInstanceUID: `2.25.${BigInt(`0x${order.id.replaceAll('-', '')}`)}`,
    })
    expect(await accessions(other)).toEqual(['OTHER'])
  })

  it('shows a scanner no part of a number that has a backslash, which begins another value in DICOM', async () => {
    const { slash } = scanners
    await slash.addOrder('1', {
      accessionNumber: 'A-7\\2',
      patientName: 'Arden\\Mira',
      patientIds: [{ id: 'P-7\\2', authority: 'NORTH\\2' }],
      patientIdTexts: ['P-7\\2'],
      procedureId: 'R-7\\2',
      procedureCode: 'C-7\\2',
      procedureDescription: 'CT head\\neck',
      orderingPhysician: 'Reed\\Jo',
      indication: 'Pain\\fall',
    })
    const [item = new Map()] = await ask(slash, 'IssuerOfPatientID', 'RequestedProcedureID', 'ReasonForTheRequestedProcedure')
    expect(Object.fromEntries(item)).toMatchObject({
      AccessionNumber: '(no',
      PatientID: '(no',
      IssuerOfPatientID: '(no',
      PatientName: 'Arden Mira',
      RequestedProcedureDescription: 'CT head neck',
      ReasonForTheRequestedProcedure: 'Pain fall',
    })
    expect(item.get('RequestedProcedureID')).toMatch(/^[0-9A-F]{12}$/)
  })

  it.each<[string, () => Pick<Scanner, 'aeTitle' | 'calledAeTitle'>]>([
    ['of another laboratory', () => ({ ...scanners.other, calledAeTitle: scanners.own.calledAeTitle })],
    ['with an unknown AE title', () => ({ aeTitle: 'STRANGER', calledAeTitle: scanners.own.calledAeTitle })],
    ['that calls an unknown AE title', () => ({ ...scanners.own, calledAeTitle: 'ANY' })],
    ['with an address that is not allowed', () => scanners.elsewhere],
    ['whose worklist is disabled', () => scanners.closed],
  ])('turns a scanner away %s', async (_who, scanner) => {
    await expect(ask(scanner())).rejects.toThrow(/Association Rejected/)
    const { aeTitle } = scanner()
    await eventually(async () => {
      await worklists.refusals.store()
      const counted = { port: 'worklist', address: '127.0.0.1', aeTitle, reason: 'not allowed' }
      expect(await listPortRefusals(database.db)).toContainEqual(expect.objectContaining(counted))
    })
  })

  it('answers by the keys that scanners ask with', async () => {
    const { keys } = scanners
    const person = { patientName: 'Okafor^Chidi', patientIds: [{ id: 'P-7', authority: null }], patientIdTexts: ['P-7'] }
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    // In the clinic's zone. The first is still the day before in UTC.
    const at = (time: string) => new Date(`${day}T${time}:00+09:00`)
    await keys.addOrder('1', { ...person, accessionNumber: 'EARLY', scheduledAt: at('00:30') })
    await keys.addOrder('2', { accessionNumber: 'LATE', scheduledAt: at('14:00'), modality: 'MR', aeTitle: 'MR_1' })
    const plain = day.replaceAll('-', '')
    const dated = (range: string) => `step.ScheduledProcedureStepStartDate=${range}`
    expect(await accessions(keys, dated(plain))).toEqual(['EARLY', 'LATE'])
    expect(await accessions(keys, dated(`${plain}-`))).toEqual(['EARLY', 'LATE'])
    expect(await accessions(keys, dated(`-${plain}`))).toEqual(['EARLY', 'LATE'])
    expect(await accessions(keys, dated('20200101-20200131'))).toEqual([])
    expect(await accessions(keys, dated(plain), 'step.ScheduledProcedureStepStartTime=120000-1530')).toEqual(['LATE'])
    expect(await accessions(keys, 'step.Modality=MR')).toEqual(['LATE'])
    expect(await accessions(keys, 'step.ScheduledStationAETitle=CT_KEYS')).toEqual(['EARLY'])
    expect(await accessions(keys, 'PatientName=okafor*')).toEqual(['EARLY'])
    expect(await accessions(keys, 'PatientName=Okafor^Chid?')).toEqual(['EARLY'])
    expect(await accessions(keys, 'PatientName=%')).toEqual([])
    expect(await accessions(keys, 'PatientID=P-7')).toEqual(['EARLY'])
    expect(await accessions(keys, 'AccessionNumber=LATE')).toEqual(['LATE'])
    const [first] = await ask(keys)
    expect(await accessions(keys, `StudyInstanceUID=${first?.get('StudyInstanceUID')}`)).toEqual(['EARLY'])
    expect(await accessions(keys, 'StudyInstanceUID=1.2.3')).toEqual([])
    expect(await accessions(keys, dated('tomorrow'))).toEqual([])
  })

  it('leaves out orders that are closed, on hold, ended, performed or without a modality', async () => {
    const { busy } = scanners
    const { db } = database
    await busy.addOrder('1', { accessionNumber: 'OPEN' })
    for (const state of ['held', 'cancelled', 'discontinued', 'ended'] as const) await busy.addOrder(state, { state })
    await busy.addOrder('2', { modality: null })
    const performed = await busy.addOrder('4')
    const study = await createStudy(db, { labId: busy.lab.id })
    await db.insert(orderMatches).values({ orderId: performed.id, studyId: study.id, reason: 'manual' })
    expect(await accessions(busy)).toEqual(['OPEN'])
  })

  it('answers today and the future first, and says by its status that there is more', async () => {
    const { db } = database
    const { crowded } = scanners
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    const of = (name: string, days: number) => crowded.addOrder(name, { accessionNumber: name, scheduledAt: inDays(days) })
    await db.insert(orders).values(
      Array.from({ length: maxWorklistItems - 2 }, (_, number) => ({
        labId: crowded.lab.id,
        source: 'manual' as const,
        modality: 'CT',
        placerNumber: `old ${number}`,
        scheduledAt: inDays(-20 + number / 1_000),
      })),
    )
    await of('TOMORROW', 1)
    await of('NOW', 0)
    expect(await ask(crowded)).toHaveLength(maxWorklistItems)
    expect(await crowdedStatus()).toMatch(/^Success/)
    const cutAt = async () =>
      (await db.select().from(modalityWorklists).where(eq(modalityWorklists.labId, crowded.lab.id)))[0]?.lastCutAt
    expect(await cutAt()).toBeNull()
    await of('YESTERDAY', -2)
    expect((await accessions(crowded)).slice(0, 3)).toEqual(['NOW', 'TOMORROW', 'YESTERDAY'])
    expect(await crowdedStatus()).toMatch(/^Cancel/)
    expect(await cutAt()).toBeInstanceOf(Date)
  })

  it('matches patient IDs and accession numbers with wildcards', async () => {
    const { wild } = scanners
    const person = (id: string) => ({ accessionNumber: `A-${id}`, patientIds: [{ id, authority: null }], patientIdTexts: [id] })
    for (const id of ['HOSP-17', 'HOSP-27', 'CLINIC-17', '100%']) await wild.addOrder(id, person(id))
    const found = async (key: string) => (await accessions(wild, key)).toSorted()
    expect(await found('PatientID=HOSP*')).toEqual(['A-HOSP-17', 'A-HOSP-27'])
    expect(await found('PatientID=*17')).toEqual(['A-CLINIC-17', 'A-HOSP-17'])
    expect(await found('PatientID=HOSP-?7')).toEqual(['A-HOSP-17', 'A-HOSP-27'])
    expect(await found('PatientID=HOSP-17')).toEqual(['A-HOSP-17'])
    expect(await found('PatientID=%')).toEqual([])
    expect(await found('AccessionNumber=A-HOSP*')).toEqual(['A-HOSP-17', 'A-HOSP-27'])
  })

  it('shows each step of an order, with where its patient is, until as many were completed', async () => {
    const { db } = database
    const { steps } = scanners
    const second = {
      id: 'SPS-2',
      description: 'CT of the head',
      code: 'CTH',
      codingSystem: 'NORTH',
      modality: 'CT',
      station: 'CT ROOM',
      aeTitle: null,
      scheduledAt: null,
    }
    const order = await steps.addOrder('1', {
      modality: 'PT',
      procedureDescription: 'PET-CT',
      procedureCode: 'PETCT',
      stepId: 'SPS-1',
      protocol: { description: 'PET of the head', code: 'PTH', codingSystem: null },
      furtherSteps: [second],
      patientLocation: 'W3 12 A',
    })
    const asked = [
      'CurrentPatientLocation',
      ...['ScheduledProcedureStepID', 'ScheduledStationName'].map((name) => `step.${name}`),
      ...['ScheduledProcedureStepDescription', 'ScheduledProtocolCodeSequence[0].CodeValue'].map((name) => `step.${name}`),
    ]
    const told = ['Modality', 'ScheduledProcedureStepID', 'ScheduledStationName', 'CurrentPatientLocation']
    const ofProtocol = ['RequestedProcedureDescription', 'ScheduledProcedureStepDescription', 'CodeValue']
    const shown = async () => (await ask(steps, ...asked)).map((item) => [...told, ...ofProtocol].map((name) => item.get(name)))
    expect(await shown()).toEqual([
      ['PT', 'SPS-1', '(no', 'W3 12 A', 'PET-CT', 'PET of the head', 'PTH'],
      ['CT', 'SPS-2', 'CT ROOM', 'W3 12 A', 'PET-CT', 'CT of the head', 'CTH'],
    ])
    expect((await ask(steps, 'step.Modality=CT')).map((item) => item.get('Modality'))).toEqual(['CT'])
    const complete = async (uid: string) => {
      const step = {
        labId: steps.lab.id,
        sopInstanceUid: uid,
        state: 'completed' as const,
        aeTitle: steps.aeTitle,
        orderIds: [order.id],
      }
      await db.transaction((tx) => insertPerformedStep(tx, step))
    }
    await complete('1.2.1')
    expect(await shown()).toHaveLength(2)
    await complete('1.2.2')
    expect(await shown()).toEqual([])
  })

  it('survives what is no DICOM, and answers the next question', async () => {
    const port = await worklists.port()
    const send = async (bytes: Buffer) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.end(bytes)
      socket.resume()
      await new Promise<void>((resolve) => {
        socket.on('close', () => resolve())
      })
    }
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 100; round++) {
      const bytes = Buffer.from(Array.from({ length: 6 + random(400) }, () => random(256)))
      // A PDU type and a length that may lie (PS3.8 section 9.3).
      if (round % 2 === 0) bytes.writeUInt16BE((1 + random(7)) << 8, 0)
      if (round % 4 === 0) bytes.writeUInt32BE(random(2) === 0 ? bytes.length - 6 : 0xffffffff, 2)
      await send(bytes)
    }
    await send(Buffer.alloc(3_000_000))
    await eventually(async () => expect(await accessions(scanners.own)).toEqual(['A-1']))
  })

  it('counts the connections of an address that has no slot left', async () => {
    const fresh = await openWorklists(database)
    onTestFinished(fresh.stop)
    const port = await fresh.port()
    const sockets = Array.from({ length: scannerLimits.front.slotsPerAddress + 3 }, () => connect(port, '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => {}).resume()
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    await eventually(() => expect(sockets.filter(({ closed }) => closed)).toHaveLength(3))
    const counted = { port: 'worklist', address: '127.0.0.1', reason: 'gave way' }
    await eventually(async () => {
      await fresh.refusals.store()
      expect(await listPortRefusals(database.db)).toContainEqual(expect.objectContaining({ ...counted, count: 3 }))
    })
  })

  it('answers a scanner beside connections of its address that have sent half a request', async () => {
    const fresh = await openWorklists(database)
    onTestFinished(fresh.stop)
    const port = await fresh.port()
    const half = Buffer.from([1, 0, 0, 0, 0, 208, 0, 1])
    const sockets = Array.from({ length: scannerLimits.front.slotsPerAddress }, () => connect(port, '127.0.0.1'))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.on('error', () => {}).write(half, resolve))))
    expect(await find(port, scanners.own)).toHaveLength(1)
  })

  it('never answers a scanner with what another one asked before the process ended', async () => {
    const { db } = database
    const [one, other] = [await createScanner(db, 'ONE'), await createScanner(db, 'TWO')]
    await one.addOrder('1', { accessionNumber: 'ONE' })
    await other.addOrder('1', { accessionNumber: 'TWO' })
    // In a process that nobody has asked yet, both questions are its first.
    const fresh = await openWorklists(database)
    onTestFinished(fresh.stop)
    const askFresh = async (scanner: Scanner) => find(await fresh.port(), scanner)
    const waiting = sql`select 1 from pg_locks l join pg_class c on c.oid = l.relation
      where c.relname = 'orders' and not l.granted and l.database = (select oid from pg_database where datname = current_database())`
    const isWaiting = (count: number) => eventually(async () => expect((await db.execute(waiting)).rows).toHaveLength(count))
    const ofLab = ({ lab }: Scanner) => eq(modalityWorklists.labId, lab.id)
    const wasAsked = async (scanner: Scanner) => {
      const [row] = await db.select().from(modalityWorklists).where(ofLab(scanner))
      return row?.lastAskedAt ?? null
    }
    // The second question is answered after the first.
    const { asked } = await db.transaction(async (last) => {
      await last.select().from(modalityWorklists).where(ofLab(other)).for('update')
      const second = await db.transaction(async (tx) => {
        await tx.execute(sql`lock table orders in access exclusive mode`)
        const broken = askFresh(one).catch(() => null)
        await isWaiting(1)
        const before = await fresh.port()
        await promisify(execFile)('pkill', ['-KILL', '-P', String(process.pid), '-f', 'worklist-child'])
        await broken
        await eventually(async () => expect(await fresh.port()).not.toBe(before))
        const asked = askFresh(other)
        await isWaiting(2)
        return { asked }
      })
      await eventually(async () => expect(await wasAsked(one)).not.toBeNull())
      return second
    })
    expect((await asked).map((item) => item.get('AccessionNumber'))).toEqual(['TWO'])
  })
})
