import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type LiveEvent, liveChannel, ServerMessage } from '@readroom/contracts/worklist/live'
import { users } from '@readroom/db/access/accounts.schema'
import { createTicket } from '@readroom/db/access/tickets'
import { forgetSettings, lockSettings, storeSetting } from '@readroom/db/core/settings'
import { deadLetters } from '@readroom/db/operations/dead-letters.schema'
import { createActor, createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { revokeSession } from '@readroom/domain/access/sessions'
import { eventually } from '@readroom/local/core/eventually'
import { createOrthanc } from '@readroom/orthanc/client'
import { eq } from 'drizzle-orm'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '../../app.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { noteUnreadable, subscribeToLiveEvents } from './subscriber.ts'

type Cast = Awaited<ReturnType<typeof createCast>>
type Signed = Cast['admin']

/** Numbers the events as their outbox rows would. */
let rows = 0
const nextId = () => ++rows

describe('live events', () => {
  let api: TestApi
  let cast: Cast
  let port: number

  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
    port = Number(new URL(address).port)
  })
  afterAll(() => api.stop())

  const ticketOf = (actor: Signed) => createTicket(api.db, { purpose: 'ws', sessionId: actor.sessionId, studyId: null })
  const socketTo = (path: string, token: string, headers = {}, to = port) =>
    new WebSocket(`ws://127.0.0.1:${to}${path}?token=${token}`, { headers })

  /** Opens a signed-in, connected and subscribed page, and records what it hears. `missedMs`: what it asks to hear again. */
  async function openPage(path: string, actor: Signed, to = port, missedMs?: number) {
    const socket = socketTo(path, await ticketOf(actor), {}, to)
    const heard: ServerMessage[] = []
    socket.on('message', (data) => heard.push(ServerMessage.parse(JSON.parse(data.toString()))))
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'subscribe_to_studies', missedMs }))
    await eventually(() =>
      expect(heard.slice(0, 2).map(({ type }) => type)).toEqual(['connection_established', 'subscribed_to_studies']),
    )
    const [, answer] = heard.splice(0, 2)
    return { socket, heard, answer }
  }

  async function refusal(socket: WebSocket): Promise<number | undefined> {
    socket.on('error', () => {})
    const [, response] = await once(socket, 'unexpected-response')
    return response.statusCode
  }

  /** Resolves with a pong, when all earlier messages have arrived. */
  async function settled({ socket, heard }: Awaited<ReturnType<typeof openPage>>) {
    socket.send(JSON.stringify({ type: 'ping' }))
    await eventually(() => expect(heard.at(-1)?.type).toBe('pong'))
    return heard.splice(0).slice(0, -1)
  }

  async function assignedStudy() {
    const study = await createStudy(api.db, {
      labId: cast.labA.id,
      patientName: 'Οδυσσεύς',
      modalities: ['CT', 'SR'],
      seriesCount: 2,
      imageCount: 30,
    })
    await createAssignment(api.db, { studyId: study.id, doctorId: cast.assignedDoctor.doctorId, assignedBy: cast.admin.userId })
    return study
  }

  it('reach only the pages that may see the study', async () => {
    const study = await assignedStudy()
    const pages = [
      await openPage('/ws/admin', cast.admin),
      await openPage('/ws/lab', cast.staffA),
      await openPage('/ws/lab', cast.staffB),
      await openPage('/ws/doctor', cast.assignedDoctor),
      await openPage('/ws/doctor', cast.otherDoctor),
    ]
    await api.hub.deliver({ id: nextId(), type: 'study.settled', studyId: study.id })
    const heard = await Promise.all(pages.map(settled))
    expect(heard.map((messages) => messages.length)).toEqual([1, 1, 0, 1, 0])
    expect(heard[0]).toEqual([
      {
        type: 'new_study_notification',
        id: expect.any(Number),
        studyId: study.id,
        patientName: 'Οδυσσεύς',
        patientId: study.patientId,
        modality: 'CT, SR',
        location: cast.labA.name,
        seriesImages: '2/30',
      },
    ])
    for (const { socket } of pages) socket.close()
  })

  it('tell of a deadline only those who are named, and offer an emergency without whose it is', async () => {
    const study = await createStudy(api.db, { labId: cast.labA.id, patientName: 'Secret Name', accessionNumber: 'ACC-774711' })
    const { admin, staffA, assignedDoctor, otherDoctor } = cast
    const pages = [
      await openPage('/ws/admin', admin),
      await openPage('/ws/lab', staffA),
      await openPage('/ws/doctor', assignedDoctor),
      await openPage('/ws/doctor', otherDoctor),
    ]
    const userIds = [admin.userId, otherDoctor.userId]
    await api.hub.deliver({
      id: nextId(),
      type: 'study.escalated',
      studyId: study.id,
      step: 'unopened',
      userIds,
      earliestAt: null,
    })
    const message = { type: 'study_escalated', id: expect.any(Number), step: 'unopened', dueAt: null, earliestAt: null }
    const shown = { ...message, location: cast.labA.name, accessionEnd: '4711' }
    expect(await Promise.all(pages.map(settled))).toEqual([
      [{ ...shown, study: { studyId: study.id, patientName: 'Secret Name' } }],
      [],
      [],
      [{ ...shown, study: null }],
    ])
    for (const { socket } of pages) socket.close()
  })

  it('tell a doctor who lost a study only that the list changed', async () => {
    const study = await createStudy(api.db, { patientName: 'Secret Name' })
    const page = await openPage('/ws/doctor', cast.otherDoctor)
    const event: LiveEvent = {
      id: nextId(),
      type: 'study.status',
      studyId: study.id,
      status: 'pending_assignment',
      formerDoctorIds: [cast.otherDoctor.doctorId],
    }
    await api.hub.deliver(event)
    expect(await settled(page)).toEqual([{ type: 'worklist_changed', id: expect.any(Number), studyId: study.id }])
    page.socket.close()
  })

  it('tell nothing to an account that must set up a second factor, even on an open page', async () => {
    const study = await assignedStudy()
    const pages = [await openPage('/ws/doctor', cast.assignedDoctor), await openPage('/ws/lab', cast.staffA)]
    const heard = async () => {
      await api.hub.deliver({ id: nextId(), type: 'study.settled', studyId: study.id })
      return (await Promise.all(pages.map(settled))).map(({ length }) => length)
    }
    const [name, changedBy] = ['secondFactorRoles', cast.admin.userId]
    await api.db.transaction(async (begun) => {
      const [tx] = await lockSettings(begun)
      await storeSetting(tx, { name, value: ['doctor_account'], changedBy })
    })
    expect(await heard()).toEqual([0, 1])
    await api.db.transaction(async (begun) => {
      const [tx] = await lockSettings(begun)
      await forgetSettings(tx, [name])
    })
    expect(await heard()).toEqual([1, 1])
    for (const { socket } of pages) socket.close()
  })

  it('tell administrators and former receivers that an erased study is gone, and nobody else', async () => {
    const studyId = randomUUID()
    const former = [await openPage('/ws/admin', cast.admin), await openPage('/ws/lab', cast.staffA)]
    const others = [await openPage('/ws/lab', cast.staffB), await openPage('/ws/doctor', cast.otherDoctor)]
    await api.hub.deliver({ id: nextId(), type: 'study.changed', studyId, formerDoctorIds: [], formerLabId: cast.labA.id })
    for (const page of former)
      expect(await settled(page)).toEqual([{ type: 'worklist_changed', id: expect.any(Number), studyId }])
    for (const page of others) expect(await settled(page)).toEqual([])
    for (const { socket } of [...former, ...others]) socket.close()
  })

  it('arrive from any process over Redis', async () => {
    const study = await assignedStudy()
    const subscriber = subscribeToLiveEvents(inject('redisUrl'), api.hub, api.app.log, () => {})
    const redis = new Redis(inject('redisUrl'))
    const page = await openPage('/ws/admin', cast.admin)
    const event = JSON.stringify({ v: 1, id: nextId(), type: 'study.received', studyId: study.id })
    await eventually(async () => expect(await redis.publish(liveChannel, event)).toBeGreaterThan(0))
    const heard = expect.objectContaining({ type: 'simple_new_study_notification', studyId: study.id })
    await eventually(() => expect(page.heard).toContainEqual(heard))
    subscriber.stop()
    redis.disconnect()
    page.socket.close()
  })

  it('continue after unreadable messages, which administrators find among the failed jobs', async () => {
    const study = await assignedStudy()
    const subscriber = subscribeToLiveEvents(inject('redisUrl'), api.hub, api.app.log, noteUnreadable(api.db, api.app.log))
    const redis = new Redis(inject('redisUrl'))
    const page = await openPage('/ws/admin', cast.admin)
    const noise = `no JSON ${study.id}`
    await eventually(async () => expect(await redis.publish(liveChannel, noise)).toBeGreaterThan(0))
    await redis.publish(liveChannel, JSON.stringify({ v: 99, id: nextId(), type: 'study.changed', studyId: study.id }))
    await redis.publish(liveChannel, JSON.stringify({ v: 1, id: nextId(), type: 'study.changed', studyId: study.id }))
    const heard = expect.objectContaining({ type: 'worklist_changed', studyId: study.id })
    await eventually(() => expect(page.heard).toContainEqual(heard))
    // They may be about anything that the page shows.
    const gap = expect.objectContaining({ type: 'subscribed_to_studies', mayHaveMissed: true })
    await eventually(() => expect(page.heard).toContainEqual(gap))
    await eventually(async () => {
      const letters = await api.db.select().from(deadLetters)
      expect(letters.filter(({ payload }) => JSON.stringify(payload).includes(study.id))).toHaveLength(2)
    })
    subscriber.stop()
    redis.disconnect()
    page.socket.close()
  })

  it('reach every page of every process once, from whichever process they come', async () => {
    const orthanc = createOrthanc({ url: 'http://127.0.0.1:1', username: '', password: '' })
    const other = await buildApp({ ...api, orthanc })
    const otherPort = Number(new URL(await other.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const subscribers = [api.hub, other.hub].map((hub) => subscribeToLiveEvents(inject('redisUrl'), hub, api.app.log, () => {}))
    const senders = [new Redis(inject('redisUrl')), new Redis(inject('redisUrl'))]
    const pages = [await openPage('/ws/admin', cast.admin), await openPage('/ws/admin', cast.admin, otherPort)]
    const send = (studyId: string, index: number) =>
      senders[index % 2]?.publish(
        liveChannel,
        JSON.stringify({ v: 1, id: nextId(), type: 'study.changed', studyId, formerDoctorIds: [] }),
      )
    // Both subscribers are ready once each page has heard of this study.
    const first = await assignedStudy()
    await eventually(async () => {
      await send(first.id, 0)
      for (const { heard } of pages) expect(heard).not.toEqual([])
    })
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await assignedStudy()).id))
    await Promise.all(ids.map(send))
    const of = (page: (typeof pages)[number]) =>
      page.heard.flatMap((message) => ('studyId' in message && ids.includes(String(message.studyId)) ? [message.studyId] : []))
    for (const page of pages) await eventually(() => expect(of(page).sort()).toEqual(ids.toSorted()))
    for (const page of pages) page.socket.close()
    for (const subscriber of subscribers) subscriber.stop()
    for (const sender of senders) sender.disconnect()
    await other.app.close()
    await orthanc.close()
  })

  it('arrive once, with their id, even if they are sent again', async () => {
    const study = await assignedStudy()
    const page = await openPage('/ws/admin', cast.admin)
    const event = { id: 4711, type: 'study.received', studyId: study.id } as const
    await Promise.all(Array.from({ length: 4 }, () => api.hub.deliver(event)))
    await api.hub.deliver({ ...event, id: 4712 })
    expect((await settled(page)).map((message) => 'id' in message && message.id)).toEqual([4711, 4712])
    page.socket.close()
  })

  it('are heard again by a page that may have missed them, if it may see the study, and not as new', async () => {
    const study = await assignedStudy()
    await api.hub.deliver({ id: nextId(), type: 'study.received', studyId: study.id })
    const pages = await Promise.all(
      [cast.admin, cast.assignedDoctor, cast.otherDoctor].map((actor) =>
        openPage(actor === cast.admin ? '/ws/admin' : '/ws/doctor', actor, port, 10_000),
      ),
    )
    const ofStudy = ({ heard }: (typeof pages)[number]) =>
      heard.filter((message) => 'studyId' in message && message.studyId === study.id)
    const again = { type: 'worklist_changed', id: expect.any(Number), studyId: study.id }
    const seers = pages.slice(0, 2)
    await eventually(() => expect(seers.map(ofStudy)).toEqual([[again], [again]]))
    // A page cannot keep the others waiting by asking on and on.
    for (const { socket } of pages) socket.send(JSON.stringify({ type: 'subscribe_to_studies', missedMs: 10_000 }))
    for (const page of pages) await settled(page)
    // Everything that was asked for has been sent once this has.
    await api.hub.deliver({ id: nextId(), type: 'study.changed', studyId: study.id, formerDoctorIds: [] })
    const last = (await Promise.all(pages.map(settled))).map((messages) =>
      messages.filter(({ type }) => type === 'worklist_changed'),
    )
    expect(last.map(({ length }) => length)).toEqual([1, 1, 0])
    for (const { socket } of pages) socket.close()
  })

  it('are asked for again by pages whose server lost its connection to Redis for a while', async () => {
    const through = new URL(inject('redisUrl'))
    const { hostname, port: redisPort } = through
    const open = new Set<Socket>()
    const between = createServer((socket) => {
      const redis = connect(Number(redisPort), hostname)
      for (const end of [socket.pipe(redis), redis.pipe(socket)]) open.add(end.on('error', () => {}))
    })
    between.listen(0, '127.0.0.1')
    await once(between, 'listening')
    const address = between.address()
    through.port = String(typeof address === 'object' ? address?.port : '')
    const page = await openPage('/ws/admin', cast.admin)
    const told = { type: 'subscribed_to_studies', at: expect.any(String), mayHaveMissed: true }
    const tellings = () => page.heard.filter(({ type }) => type === 'subscribed_to_studies')
    const subscriber = subscribeToLiveEvents(through.href, api.hub, api.app.log, () => {})
    await eventually(() => expect(tellings()).toEqual([told]))
    for (const socket of open) socket.destroy()
    await eventually(() => expect(tellings()).toEqual([told, told]))
    page.socket.close()
    subscriber.stop()
    between.close()
  })

  it('are asked for again by a page that connected slowly, if the server has not heard all since', async () => {
    const orthanc = createOrthanc({ url: 'http://127.0.0.1:1', username: '', password: '' })
    const young = await buildApp({ ...api, orthanc })
    const youngPort = Number(new URL(await young.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const pages = [
      await openPage('/ws/admin', cast.admin, youngPort, 10_000),
      await openPage('/ws/admin', cast.admin, youngPort, 0),
    ]
    const subscribed = { type: 'subscribed_to_studies', at: expect.any(String) }
    expect(pages.map(({ answer }) => answer)).toEqual([{ ...subscribed, mayHaveMissed: true }, subscribed])
    for (const { socket } of pages) socket.close()
    await young.app.close()
    await orthanc.close()
  })

  it("come with the server's time, so that a page can ask what it missed", async () => {
    const page = await openPage('/ws/admin', cast.admin)
    page.socket.send(JSON.stringify({ type: 'ping' }))
    await eventually(() => expect(page.heard).toEqual([{ type: 'pong', at: expect.stringMatching(/^\d{4}-.*Z$/) }]))
    page.socket.close()
  })

  it('end with close code 4401 when the session ends, before anything more is heard', async () => {
    const [user] = await api.db.select().from(users).where(eq(users.id, cast.admin.userId))
    if (!user) throw new Error('no such user')
    const actor = await createActor(api.db, user)
    const page = await openPage('/ws/admin', actor)
    const closed = once(page.socket, 'close')
    await api.db.transaction((tx) => revokeSession(tx, actor.sessionId))
    await api.hub.deliver({ id: nextId(), type: 'study.changed', studyId: (await assignedStudy()).id, formerDoctorIds: [] })
    expect((await closed)[0]).toBe(4401)
    expect(page.heard).toEqual([])
  })

  it('keep a socket open that connects during a delivery', async () => {
    const [user] = await api.db.select().from(users).where(eq(users.id, cast.admin.userId))
    if (!user) throw new Error('no such user')
    const page = await openPage('/ws/admin', cast.admin)
    const actor = await createActor(api.db, user)
    const delivered = api.hub.deliver({ id: nextId(), type: 'sessions.revoked', userId: actor.userId })
    // The next turn of the event loop: the sessions have been requested, and no answer has come.
    await new Promise(setImmediate)
    const client = { socket: page.socket, sessionId: actor.sessionId, subscribed: false }
    api.hub.add(client)
    await delivered
    expect(page.socket.readyState).toBe(WebSocket.OPEN)
    api.hub.remove(client)
    page.socket.close()
  })

  it('refuse a missing or used ticket, another role and another site before the upgrade', async () => {
    const used = await ticketOf(cast.admin)
    const first = socketTo('/ws/admin', used)
    await once(first, 'open')
    first.close()
    const statuses = [
      await refusal(socketTo('/ws/admin', 'nonsense')),
      await refusal(socketTo('/ws/admin', used)),
      await refusal(socketTo('/ws/admin', await ticketOf(cast.staffA))),
      await refusal(socketTo('/ws/admin', await ticketOf(cast.admin), { origin: 'https://evil.example' })),
    ]
    expect(statuses).toEqual([401, 401, 403, 403])
  })

  // The last one: it leaves many events to be missed.
  it('a session has fifty pages at most, and one of many missed events asks for everything', async () => {
    const study = await assignedStudy()
    for (let event = 0; event < 150; event += 1) await api.hub.deliver({ id: nextId(), type: 'study.settled', studyId: study.id })
    const pages = await Promise.all(Array.from({ length: 50 }, () => openPage('/ws/lab', cast.staffB, port, 10_000)))
    expect(pages.map(({ answer }) => answer)).toEqual(pages.map(() => expect.objectContaining({ mayHaveMissed: true })))
    expect(await refusal(socketTo('/ws/lab', await ticketOf(cast.staffB)))).toBe(503)
    const other = await openPage('/ws/lab', cast.staffA)
    for (const { socket } of [...pages, other]) socket.close()
    await eventually(async () => {
      const again = await openPage('/ws/lab', cast.staffB)
      again.socket.close()
    })
  })
})
