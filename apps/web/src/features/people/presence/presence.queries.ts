import { type PresenceFields, presenceEndpoints } from '@readroom/contracts/people/presence'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

export const presenceKey = ['presence'] as const

/** The doctor whose shifts are meant: an id, or the signed-in doctor. */
export type PresenceOf = { doctorId: string } | 'own'

/** Returns the query options for shifts and absences. Loaded again for every form, so that an edit starts from current data. */
export const presenceOptions = (of: PresenceOf) =>
  queryOptions({
    queryKey: [...presenceKey, of],
    queryFn: ({ signal }) =>
      (of === 'own'
        ? api.call(presenceEndpoints.readOwn, {}, { signal })
        : api.call(presenceEndpoints.read, { params: of }, { signal })
      ).then(({ presence }) => presence),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Saves shifts and absences in place of those that were read. */
export const savePresence = (of: PresenceOf, body: PresenceFields & { version: number }) =>
  of === 'own' ? api.call(presenceEndpoints.changeOwn, { body }) : api.call(presenceEndpoints.change, { params: of, body })

/** Returns the query options for the week of a day. Without one, for the present week. */
export const weekOptions = (day: string | null) =>
  queryOptions({
    queryKey: [...presenceKey, 'week', day],
    queryFn: ({ signal }) =>
      api.call(presenceEndpoints.week, { query: day === null ? {} : { day } }, { signal }).then(({ week }) => week),
    staleTime: 0,
  })
