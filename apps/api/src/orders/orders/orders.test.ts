import { randomUUID } from 'node:crypto'
import { auditLog } from '@readroom/db/core/audit.schema'
import { orders } from '@readroom/db/orders/orders.schema'
import { patients } from '@readroom/db/patients/patients.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { asc, eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

type Who = 'admin' | 'staffA' | 'staffB' | 'assignedDoctor'
type Shown = {
  _id: string
  version: number
  state: string
  number: string
  studies: { studyId: string; differences: string[] }[]
}

describe('imaging orders', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())

  async function call(who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: InjectOptions['payload']) {
    const { statusCode, json } = await api.request({ method, url, ...(payload !== undefined && { payload }) }, cast[who])
    return { status: statusCode, body: json() }
  }
  const newNumber = () => `ORD-${randomUUID()}`
  const newAccession = () => `ACC-${randomUUID().slice(0, 8)}`
  async function enter(fields: object = {}, who: Who = 'staffA'): Promise<Shown> {
    const { status, body } = await call(who, 'POST', '/api/orders', { number: newNumber(), ...fields })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.order
  }
  const read = async (order: Pick<Shown, '_id'>): Promise<Shown & { history: { event: string; by: string }[] }> =>
    (await call('admin', 'GET', `/api/orders/${order._id}`)).body.order
  const act = async (order: Shown, action: string, who: Who = 'staffA') => {
    const { version } = await read(order)
    const { status, body } = await call(who, 'POST', `/api/orders/${order._id}/actions`, { action, reason: '', version })
    return `${status} ${body.code ?? body.order.state}`
  }
  const change = async (order: Shown, fields: object) => {
    const { version } = await read(order)
    const { status, body } = await call('staffA', 'PUT', `/api/orders/${order._id}`, { ...fields, version })
    return `${status} ${body.code ?? body.order.state}`
  }
  const makeStudy = (fields: object = {}) =>
    createStudy(api.db, { labId: cast.labA.id, status: 'pending_assignment', modalities: ['CT'], ...fields })
  const match = async (order: Shown, studyId: string, more: object = {}, who: Who = 'staffA') => {
    const { version } = await read(order)
    const { status, body } = await call(who, 'POST', `/api/orders/${order._id}/studies/${studyId}`, { version, ...more })
    return `${status} ${body.code ?? body.order.state}`
  }
  const unmatch = async (order: Shown, studyId: string) => {
    const { version } = await read(order)
    const { status, body } = await call('staffA', 'DELETE', `/api/orders/${order._id}/studies/${studyId}?version=${version}`)
    return `${status} ${body.code ?? body.order.state}`
  }
  const saveRecord = async (studyId: string, patientId: string, save: object) => {
    const url = `/api/labEdit/patients/${patientId}?studyId=${studyId}`
    const { version } = (await call('staffA', 'GET', url)).body.data
    expect((await call('staffA', 'PUT', url, { version, ...save })).status).toBe(200)
  }
  const numbersOf = async (who: Who, query = '') =>
    (await call(who, 'GET', `/api/orders?limit=200${query}`)).body.orders.map(({ number }: Shown) => number)

  it('are listed for the laboratory that entered them, and for administrators', async () => {
    const { number } = await enter()
    expect(await numbersOf('staffA')).toContain(number)
    expect(await numbersOf('admin')).toContain(number)
    expect(await numbersOf('staffB')).not.toContain(number)
    expect((await call('assignedDoctor', 'GET', '/api/orders')).status).toBe(403)
  })

  it('of laboratory staff are for their own laboratory, whatever laboratory they name', async () => {
    const order = await enter({ labId: cast.labB.id })
    expect(await read(order)).toMatchObject({ labId: cast.labA.id })
  })

  it('of administrators need a laboratory', async () => {
    const { status, body } = await call('admin', 'POST', '/api/orders', { number: newNumber() })
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'LAB_NOT_FOUND' })
  })

  it('have a number once in a laboratory; another laboratory may use it too', async () => {
    const { number } = await enter({ indication: 'Cough' })
    const other = await call('staffA', 'POST', '/api/orders', { number, indication: 'Fever' })
    expect({ status: other.status, code: other.body.code }).toEqual({ status: 409, code: 'ORDER_EXISTS' })
    expect((await call('staffB', 'POST', '/api/orders', { number })).status).toBe(200)
  })

  it('come in pages, newest first', async () => {
    const entered = [await enter(), await enter(), await enter()]
    const first = (await call('staffA', 'GET', '/api/orders?limit=2')).body
    expect(first.orders.map(({ _id }: Shown) => _id)).toEqual([entered[2]?._id, entered[1]?._id])
    const second = (await call('staffA', 'GET', `/api/orders?limit=1&cursor=${first.nextCursor}`)).body
    expect(second.orders[0]._id).toBe(entered[0]?._id)
    expect((await call('staffA', 'GET', '/api/orders?cursor=nonsense')).status).toBe(400)
  })

  it('are found by number, accession number, patient ID, and name in any spelling', async () => {
    const accessionNumber = newAccession()
    const order = await enter({
      accessionNumber,
      patient: { ids: [{ id: `ID ${accessionNumber}`, authority: null }], name: 'Müller^Zoë' },
    })
    for (const text of [order.number, accessionNumber, `ID ${accessionNumber}`, 'zoe muller'])
      expect(await numbersOf('staffA', `&search=${encodeURIComponent(text)}`)).toContain(order.number)
    expect(await numbersOf('staffA', '&search=nobody-like-this')).toEqual([])
  })

  it('are filtered by day of arrival and laboratory', async () => {
    const { number } = await enter()
    expect(await numbersOf('admin', `&labId=${cast.labA.id}&from=2020-01-01`)).toContain(number)
    expect(await numbersOf('admin', `&labId=${cast.labB.id}`)).not.toContain(number)
    expect(await numbersOf('admin', '&to=2020-01-01')).toEqual([])
  })

  it.each([
    ['ordered', {}, []],
    ['scheduled', { scheduledAt: '2030-01-01T08:00:00.000Z' }, []],
    ['held', {}, ['hold']],
    ['ordered', {}, ['hold', 'release']],
    ['cancelled', {}, ['cancel']],
    ['cancelled', {}, ['hold', 'cancel']],
    ['discontinued', {}, ['discontinue']],
  ])('are %s, and listed as such: %j %j', async (state, fields, actions) => {
    const order = await enter(fields)
    for (const action of actions) await act(order, action)
    expect(await read(order)).toMatchObject({ state })
    expect(await numbersOf('staffA', `&state=${state}`)).toContain(order.number)
    for (const other of ['ordered', 'scheduled', 'held', 'performed', 'reported', 'cancelled', 'discontinued'])
      if (other !== state) expect(await numbersOf('staffA', `&state=${other}`)).not.toContain(order.number)
  })

  it.each([
    ['pending_assignment', 'performed'],
    ['report_drafted', 'performed'],
    ['report_finalized', 'reported'],
    ['archived', 'reported'],
  ] as const)('with a study that is %s are %s', async (status, state) => {
    const { studyInstanceUid } = await makeStudy({ status })
    const order = await enter({ studyInstanceUid })
    expect(order.state).toBe(state)
    expect(await numbersOf('staffA', `&state=${state}`)).toContain(order.number)
    expect(await numbersOf('staffA', `&state=${state === 'reported' ? 'performed' : 'reported'}`)).not.toContain(order.number)
  })

  it('cannot be cancelled, stopped or held after the final report', async () => {
    const { studyInstanceUid } = await makeStudy({ status: 'report_finalized' })
    const order = await enter({ studyInstanceUid })
    for (const action of ['cancel', 'discontinue', 'hold']) expect(await act(order, action)).toBe('409 ORDER_REPORTED')
    expect((await read(order)).state).toBe('reported')
  })

  it('cannot be held after images came, but cancelled', async () => {
    const { studyInstanceUid } = await makeStudy()
    const order = await enter({ studyInstanceUid })
    expect(await act(order, 'hold')).toBe('409 ORDER_PERFORMED')
    expect(await act(order, 'cancel')).toBe('200 cancelled')
  })

  it('are closed for changes once cancelled', async () => {
    const order = await enter()
    await act(order, 'cancel')
    expect(await change(order, { indication: 'Cough' })).toBe('409 ORDER_CLOSED')
    for (const action of ['hold', 'release', 'discontinue']) expect(await act(order, action)).toBe('409 ORDER_CLOSED')
  })

  it('stay as they are when a command comes again', async () => {
    const order = await enter({
      indication: 'Cough',
      scheduledAt: '2030-01-01T08:00:00.000Z',
      patient: { ids: [{ id: 'P', authority: null }] },
    })
    const same = { indication: 'Cough', scheduledAt: '2030-01-01T08:00:00Z', patient: { ids: [{ id: 'P', authority: null }] } }
    expect(await change(order, same)).toBe('200 scheduled')
    expect(await act(order, 'release')).toBe('200 scheduled')
    const { version, history } = await read(order)
    expect(version).toBe(1)
    expect(history.map(({ event }) => event)).toEqual(['created'])
  })

  it('keep who changed what', async () => {
    const order = await enter({ indication: 'Cough' })
    await change(order, { indication: 'Fever' })
    await act(order, 'cancel', 'admin')
    const { history } = await read(order)
    expect(history).toMatchObject([
      { event: 'created', by: 'Test lab_staff' },
      { event: 'changed', changes: [{ field: 'indication', before: 'Cough', after: 'Fever' }] },
      { event: 'cancelled', by: 'Test admin' },
    ])
  })

  it('refuse a change of another version', async () => {
    const order = await enter()
    await change(order, { indication: 'Fever' })
    const { status, body } = await call('staffA', 'PUT', `/api/orders/${order._id}`, { indication: 'Cough', version: 1 })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'CONFLICT' })
  })

  it('leave no patient data in the audit log', async () => {
    const order = await enter({
      indication: 'Verborgen',
      patient: { ids: [{ id: 'SECRET-1', authority: null }], name: 'Verborgen^Vera' },
    })
    await change(order, {
      indication: 'Verborgen too',
      patient: { ids: [{ id: 'SECRET-2', authority: null }], name: 'Verborgen' },
    })
    const entries = await api.db.select().from(auditLog).where(eq(auditLog.targetId, order._id)).orderBy(asc(auditLog.id))
    expect(entries.map(({ action }) => action)).toEqual(['order.created', 'order.changed'])
    expect(JSON.stringify(entries)).not.toMatch(/Verborgen|SECRET/)
    expect(entries[1]?.details).toMatchObject({ changed: ['patientIds', 'patientName', 'indication'] })
  })

  describe('and their studies', () => {
    it('are matched by hand when an order comes without numbers; the study is then off the list without order', async () => {
      const { id } = await makeStudy({ patientId: 'P-7' })
      const order = await enter({ modality: 'CT', patient: { ids: [{ id: 'P-7', authority: null }] } })
      const candidates = (await call('staffA', 'GET', `/api/orders/${order._id}/candidates`)).body.candidates
      expect(candidates).toMatchObject([{ studyId: id, differences: [] }])
      const orderCandidates = (await call('staffA', 'GET', `/api/studies/${id}/order-candidates`)).body.candidates
      expect(orderCandidates).toMatchObject([{ _id: order._id }])
      const without = async () =>
        (await call('staffA', 'GET', '/api/orders/studies-without-order?limit=200')).body.studies.map(
          ({ studyId }: { studyId: string }) => studyId,
        )
      expect(await without()).toContain(id)
      expect(await match(order, id)).toBe('200 performed')
      expect(await without()).not.toContain(id)
      expect(await unmatch(order, id)).toBe('200 ordered')
      expect(await without()).toContain(id)
    })

    it.each([
      ['of another modality', { modality: 'MR' }],
      ['two days away', { scheduledAt: new Date(Date.now() + 3 * 86_400_000).toISOString() }],
      ['of another patient ID', { patient: { ids: [{ id: 'P-OTHER', authority: null }] } }],
    ])('are no candidates of an order %s', async (_, fields) => {
      const { id } = await makeStudy({ patientId: 'P-8' })
      await enter({ modality: 'CT', patient: { ids: [{ id: 'P-8', authority: null }] }, ...fields })
      expect((await call('staffA', 'GET', `/api/studies/${id}/order-candidates`)).body.candidates).toEqual([])
    })

    it('are shown with the difference when the order names another patient, and matched only after somebody confirmed it', async () => {
      const accessionNumber = newAccession()
      const { id } = await makeStudy({ accessionNumber, patientId: 'P-1' })
      const order = await enter({ accessionNumber, patient: { ids: [{ id: 'P-2', authority: null }] } })
      expect(order.studies).toEqual([])
      const { candidates } = (await call('staffA', 'GET', `/api/studies/${id}/order-candidates`)).body
      expect(candidates).toMatchObject([{ _id: order._id, differences: ['patientId'] }])
      expect(await match(order, id)).toBe('409 ORDER_DIFFERS')
      expect(await match(order, id, { isDifferenceConfirmed: true })).toBe('200 performed')
    })

    it('of two laboratories are never matched, also by an administrator', async () => {
      const accessionNumber = newAccession()
      const { id, studyInstanceUid } = await makeStudy({ labId: cast.labB.id, accessionNumber })
      const order = await enter({ accessionNumber, studyInstanceUid })
      expect(order.studies).toEqual([])
      expect(await match(order, id, { isDifferenceConfirmed: true }, 'admin')).toBe('409 ORDER_OF_OTHER_LABORATORY')
      expect(await match(order, id)).toBe('404 STUDY_NOT_FOUND')
    })

    it('are several of each other by hand, and each match is undone for itself', async () => {
      const [one, other] = [await makeStudy(), await makeStudy()]
      const [first, second] = [await enter(), await enter()]
      expect(await match(first, one.id)).toBe('200 performed')
      expect(await match(await read(first), other.id)).toBe('200 performed')
      expect(await match(second, one.id)).toBe('200 performed')
      expect((await read(first)).studies.map(({ studyId }) => studyId)).toEqual([one.id, other.id])
      const { orders: both } = (await call('admin', 'GET', `/api/studies/${one.id}/orders`)).body
      expect(both).toMatchObject([{ _id: first._id }, { _id: second._id }])
      await unmatch(await read(first), one.id)
      expect((await read(first)).studies).toMatchObject([{ studyId: other.id }])
      expect((await read(second)).studies).toMatchObject([{ studyId: one.id }])
    })

    it('may fit although the study has another order, which is shown', async () => {
      const accessionNumber = newAccession()
      const { id } = await makeStudy({ accessionNumber })
      const [first, second] = [await enter({ accessionNumber }), await enter({ accessionNumber })]
      await unmatch(second, id)
      const { candidates } = (await call('staffA', 'GET', `/api/orders/${second._id}/candidates`)).body
      expect(candidates).toMatchObject([{ studyId: id, orders: [first.number] }])
    })

    it('are several if each has the accession number', async () => {
      const accessionNumber = newAccession()
      await makeStudy({ accessionNumber })
      await makeStudy({ accessionNumber })
      expect((await enter({ accessionNumber })).studies).toHaveLength(2)
    })

    it('that somebody took apart stay apart when the order changes', async () => {
      const { id, studyInstanceUid } = await makeStudy()
      const order = await enter({ studyInstanceUid })
      await unmatch(order, id)
      await change(order, { indication: 'Fever' })
      expect((await read(order)).studies).toEqual([])
    })

    it('part when the order is changed to another study or patient', async () => {
      const [one, other] = [await makeStudy({ patientId: 'P-1' }), await makeStudy({ patientId: 'P-1' })]
      const order = await enter({ studyInstanceUid: one.studyInstanceUid })
      await change(order, { studyInstanceUid: other.studyInstanceUid })
      expect((await read(order)).studies).toMatchObject([{ studyId: other.id }])
      await change(order, { patient: { ids: [{ id: 'P-2', authority: null }] } })
      expect((await read(order)).studies).toEqual([])
    })

    it('no longer belong together when the study goes to another laboratory', async () => {
      const { id, studyInstanceUid } = await makeStudy()
      const order = await enter({ studyInstanceUid, indication: 'Cough' })
      const moved = await call('admin', 'PUT', `/api/admin/studies/${id}/location`, { locationId: cast.labB.id, others: false })
      expect(moved.status).toBe(200)
      expect((await read(order)).studies).toEqual([])
      expect((await call('admin', 'GET', `/api/studies/${id}/orders`)).body.orders).toEqual([])
    })

    it('get the urgency of their order if it is higher, and never a lower one', async () => {
      const priorityOf = async (id: string) =>
        (await api.db.select({ priority: studies.priority }).from(studies).where(eq(studies.id, id)))[0]?.priority
      const [calm, urgent] = [await makeStudy(), await makeStudy({ priority: 'STAT' })]
      const order = await enter({ studyInstanceUid: calm.studyInstanceUid, priority: 'URGENT' })
      await enter({ studyInstanceUid: urgent.studyInstanceUid, priority: 'HIGH' })
      expect([await priorityOf(calm.id), await priorityOf(urgent.id)]).toEqual(['URGENT', 'STAT'])
      await change(order, { priority: 'STAT' })
      expect(await priorityOf(calm.id)).toBe('STAT')
      await change(order, { priority: 'NORMAL' })
      expect(await priorityOf(calm.id)).toBe('STAT')
    })

    it('are matched when somebody corrects the accession number in the patient record', async () => {
      const accessionNumber = newAccession()
      const order = await enter({ accessionNumber })
      const { id } = await makeStudy({ accessionNumber: 'mistyped', patientId: `P-${accessionNumber}` })
      await saveRecord(id, `P-${accessionNumber}`, { studyInfo: { accessionNumber } })
      expect((await read(order)).studies).toMatchObject([{ studyId: id }])
    })

    it('lose the order of an accession number that somebody corrects', async () => {
      const [wrong, right] = [newAccession(), newAccession()]
      const { id } = await makeStudy({ accessionNumber: wrong, patientId: `P-${wrong}` })
      const [mistaken, meant] = [await enter({ accessionNumber: wrong }), await enter({ accessionNumber: right })]
      await saveRecord(id, `P-${wrong}`, { studyInfo: { accessionNumber: right } })
      expect((await read(mistaken)).studies).toEqual([])
      expect((await read(meant)).studies).toMatchObject([{ studyId: id }])
    })

    it('lose the orders of a patient who turns out to be another person, also on their other studies', async () => {
      const patientId = `P-${newAccession()}`
      const [patient] = await api.db.insert(patients).values({ labId: cast.labA.id, patientId }).returning()
      const [first, second] = [newAccession(), newAccession()]
      const said = { patientId, patientRowId: patient?.id, dicomPatientName: 'Arden Mira', dicomPatientBirthDate: '1980-02-14' }
      const { id } = await makeStudy({ accessionNumber: first, ...said })
      await makeStudy({ accessionNumber: second, ...said })
      const named = { patient: { ids: [{ id: patientId, authority: null }], name: 'Arden^Mira', birthDate: '1980-02-14' } }
      const orders = [await enter({ accessionNumber: first, ...named }), await enter({ accessionNumber: second, ...named })]
      expect(orders.map(({ studies: matched }) => matched.length)).toEqual([1, 1])
      await saveRecord(id, patientId, { patientInfo: { fullName: 'Okafor Chidi', dateOfBirth: '1955-06-30' } })
      expect((await read(orders[0] as Shown)).studies).toEqual([])
      expect((await read(orders[1] as Shown)).studies).toEqual([])
    })

    it('keep an order that somebody gave them by hand when the record is corrected', async () => {
      const accessionNumber = newAccession()
      const { id } = await makeStudy({ accessionNumber, patientId: `P-${accessionNumber}` })
      const order = await enter()
      await match(order, id)
      await saveRecord(id, `P-${accessionNumber}`, { studyInfo: { accessionNumber: newAccession() } })
      expect((await read(order)).studies).toMatchObject([{ studyId: id }])
    })

    it('are joined again when the mistake that parted them is corrected', async () => {
      const accessionNumber = newAccession()
      const { id } = await makeStudy({ accessionNumber, patientId: `P-${accessionNumber}` })
      const order = await enter({ accessionNumber })
      await change(order, { accessionNumber: newAccession() })
      expect((await read(order)).studies).toEqual([])
      await change(order, { accessionNumber })
      expect((await read(order)).studies).toMatchObject([{ studyId: id }])
    })

    it('show the order in their row, with its indication if nobody wrote a history', async () => {
      const rowOf = async (id: string) => (await call('staffA', 'GET', `/api/studies/${id}`)).body.study
      const [plain, written] = [await makeStudy(), await makeStudy({ clinicalHistory: 'Fell from a ladder' })]
      expect((await rowOf(plain.id)).flags).toEqual([])
      const order = await enter({ studyInstanceUid: plain.studyInstanceUid, indication: 'Cough' })
      await enter({ studyInstanceUid: written.studyInstanceUid, indication: 'Cough' })
      expect(await rowOf(plain.id)).toMatchObject({ flags: ['hasOrder'], clinicalHistory: 'From the order: Cough' })
      const patientId = encodeURIComponent((await rowOf(plain.id)).patientId ?? 'N/A')
      const summary = (await call('staffA', 'GET', `/api/patients/${patientId}?studyId=${plain.id}`)).body
      expect(summary.data.clinicalInfo.clinicalHistory).toBe('From the order: Cough')
      expect(await rowOf(written.id)).toMatchObject({ flags: ['hasOrder'], clinicalHistory: 'Fell from a ladder' })
      const unknownValues = { priority: 'NOTFALL' }
      await api.db.update(orders).set({ unknownValues }).where(eq(orders.studyInstanceUid, plain.studyInstanceUid))
      expect((await rowOf(plain.id)).flags).toEqual(['hasOrder', 'priorityUnknown'])
      await act(order, 'cancel')
      expect(await rowOf(plain.id)).toMatchObject({ flags: ['orderCancelled'], clinicalHistory: '' })
    })

    it('give a doctor the indication and nothing of the patient', async () => {
      const { id, studyInstanceUid } = await makeStudy()
      await createAssignment(api.db, { studyId: id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
      await enter({ studyInstanceUid, indication: 'Cough', patient: { ids: [], name: 'Verborgen' } })
      const { body } = await call('assignedDoctor', 'GET', `/api/studies/${id}/orders`)
      expect(body.orders).toMatchObject([{ indication: 'Cough' }])
      expect(JSON.stringify(body)).not.toContain('Verborgen')
    })
  })

  it('are one when the same number comes ten times at once', async () => {
    const number = newNumber()
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('staffA', 'POST', '/api/orders', { number })))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.order?._id}`)).size).toBe(1)
    expect(await api.db.$count(orders, eq(orders.placerNumber, number))).toBe(1)
  })
})
