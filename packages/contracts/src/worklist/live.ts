import { z } from 'zod'
import { defineEndpoints } from '../core/endpoint.ts'
import { Id, Instant, text } from '../core/primitives.ts'
import { upgradeStored, type Version } from '../core/versioned.ts'
import { EscalationStep } from '../studies/escalation.ts'
import { StudyStatus } from '../studies/study-workflow.ts'

/** Close code for a socket whose session ended. */
export const sessionEndedCloseCode = 4401
/** Close code for the sockets of a process that stops ("Service Restart" of IANA's registry): connect again, to another. */
export const restartCloseCode = 1012

const StudyFields = {
  studyId: Id,
  patientName: z.string().nullable(),
  patientId: z.string().nullable(),
  modality: z.string().nullable(),
  location: z.string().nullable(),
  seriesImages: z.string(),
}

/** The event behind a message, the same however often it is sent. */
const eventId = { id: z.int().optional() }
/** The server's clock. */
const at = { at: Instant.optional() }

/** A page that may have missed more than this asks for everything again. */
export const longestMissMs = 10_000

/** The messages from the server on the live channel. `worklist_changed`: a row changed, appeared or went; the client asks for the list again. */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_established'), userInfo: z.object({ name: z.string() }) }),
  /** `mayHaveMissed`: events before this were lost, so the page asks for everything again. Then it can come again on the same connection. */
  z.object({ type: z.literal('subscribed_to_studies'), ...at, mayHaveMissed: z.literal(true).optional() }),
  z.object({ type: z.literal('pong'), ...at }),
  /** The first images of a study have arrived. */
  z.object({ type: z.literal('simple_new_study_notification'), ...eventId, ...StudyFields }),
  /** The study is complete (settled). */
  z.object({ type: z.literal('new_study_notification'), ...eventId, ...StudyFields }),
  z.object({
    type: z.literal('study_status_change'),
    ...eventId,
    studyId: Id,
    patientName: z.string().nullable(),
    newStatus: StudyStatus,
  }),
  z.object({ type: z.literal('worklist_changed'), ...eventId, studyId: Id }),
  /** The study's report is due or late, and the user is to know. */
  z.object({
    type: z.literal('study_escalated'),
    ...eventId,
    step: EscalationStep,
    location: z.string().nullable(),
    /** The last four characters of the accession number. */
    accessionEnd: z.string().nullable(),
    dueAt: Instant.nullable(),
    /** The earliest time at which anybody could have read a study that needs another doctor, if it is known. */
    earliestAt: Instant.nullable().default(null),
    /** Null for a doctor who may only ask for the study. */
    study: z.object({ studyId: Id, patientName: z.string().nullable() }).nullable(),
  }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

export const ClientMessage = z.discriminatedUnion('type', [
  /** `missedMs`: the page may have missed the events of this time, in milliseconds, and hears of them again. */
  z.object({ type: z.literal('subscribe_to_studies'), missedMs: z.int().nonnegative().max(longestMissMs).default(0) }),
  z.object({ type: z.literal('ping') }),
])
/** As it is sent. */
export type ClientMessage = z.input<typeof ClientMessage>

/** The outbox row's id: the same event that is heard twice has the same. */
const head = { id: z.int() }
const formerDoctorIds = z.array(Id).default([])

/** The message from the outbox to every API process, over Redis. Carries ids only; each receiver's message is made by the API. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ ...head, type: z.literal('study.received'), studyId: Id }),
  z.object({ ...head, type: z.literal('study.settled'), studyId: Id }),
  z.object({ ...head, type: z.literal('study.status'), studyId: Id, status: StudyStatus, formerDoctorIds }),
  /** `formerLabId`: the laboratory that lost the study and must hear that it went. */
  z.object({ ...head, type: z.literal('study.changed'), studyId: Id, formerDoctorIds, formerLabId: Id.optional() }),
  /** Only these accounts hear of it. */
  z.object({
    ...head,
    type: z.literal('study.escalated'),
    studyId: Id,
    step: EscalationStep,
    userIds: z.array(Id),
    earliestAt: Instant.nullable().default(null),
  }),
  z.object({ ...head, type: z.literal('sessions.revoked'), userId: Id }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** An event as its cause knows it, before it is stored. */
export type LiveEventInput = LiveEvent extends infer E ? (E extends LiveEvent ? Omit<E, 'id'> : never) : never

const liveVersions: Record<LiveEvent['type'], Version> = {
  'study.received': { v: 1 },
  'study.settled': { v: 1 },
  'study.status': { v: 1 },
  'study.changed': { v: 1 },
  'study.escalated': { v: 1 },
  'sessions.revoked': { v: 1 },
}

/** An event as it is stored and sent. */
export const storedLiveEvent = <E extends LiveEventInput>(event: E) => ({ v: liveVersions[event.type].v, ...event })

const Typed = z.looseObject({
  type: z.string().refine((type): type is LiveEvent['type'] => type in liveVersions, 'no such event'),
})

/** A stored event in its present version. Throws a ZodError for what is none. */
export function readLiveEvent(stored: unknown): LiveEvent {
  return LiveEvent.parse(upgradeStored(liveVersions[Typed.parse(stored).type], stored))
}

export const liveChannel = 'readroom:live'

const socket = {
  method: 'GET',
  scope: 'rows',
  query: z.object({ token: text(200) }),
  response: 'websocket',
  errors: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'FOREIGN_ORIGIN', 'BUSY'],
} as const

export const liveEndpoints = defineEndpoints({
  admin: { ...socket, access: 'worklist.admin', path: '/ws/admin', summary: 'Live events of all studies' },
  lab: { ...socket, access: 'worklist.lab', path: '/ws/lab', summary: "Live events of the laboratory's studies" },
  doctor: {
    ...socket,
    access: 'worklist.doctor',
    path: '/ws/doctor',
    summary: 'Live events of the studies assigned to the caller',
  },
})
