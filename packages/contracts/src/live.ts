import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { Id, Instant } from './primitives.ts'
import { StudyStatus } from './study-workflow.ts'

/** Close code for a socket whose session ended. */
export const sessionEndedCloseCode = 4401

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

/** Specification 7.8. `worklist_changed` says that a row changed, appeared or went; the client asks again. */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_established'), userInfo: z.object({ name: z.string() }) }),
  z.object({ type: z.literal('subscribed_to_studies'), ...at }),
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
])
export type ServerMessage = z.infer<typeof ServerMessage>

export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe_to_studies') }),
  z.object({ type: z.literal('ping') }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/** What travels from the outbox over Redis to every API process. Carries ids only; each receiver's message is made by the API. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ v: z.literal(1), ...eventId, type: z.literal('study.received'), studyId: Id }),
  z.object({ v: z.literal(1), ...eventId, type: z.literal('study.settled'), studyId: Id }),
  z.object({
    v: z.literal(1),
    ...eventId,
    type: z.literal('study.status'),
    studyId: Id,
    status: StudyStatus,
    formerDoctorIds: z.array(Id).default([]),
  }),
  z.object({ v: z.literal(1), ...eventId, type: z.literal('study.changed'), studyId: Id, formerDoctorIds: z.array(Id).default([]) }),
  z.object({ v: z.literal(1), ...eventId, type: z.literal('sessions.revoked'), userId: Id }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

export const liveChannel = 'readroom:live'

const socket = {
  method: 'GET',
  scope: 'rows',
  query: z.object({ token: z.string().max(200) }),
  response: 'websocket',
  errors: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'FOREIGN_ORIGIN'],
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
