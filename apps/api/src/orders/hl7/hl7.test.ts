import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import { auditLog } from '@readroom/db/core/audit.schema'
import { addPortRefusals } from '@readroom/db/core/port-refusals'
import { hl7Connections, hl7Messages, hl7UnknownValues } from '@readroom/db/orders/hl7.schema'
import { orderMatches, orders } from '@readroom/db/orders/orders.schema'
import { createCast, createReport, createStudy } from '@readroom/db/testing/factories'
import { adtMerge, latin1, omiOrder } from '@readroom/hl7/testing/samples'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const root = '/api/admin/hl7-connections'

describe('HL7 connections', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())
  beforeEach(() => api.db.delete(hl7Connections))

  const fields = (changes: object = {}) => ({
    labId: cast.labA.id,
    name: 'North',
    port: 2575,
    clientCertificates: null,
    allowedAddresses: ['192.0.2.7', '10.0.0.0/8', '2001:db8::/32'],
    sendingFacility: null,
    charset: '8859/1',
    mapping: { places: { accessionNumber: ['OBR-3.1'] }, priorities: { NOW: 'EMERGENCY' } },
    isEnabled: true,
    keepDays: 30,
    ...changes,
  })
  const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    api.request({ method, url, ...(payload && { payload }) }, cast.admin)
  const create = async (changes: object = {}): Promise<string> => (await send('POST', root, fields(changes))).json()._id
  const code = async (answer: ReturnType<typeof send>) => (await answer).json().code

  const store = async (connectionId: string, changes: Partial<typeof hl7Messages.$inferInsert> = {}): Promise<string> => {
    const sender = { sendingApplication: 'ORDERS', sendingFacility: 'NORTH', controlId: 'C1', hash: 'h1', type: 'OMI^O23' }
    const [row] = await api.db
      .insert(hl7Messages)
      .values({ connectionId, ...sender, state: 'applied', answers: [], raw: Buffer.from(omiOrder), ...changes })
      .returning()
    return row?.id ?? ''
  }

  it('are listed by name, with their laboratory and newest message', async () => {
    const id = await create()
    await create({ name: 'a clinic', port: 2576 })
    await store(id, { receivedAt: new Date('2026-01-01T00:00:00Z') })
    await store(id, { hash: 'h2', state: 'faulty', receivedAt: new Date('2026-01-02T00:00:00Z') })
    expect((await send('GET', root)).json().connections).toMatchObject([
      { name: 'a clinic', lastMessage: null },
      {
        _id: id,
        ...fields({ mapping: Hl7Mapping.parse(fields().mapping) }),
        labName: cast.labA.name,
        version: 1,
        lastMessage: { state: 'faulty', receivedAt: '2026-01-02T00:00:00.000Z' },
      },
    ])
  })

  it('tell of their last 1,000 messages: filled fields, faults, orders without images, and times of results', async () => {
    const id = await create()
    const hour = 3_600_000
    const ago = (hours: number) => new Date(Date.now() - hours * hour)
    const order = async (placerNumber: string, values: Partial<typeof orders.$inferInsert>) => {
      const [row] = await api.db
        .insert(orders)
        .values({ labId: cast.labA.id, placerNumber, source: 'hl7', ...values })
        .returning()
      return row?.id ?? ''
    }
    const lost = await order('LOST', { createdAt: ago(48) })
    const planned = await order('PLANNED', { createdAt: ago(48), scheduledAt: ago(-24) })
    const cancelled = await order('CANCELLED', { createdAt: ago(48), state: 'cancelled' })
    const reported = await order('REPORTED', { createdAt: ago(48) })
    const study = await createStudy(api.db, { labId: cast.labA.id, status: 'report_finalized' })
    await api.db.insert(orderMatches).values({ orderId: reported, studyId: study.id, reason: 'manual' })
    await createReport(api.db, {
      studyId: study.id,
      doctorId: cast.assignedDoctor.doctorId,
      uploadedBy: cast.admin.userId,
      status: 'finalized',
      releasedAt: ago(45),
    })
    await api.db.insert(hl7Messages).values(
      Array.from({ length: 1_005 }, (_, at) => ({
        connectionId: id,
        ...{
          sendingApplication: 'ORDERS',
          sendingFacility: 'NORTH',
          controlId: `${at}`,
          hash: 'h',
          type: 'ORM^O01',
          answers: [],
        },
        state: at % 2 === 0 ? ('applied' as const) : ('faulty' as const),
        faults: at % 2 === 0 ? [] : ['PID-3 is missing.'],
        fields: at < 5 ? ['station'] : ['modality'],
        orderIds: at < 5 ? [] : [lost, planned, cancelled, reported],
      })),
    )
    const { activity } = (await send('GET', `${root}/${id}/activity`)).json()
    expect(activity).toMatchObject({
      messages: 1_000,
      states: [
        { state: 'applied', count: 500 },
        { state: 'faulty', count: 500 },
      ],
      fields: [{ field: 'modality', count: 500 }],
      faults: [{ text: 'PID-3 is missing.', count: 500 }],
      withoutImages: 1,
      ordersWithoutImages: [{ _id: lost, number: 'LOST' }],
      results: 1,
      refusals: [],
    })
    expect(Math.round(activity.medianMinutes)).toBe(180)
    expect(await code(send('GET', `${root}/${cast.labA.id}/activity`))).toBe('HL7_CONNECTION_NOT_FOUND')
  })

  it('show which connections to their port were refused', async () => {
    const id = await create()
    const refusal = {
      port: 'hl7' as const,
      labId: cast.labA.id,
      address: '192.0.2.9',
      aeTitle: '',
      reason: 'silent' as const,
      count: 3,
    }
    await api.db.transaction((tx) => addPortRefusals(tx, [refusal, { ...refusal, labId: cast.labB.id, address: '192.0.2.10' }]))
    const { refusals } = (await send('GET', `${root}/${id}/activity`)).json().activity
    expect(refusals).toMatchObject([{ address: '192.0.2.9', reason: 'silent', count: 3 }])
  })

  it.each([
    ['port', { port: 80 }],
    ['allowedAddresses', { allowedAddresses: [] }],
    ['allowedAddresses', { allowedAddresses: ['10.0.0.0/33'] }],
    ['allowedAddresses', { allowedAddresses: ['hospital.example'] }],
    ['clientCertificates', { clientCertificates: '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----' }],
    ['charset', { charset: 'EBCDIC' }],
    ['mapping', { mapping: { places: { accessionNumber: ['OBR'] } } }],
    ['mapping', { mapping: { places: { nothing: ['OBR-1'] } } }],
    ['mapping', { mapping: { timeZone: 'Europe/Bonn' } }],
    ['mapping', { mapping: { sexes: { W: 'female' } } }],
    ['mapping', { mapping: { priorities: { ['x'.repeat(201)]: 'STAT' } } }],
    ['keepDays', { keepDays: 0 }],
  ])('are refused with a wrong %s', async (_field, changes) => {
    expect((await send('POST', root, fields(changes))).statusCode).toBe(400)
  })

  it('have a name and a port of their own', async () => {
    await create()
    expect(await code(send('POST', root, fields({ name: 'NORTH', port: 2576 })))).toBe('HL7_NAME_TAKEN')
    expect(await code(send('POST', root, fields({ name: 'South' })))).toBe('HL7_PORT_TAKEN')
    expect(await code(send('POST', root, fields({ name: 'South', port: 2576, labId: cast.admin.userId })))).toBe('LAB_NOT_FOUND')
  })

  it('change by their version, and the audit log says what', async () => {
    const id = await create()
    const { labId: _labId, ...changed } = fields({ isEnabled: false })
    expect((await send('PUT', `${root}/${id}`, { ...changed, version: 1 })).statusCode).toBe(200)
    expect(await code(send('PUT', `${root}/${id}`, { ...changed, version: 1 }))).toBe('CONFLICT')
    expect((await send('GET', root)).json().connections).toMatchObject([{ isEnabled: false, version: 2 }])
    const [entry] = await api.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(entry).toMatchObject({
      action: 'hl7_connection.changed',
      targetId: id,
      details: { port: 2575, isEnabled: false, isTls: false },
    })
  })

  it('show their messages, newest first and by state and control ID, without text', async () => {
    const id = await create()
    for (const number of Array.from({ length: 52 }, (_, at) => at))
      await store(id, { hash: `h${number}`, controlId: `C${number}` })
    await store(id, { hash: 'faulty', controlId: 'C60', state: 'faulty', faults: ['PID-3 is missing.'], raw: null })
    const first = (await send('GET', `${root}/${id}/messages`)).json()
    expect(first.hasMore).toBe(true)
    expect(first.messages.slice(0, 2)).toMatchObject([
      { controlId: 'C60', state: 'faulty', faults: ['PID-3 is missing.'], hasText: false },
      { controlId: 'C51', state: 'applied', hasText: true },
    ])
    expect(JSON.stringify(first)).not.toContain('Søren')
    const second = (await send('GET', `${root}/${id}/messages?before=${first.messages.at(-1)._id}`)).json()
    expect(second).toMatchObject({ hasMore: false, messages: [{ controlId: 'C2' }, { controlId: 'C1' }, { controlId: 'C0' }] })
    expect((await send('GET', `${root}/${id}/messages?state=faulty`)).json().messages).toHaveLength(1)
    expect((await send('GET', `${root}/${id}/messages?controlId=C7`)).json().messages).toMatchObject([{ controlId: 'C7' }])
  })

  it('show the text of a message value by value, and not after it was removed', async () => {
    const id = await create()
    const text = latin1(omiOrder.replace('UNICODE UTF-8', '8859/1').replace('Bullerå', 'Müller'))
    const kept = (await send('GET', `/api/admin/hl7-messages/${await store(id, { raw: text })}`)).json()
    expect(kept.values).toContainEqual({ place: 'PID-5.1', value: 'Müller' })
    expect(kept.values).toContainEqual({ place: 'PID-3.1 (2)', value: '99887' })
    expect(await code(send('GET', `/api/admin/hl7-messages/${await store(id, { hash: 'h2', raw: null })}`))).toBe(
      'HL7_MESSAGE_NOT_FOUND',
    )
  })

  describe('preview', () => {
    const preview = async (text: string, changes: object = {}) =>
      (
        await send('POST', '/api/admin/hl7-preview', { text, charset: '8859/5', mapping: {}, sendingFacility: null, ...changes })
      ).json()

    it('says what a message would become, with the mapping that is being edited', async () => {
      const { preview: read } = await preview(omiOrder.replaceAll('\r', '\n').replace('UNICODE UTF-8', '8859/5'), {
        mapping: { places: { accessionNumber: ['ORC-3.1'] } },
      })
      expect(read).toMatchObject({
        state: 'applied',
        faults: [],
        orders: [{ control: 'new', accessionNumber: 'B100Z', patient: { name: 'Bullerå^Søren^Ærø^Dr.' } }],
      })
      expect(read.values).toContainEqual({ place: 'IPC-5', value: 'MR' })
      expect(await api.db.$count(hl7Messages)).toBe(0)
    })

    it.each(['\r', '\n', '\r\n'])('reads a line break in a text as the port does, with %j between segments', async (end) => {
      const text = omiOrder.replaceAll('\r', end).replace('Twisted the knee', 'Twisted the knee.\nAllergic to iodine contrast.')
      const { preview: read } = await preview(text)
      expect(read.orders).toMatchObject([
        { indication: expect.stringContaining('the knee.\nAllergic to iodine'), modality: 'MR' },
      ])
      // With LF between segments nobody can tell what the line is.
      expect(read.flags).toEqual(end === '\n' ? ['strayLines'] : [])
    })

    it('names what a connection does not know', async () => {
      expect(await preview(omiOrder.replace('ORC|NW', 'ORC|QQ'))).toMatchObject({
        preview: {
          state: 'applied',
          flags: ['unknownValues'],
          unknownValues: [{ field: 'control', place: 'ORC-1', value: 'QQ' }],
          orders: [{ control: 'change' }],
        },
      })
    })

    it('names the faults of a message', async () => {
      expect(await preview(omiOrder.replace('ORC|NW', 'ORC|'))).toMatchObject({
        preview: { state: 'faulty', faults: ['ORC-1 is missing.'], orders: [] },
      })
      expect(await preview(omiOrder, { sendingFacility: 'SOUTH' })).toMatchObject({ preview: { state: 'refused' } })
      expect(await preview(adtMerge)).toMatchObject({ preview: { state: 'applied', faults: [] } })
      expect(await preview(adtMerge.replace('OLD_1', 'NEW_1'))).toMatchObject({ preview: { state: 'faulty' } })
      expect(await preview('Dear colleague')).toMatchObject({ code: 'NOT_HL7' })
    })
  })

  it('show the values that they do not know, until a table explains them', async () => {
    const id = await create()
    const values = [
      { field: 'sex', value: 'w', count: 3 },
      { field: 'modality', value: 'KERNSPIN', count: 2 },
    ] as const
    await api.db.insert(hl7UnknownValues).values(values.map((each) => ({ connectionId: id, ...each })))
    const unknown = async () => (await send('GET', root)).json().connections[0].unknownValues
    expect(await unknown()).toMatchObject(values)
    const { labId: _labId, ...changed } = fields({ mapping: { sexes: { W: 'F' } }, version: 1 })
    expect((await send('PUT', `${root}/${id}`, changed)).statusCode).toBe(200)
    expect(await unknown()).toMatchObject([values[1]])
  })

  it('take a test order if they are enabled', async () => {
    const [id, disabled] = [await create(), await create({ name: 'South', port: 2576, isEnabled: false })]
    expect((await send('POST', `${root}/${id}/test-order`)).json().message).toMatch(/^Test order TEST-[0-9A-F]{8} sent$/)
    expect(await code(send('POST', `${root}/${disabled}/test-order`))).toBe('HL7_CONNECTION_DISABLED')
    expect(await code(send('POST', `${root}/${cast.labA.id}/test-order`))).toBe('HL7_CONNECTION_NOT_FOUND')
  })
})
