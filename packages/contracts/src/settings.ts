import { z } from 'zod'
import { defineEndpoints, ok } from './endpoint.ts'

export const settingsEndpoints = defineEndpoints({
  read: {
    method: 'GET',
    path: '/api/settings',
    summary: 'What every page needs to know of this installation',
    access: 'public',
    scope: 'none',
    /** IANA name of the zone in which times are shown and days begin. */
    response: ok({ clinicTimeZone: z.string() }),
    errors: [],
  },
})
