import { z } from 'zod'
import { defineEndpoints, ok } from './endpoint.ts'
import { Id } from './primitives.ts'

/** A laboratory as a choice: its id, its name and its identifier. */
export const LocationOption = z.object({ value: Id, label: z.string(), code: z.string() })
export type LocationOption = z.infer<typeof LocationOption>

export const locationEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/tat/locations',
    summary: 'The laboratories that the caller sees studies of',
    access: 'location.list',
    scope: 'rows',
    response: ok({ locations: z.array(LocationOption) }),
    errors: [],
  },
})
