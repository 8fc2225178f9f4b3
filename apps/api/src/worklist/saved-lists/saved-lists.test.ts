import { isBuiltIn, type SavedList } from '@readroom/contracts/worklist/saved-lists'
import { users } from '@readroom/db/access/accounts.schema'
import { openDatabase } from '@readroom/db/core/client'
import { createActor, createAssignment, createCast, createDoctor, createStudy, createUser } from '@readroom/db/testing/factories'
import { savedLists } from '@readroom/db/worklist/saved-lists.schema'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { createSavedListService } from './saved-lists.service.ts'

const root = '/api/saved-lists'
type Filters = Record<string, string>
const asking = (filters: Filters, tab = 'all') => ({
  filters,
  tab,
  sort: 'patientName',
  columns: ['status', 'patientId', 'patientName', 'location'],
})

describe('saved lists', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
    const [labId, otherLab] = [cast.labA.id, cast.labB.id]
    const ct = { modalities: ['CT'], status: 'assigned_to_doctor' as const }
    const assigned = await createStudy(api.db, { ...ct, labId, priority: 'URGENT' })
    const { doctorId } = cast.assignedDoctor
    await createAssignment(api.db, { studyId: assigned.id, doctorId, assignedBy: cast.admin.userId })
    await createStudy(api.db, { ...ct, labId, caseType: 'emergency', status: 'new_study_received' })
    await createStudy(api.db, { ...ct, labId, status: 'report_finalized' })
    await createStudy(api.db, { ...ct, labId: otherLab, status: 'new_study_received', patientName: 'Doe^Jane' })
    await createStudy(api.db, { ...ct, modalities: ['MR'], labId, status: 'new_study_received' })
  })
  afterAll(() => api.stop())

  type Who = typeof cast.admin
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, who: Who, payload: object = {}) =>
    api.request({ method, url, ...(method !== 'DELETE' && { payload }) }, who)
  const read = async (url: string, who: Who) => (await api.request({ method: 'GET', url }, who)).json()
  const save = async (who: Who, name: string, filters: Filters = {}, tab = 'all'): Promise<string> =>
    (await send('POST', root, who, { name, query: asking(filters, tab) })).json()._id
  const give = (who: Who, id: string, role: string | null) => send('PUT', `/api/admin/saved-lists/${id}/given-to`, who, { role })
  const everyList = async (who: Who): Promise<SavedList[]> => (await read(root, who)).lists
  /** Returns the lists that somebody saved. */
  const lists = async (who: Who) => (await everyList(who)).filter((list) => !isBuiltIn(list))
  const countsOf = async (who: Who) => {
    const { counts } = await read(`${root}/counts`, who)
    return new Map<string, { count: number; urgent: number }>(counts.map((each: { _id: string }) => [each._id, each]))
  }
  const namesOf = async (who: Who) => (await lists(who)).map(({ name }) => name)
  const codeOf = (answer: { json: () => { code?: string } }) => answer.json().code
  const someone = async (role: 'admin' | 'doctor_account' = 'admin') => createActor(api.db, await createUser(api.db, role))

  it('belong to their owner, and keep their query', async () => {
    const [owner, other] = [await someone(), await someone()]
    const query = asking({ quickDatePreset: 'today', searchTerm: 'Müller', modality: 'CT,CT\\SR', emergency: 'true' }, 'pending')
    const _id = (await send('POST', root, owner, { name: ' תור בוקר 早番 ', query })).json()._id
    const saved = { _id, name: 'תור בוקר 早番', query, givenTo: null, isOwn: true, givenBy: null }
    expect(await lists(owner)).toEqual([saved])
    expect(await lists(other)).toEqual([])
    const changes = [
      ['PUT', `${root}/${_id}`],
      ['DELETE', `${root}/${_id}`],
      ['PUT', `/api/admin/saved-lists/${_id}/given-to`],
    ] as const
    for (const [method, url] of changes) {
      const payload = url.endsWith('given-to') ? { role: 'admin' } : { name: 'Mine' }
      expect(codeOf(await send(method, url, other, payload))).toBe('LIST_NOT_FOUND')
    }
    expect(codeOf(await send('PUT', `${root}/default`, other, { listId: _id }))).toBe('LIST_NOT_FOUND')
    expect((await countsOf(other)).has(_id)).toBe(false)
  })

  it('have names that differ by more than case, and are limited to 50', async () => {
    const [owner, other] = [await someone(), await someone()]
    const first = await save(owner, 'Night CT')
    const again = { name: 'night ct', query: asking({}) }
    expect(codeOf(await send('POST', root, owner, again))).toBe('LIST_NAME_TAKEN')
    expect((await send('POST', root, other, again)).statusCode).toBe(200)
    expect((await send('PUT', `${root}/${first}`, owner, { name: 'NIGHT CT' })).statusCode).toBe(200)
    for (const name of ['', ' \u200b ', 'x'.repeat(101)])
      expect(codeOf(await send('POST', root, owner, { name, query: asking({}) }))).toBe('INVALID_FIELD')
    for (let number = 2; number <= 49; number += 1) await save(owner, `List ${number}`)
    const more = ['One more', 'And another', 'And a third'].map((name) => send('POST', root, owner, { name, query: asking({}) }))
    const refused = (await Promise.all(more)).filter((answer) => answer.statusCode !== 200)
    expect(refused.map(codeOf)).toEqual(['TOO_MANY_LISTS', 'TOO_MANY_LISTS'])
    expect(codeOf(await send('PUT', `${root}/${first}`, owner, { name: 'list 49' }))).toBe('LIST_NAME_TAKEN')
  })

  it.each([
    { sort: 'location' },
    { tab: 'gone' },
    { columns: ['<b>'] },
    { filters: { gone: '1' } },
    { filters: { modality: '<b>' } },
    { filters: { category: 'pending' } },
    { filters: { assignedTo: 'unassigned' } },
    { limit: 10 },
  ])('refuse %j', async (wrong) => {
    const answer = await send('POST', root, cast.staffA, { name: JSON.stringify(wrong), query: { ...asking({}), ...wrong } })
    expect([400, 409]).toContain(answer.statusCode)
    expect(await lists(cast.staffA)).toEqual([])
  })

  it('shared with a role can be read and copied by it, but only their owner changes them', async () => {
    const owner = await someone()
    const [id, kept] = [await save(owner, 'Urgent', { emergency: 'true' }), await save(owner, 'For me')]
    expect((await give(owner, id, 'doctor_account')).statusCode).toBe(200)
    expect(await lists(cast.assignedDoctor)).toEqual([
      {
        _id: id,
        name: 'Urgent',
        query: asking({ emergency: 'true' }),
        givenTo: 'doctor_account',
        isOwn: false,
        givenBy: owner.fullName,
      },
    ])
    expect([await namesOf(cast.staffA), await namesOf(cast.admin)]).toEqual([[], []])
    expect(codeOf(await send('PUT', `${root}/${id}`, cast.otherDoctor, { name: 'Mine' }))).toBe('LIST_NOT_YOURS')
    expect(codeOf(await send('DELETE', `${root}/${id}`, cast.otherDoctor))).toBe('LIST_NOT_YOURS')
    expect(codeOf(await send('PUT', `${root}/${kept}`, cast.otherDoctor, { name: 'Mine' }))).toBe('LIST_NOT_FOUND')
    expect(codeOf(await give(cast.otherDoctor, id, null))).toBe('FORBIDDEN')
    await save(cast.otherDoctor, 'Urgent', { emergency: 'true' })
    expect(await namesOf(cast.otherDoctor)).toEqual(['Urgent', 'Urgent'])
    await give(owner, id, null)
    expect([await namesOf(cast.otherDoctor), await namesOf(cast.assignedDoctor)]).toEqual([['Urgent'], []])
  })

  it('are no longer shared if their owner stops being an administrator', async () => {
    const owner = await someone()
    await give(owner, await save(owner, 'Of one who left'), 'lab_staff')
    expect(await namesOf(cast.staffB)).toEqual(['Of one who left'])
    await api.db.update(users).set({ isActive: false }).where(eq(users.id, owner.userId))
    expect(await namesOf(cast.staffB)).toEqual([])
  })

  it('are counted per account, like the tabs', async () => {
    const owner = await someone()
    const asked = [
      ['CT', { modality: 'CT' }, 'all'],
      ['CT pending', { modality: 'CT' }, 'pending'],
      ['Not urgent', { modality: 'CT', emergency: 'false' }, 'all'],
      ['Found', { searchTerm: 'jane', quickDatePreset: 'today' }, 'all'],
      ['Laboratory B', { selectedLocation: cast.labB.id }, 'all'],
    ] as const
    for (const [name, filters, tab] of asked) {
      const id = await save(owner, name, filters, tab)
      for (const role of ['lab_staff', 'doctor_account', 'admin']) {
        const reader = { lab_staff: cast.staffA, doctor_account: cast.assignedDoctor, admin: cast.admin }[role] ?? owner
        await give(owner, id, role)
        const total = async (more: Filters) => {
          const values = await read(`/api/admin/search/values?${new URLSearchParams({ ...filters, ...more })}`, reader)
          return tab === 'all' ? values.total : values[tab]
        }
        const urgent = 'emergency' in filters ? 0 : await total({ emergency: 'true' })
        expect((await countsOf(reader)).get(id)).toEqual({ _id: id, count: await total({}), urgent })
      }
      await give(owner, id, null)
    }
    const counts = await countsOf(owner)
    const counted = (await lists(owner)).map(({ _id }) => counts.get(_id))
    expect(counted).toMatchObject([
      { count: 4, urgent: 2 },
      { count: 2, urgent: 1 },
      { count: 2, urgent: 0 },
      { count: 1, urgent: 0 },
      { count: 1, urgent: 0 },
    ])
  })

  it('have no counts if counting takes too long, and the call still answers', async () => {
    const owner = await someone()
    const _id = await save(owner, 'slow', { searchTerm: 'a text that no other test counts' })
    const limited = openDatabase(api.url, { settings: ['lock_timeout=200ms'], onError: () => {} })
    onTestFinished(limited.close)
    const holder = await api.pool.connect()
    onTestFinished(async () => {
      await holder.query('rollback')
      holder.release()
    })
    await holder.query('begin; lock table studies in access exclusive mode')
    const { counts } = createSavedListService({ db: limited.db, settings: api.settings })
    expect(await counts(owner)).toContainEqual({ _id, count: null, urgent: null })
  })

  it('with an unknown query are marked, and can be renamed, repaired and deleted; the others work', async () => {
    const owner = await someone()
    const stored = (name: string, query: unknown, position: number) =>
      api.db.insert(savedLists).values({ ownerId: owner.userId, name, query, position }).returning()
    const [former] = await stored('Former', { ...asking({ colour: 'red' }) }, 1)
    await stored('Nothing', [], 2)
    await stored('Not for this role', asking({ assignedTo: 'somebody' }), 3)
    await save(owner, 'Good')
    const shown = async () => (await lists(owner)).map(({ query }) => query !== null)
    expect(await shown()).toEqual([false, false, false, true])
    const counts = await countsOf(owner)
    expect((await lists(owner)).map(({ _id }) => counts.get(_id)?.count)).toEqual([null, null, null, 5])
    const url = `${root}/${former?.id}`
    expect(codeOf(await give(owner, former?.id ?? '', 'lab_staff'))).toBe('LIST_NOT_FOR_ROLE')
    expect((await send('PUT', url, owner, { name: 'Renamed' })).statusCode).toBe(200)
    expect(await shown()).toEqual([false, false, false, true])
    expect((await send('PUT', url, owner, { query: asking({}) })).statusCode).toBe(200)
    expect(await shown()).toEqual([true, false, false, true])
    expect((await send('DELETE', url, owner)).statusCode).toBe(200)
    expect(await namesOf(owner)).toEqual(['Nothing', 'Not for this role', 'Good'])
  })

  it('come with one of the studies at risk or late for administrators, which nobody can change', async () => {
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    await createStudy(api.db, { warnAt: minutes(-5), dueAt: minutes(60), status: 'new_study_received' })
    await createStudy(api.db, { warnAt: minutes(-50), dueAt: minutes(-5), status: 'report_drafted', priority: 'URGENT' })
    await createStudy(api.db, { warnAt: minutes(5), dueAt: minutes(60), status: 'new_study_received' })
    await createStudy(api.db, { warnAt: minutes(-50), dueAt: minutes(-5), reportedAt: minutes(0), status: 'report_finalized' })
    const owner = await someone()
    const [list, ...others] = (await everyList(owner)).filter(isBuiltIn)
    expect([list?.name, others]).toEqual(['At risk', []])
    expect((await countsOf(owner)).get(list?._id ?? '')).toMatchObject({ count: 2, urgent: 1 })
    expect(codeOf(await send('PUT', `${root}/${list?._id}`, owner, { name: 'Mine' }))).toBe('LIST_NOT_FOUND')
    expect(codeOf(await send('DELETE', `${root}/${list?._id}`, owner))).toBe('LIST_NOT_FOUND')
    expect((await send('POST', root, owner, { name: 'My copy', query: list?.query })).statusCode).toBe(200)
    for (const who of [cast.staffA, cast.assignedDoctor]) expect((await everyList(who)).filter(isBuiltIn)).toEqual([])
  })

  it("keep their owner's order and default list", async () => {
    const owner = await someone()
    const [a, b, c] = [await save(owner, 'a'), await save(owner, 'b'), await save(owner, 'c')]
    const foreign = await save(await someone(), 'foreign')
    await send('PUT', `${root}/order`, owner, { listIds: [c, foreign, a] })
    expect(await namesOf(owner)).toEqual(['c', 'a', 'b'])
    const opensFirst = async () => (await read(root, owner)).defaultListId
    for (const listId of [a, b, null, b]) {
      await send('PUT', `${root}/default`, owner, { listId })
      expect(await opensFirst()).toBe(listId)
    }
    await send('DELETE', `${root}/${b}`, owner)
    expect(await opensFirst()).toBeNull()
    expect(codeOf(await send('PUT', `${root}/default`, owner, { listId: b }))).toBe('LIST_NOT_FOUND')
  })

  it("are deleted with their owner's account", async () => {
    const { user, doctor } = await createDoctor(api.db)
    const owner = { ...(await createActor(api.db, user)), doctorId: doctor.id }
    await save(owner, 'Kowalski', { searchTerm: 'Kowalski' })
    expect((await send('DELETE', `/api/admin/doctors/delete/${doctor.id}`, cast.admin)).statusCode).toBe(200)
    expect(await api.db.$count(savedLists, eq(savedLists.ownerId, user.id))).toBe(0)
  })

  it('leave no names or search terms in the audit log', async () => {
    const owner = await someone()
    const id = await save(owner, 'Kowalski', { searchTerm: 'Kowalski' })
    await send('PUT', `${root}/${id}`, owner, { name: 'Kowalski 2', query: asking({ patientName: 'Kowalski' }) })
    await send('DELETE', `${root}/${id}`, owner)
    const { rows } = await api.asOwner(
      `select action, details::text as details from audit_log where actor_user_id = '${owner.userId}'`,
    )
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toContain('Kowalski')
  })
})
