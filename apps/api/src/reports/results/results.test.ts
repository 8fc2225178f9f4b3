import { resultDeliveries, resultDestinations } from '@readroom/db/reports/results.schema'
import { createCast } from '@readroom/db/testing/factories'
import { changeResultDestination, createResultDestination } from '@readroom/domain/reports/result-destinations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'

const root = '/api/admin/result-destinations'

describe('result destinations', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
  })
  afterAll(() => api.stop())
  beforeEach(async () => {
    await api.db.delete(resultDeliveries)
    await api.db.delete(resultDestinations)
  })

  const form = { sendingFacility: '', receivingApplication: 'RIS', receivingFacility: '', patientAuthority: null, withPdf: true }
  const hl7 = {
    kind: 'hl7',
    host: 'ris.example',
    port: 2575,
    certificates: null,
    ...form,
    addendumStatus: 'C',
    withdrawnStatus: 'X',
  }
  const fields = (changes: object = {}) => ({
    labId: cast.labA.id,
    name: 'North RIS',
    state: 'on',
    alertMinutes: 60,
    settings: hl7,
    ...changes,
  })
  const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    api.request({ method, url, ...(payload && { payload }) }, cast.admin)
  const create = async (): Promise<string> => (await send('POST', root, fields())).json()._id
  const queued = async (destinationId: string, createdAt = new Date()) => {
    const [row] = await api.db
      .insert(resultDeliveries)
      .values({ destinationId, kind: 'test', controlId: crypto.randomUUID(), createdAt })
      .returning()
    return row?.id ?? ''
  }

  it('count what is unsent and overdue, here and on the System page', async () => {
    const id = await create()
    await queued(id)
    await queued(id, new Date(Date.now() - 61 * 60_000))
    expect((await send('GET', root)).json().destinations).toMatchObject([{ _id: id, unsent: 2, overdue: 1, lastAnswer: null }])
    const { attention } = (await send('GET', '/api/admin/system/state')).json().state
    expect(attention).toContainEqual({ kind: 'overdueResult', count: 1 })
  })

  it('change by their version, under a name of their own', async () => {
    const id = await create()
    const { labId: _labId, ...changed } = fields({ state: 'held' })
    expect((await send('PUT', `${root}/${id}`, { ...changed, version: 1 })).statusCode).toBe(200)
    expect((await send('PUT', `${root}/${id}`, { ...changed, version: 1 })).json().code).toBe('CONFLICT')
    expect((await send('POST', root, fields({ name: 'NORTH ris' }))).json().code).toBe('RESULT_DESTINATION_NAME_TAKEN')
  })

  it('keep the fields of their kind', async () => {
    const archive = { kind: 'dicom', host: 'pacs.example', port: 104, certificates: null, document: 'pdf' }
    const settings = { ...archive, calledAeTitle: 'PACS', callingAeTitle: 'READROOM' }
    expect((await send('POST', root, fields({ settings }))).statusCode).toBe(200)
    expect((await send('GET', root)).json().destinations).toMatchObject([{ settings }])
    const refused = await send('POST', root, fields({ settings: { ...settings, calledAeTitle: 'A'.repeat(17) } }))
    expect(refused.statusCode).toBe(400)
  })

  it.each([
    { ...hl7, host: 'a b' },
    { ...hl7, port: 0 },
    { kind: 'webhook', url: 'http://ris.example/', withPatient: false, allowsPrivate: false, certificates: null },
    { ...hl7, kind: 'folder', folder: '../north', format: 'hl7' },
  ])('are refused with wrong settings: %j', async (settings) => {
    expect((await send('POST', root, fields({ settings }))).statusCode).toBe(400)
  })

  it('are no webhooks without a key in the environment', async () => {
    const settings = {
      kind: 'webhook',
      url: 'https://ris.example/',
      withPatient: false,
      allowsPrivate: false,
      certificates: null,
    }
    const answer = await send('POST', root, fields({ settings, secret: 's'.repeat(32) }))
    expect(answer.json().code).toBe('RESULTS_KEY_MISSING')
  })

  it('keep their password only for the same server and sign-in', async () => {
    const place = { kind: 'stow' as const, url: 'https://pacs.example/rs', allowsPrivate: false, certificates: null }
    const settings = { ...place, login: { kind: 'bearer' as const }, document: 'pdf' as const }
    const common = { name: 'North PACS', state: 'on' as const, alertMinutes: 60 }
    const create = (sealedSecret: string | null) =>
      api.db.transaction((tx) =>
        createResultDestination(tx, cast.admin, { ...common, labId: cast.labA.id, settings, sealedSecret }),
      )
    await expect(create(null)).rejects.toMatchObject({ code: 'RESULT_SECRET_MISSING' })
    const destinationId = await create('sealed')
    const change = (version: number, changes: Partial<typeof settings>) =>
      api.db.transaction((tx) =>
        changeResultDestination(tx, cast.admin, {
          ...common,
          destinationId,
          version,
          settings: { ...settings, ...changes },
          sealedSecret: null,
        }),
      )
    await change(1, { url: 'https://pacs.example/other' })
    await expect(change(2, { url: 'https://elsewhere.example/rs' })).rejects.toMatchObject({ code: 'RESULT_SECRET_MISSING' })
    const [kept] = await api.db.select().from(resultDestinations)
    expect(kept?.sealedSecret).toBe('sealed')
  })

  it('list deliveries oldest first, and change them by their state', async () => {
    const id = await create()
    const [first, second] = [await queued(id), await queued(id)]
    const list = async () => (await send('GET', `/api/admin/result-deliveries?destinationId=${id}`)).json().deliveries
    expect(await list()).toMatchObject([{ _id: first, state: 'queued' }, { _id: second }])
    const act = (action: string) => send('POST', `/api/admin/result-deliveries/${first}`, { action })
    expect((await act('release')).json().code).toBe('DELIVERY_CHANGED')
    for (const [action, state] of [
      ['hold', 'held'],
      ['release', 'queued'],
    ] as const) {
      expect((await act(action)).statusCode).toBe(200)
      expect((await list())[0]).toMatchObject({ state })
    }
    await act('cancel')
    expect(await list()).toMatchObject([{ _id: second }])
    expect((await act('retry')).json().code).toBe('DELIVERY_CHANGED')
  })
})
