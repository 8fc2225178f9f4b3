import { z } from 'zod'
import { defineEndpoints, ok } from './endpoint.ts'

export const settingsEndpoints = defineEndpoints({
  read: {
    method: 'GET',
    path: '/api/settings',
    summary: 'What every page needs to know of this installation',
    access: 'public',
    scope: 'none',
    response: ok({
      /** IANA name of the zone in which times are shown and days begin. */
      clinicTimeZone: z.string(),
      /** Who helps with signing in; null where the installation names nobody. */
      supportEmail: z.string().nullable(),
      /** Whether the image archive has a viewer of its own, and studies may be opened in it. */
      archiveViewer: z.boolean(),
    }),
    errors: [],
  },
})
