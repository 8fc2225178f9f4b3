import type { Hl7ConnectionFields, Hl7MessageState } from '@readroom/contracts/orders/hl7'
import { type Hl7Connection, hl7Endpoints } from '@readroom/contracts/orders/hl7-endpoints'
import { locationEndpoints } from '@readroom/contracts/people/locations'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

export const hl7Key = ['hl7'] as const

/** Messages arrive by themselves, so the lists are read again; an open list of messages soon, because somebody waits for one. */
const refetchInterval = 15_000
const messagesInterval = 3_000

export const hl7ConnectionsOptions = queryOptions({
  queryKey: [...hl7Key, 'connections'],
  queryFn: ({ signal }) => api.call(hl7Endpoints.list, {}, { signal }).then(({ connections }) => connections),
  refetchInterval,
  staleTime: 0,
})

/** The laboratories that a connection can belong to. */
export const hl7LabsOptions = queryOptions({
  queryKey: [...hl7Key, 'labs'],
  queryFn: ({ signal }) => api.call(locationEndpoints.list, {}, { signal }).then(({ locations }) => locations),
})

export type MessageFilter = { state: Hl7MessageState | ''; controlId: string }

/** Returns the query options for the pages of a connection's messages. */
export const hl7MessagesOptions = (connectionId: string, { state, controlId }: MessageFilter) =>
  infiniteQueryOptions({
    queryKey: [...hl7Key, 'messages', connectionId, state, controlId],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        hl7Endpoints.messages,
        {
          params: { connectionId },
          query: { ...(state !== '' && { state }), controlId, ...(pageParam !== null && { before: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ messages, hasMore }) => (hasMore ? messages.at(-1)?._id : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: messagesInterval,
    staleTime: 0,
  })

/** Returns the query options for the figures of a connection's newest messages. */
export const hl7ActivityOptions = (connectionId: string) =>
  queryOptions({
    queryKey: [...hl7Key, 'activity', connectionId],
    queryFn: ({ signal }) =>
      api.call(hl7Endpoints.activity, { params: { connectionId } }, { signal }).then(({ activity }) => activity),
    refetchInterval,
    staleTime: 0,
  })

/** Returns the query options for the text of a message. Each read is in the audit log. */
export const hl7TextOptions = (messageId: string) =>
  queryOptions({
    queryKey: [...hl7Key, 'text', messageId],
    queryFn: ({ signal }) => api.call(hl7Endpoints.text, { params: { messageId } }, { signal }).then(({ values }) => values),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Creates a connection, or changes the given one. */
export function saveHl7Connection(connection: Hl7Connection | null, { labId, ...fields }: Hl7ConnectionFields) {
  if (connection === null) return api.call(hl7Endpoints.create, { body: { labId, ...fields } })
  const { _id: connectionId, version } = connection
  return api.call(hl7Endpoints.update, { params: { connectionId }, body: { ...fields, version } })
}

/** Lets the connection receive an order of a patient who does not exist. */
export const sendTestOrder = (connectionId: string) => api.call(hl7Endpoints.sendTestOrder, { params: { connectionId } })

/** Returns what a connection with these fields would read from a message. */
export const previewHl7 = (text: string, { charset, mapping, sendingFacility }: Hl7ConnectionFields) =>
  api.call(hl7Endpoints.preview, { body: { text, charset, mapping, sendingFacility } }).then(({ preview }) => preview)
