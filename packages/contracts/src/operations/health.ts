import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'

export const healthEndpoints = defineEndpoints({
  live: {
    method: 'GET',
    path: '/healthz',
    summary: 'The process answers',
    access: 'public',
    scope: 'none',
    response: ok({}),
    errors: [],
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    summary: 'The process can serve: the database answers, and has the schema that the program needs',
    access: 'public',
    scope: 'none',
    /** It serves without a log, and reads from a database whose disk is full (`full`), but somebody should know. */
    response: ok({ isLosingLog: z.boolean(), dependencies: z.record(z.string(), z.enum(['up', 'full', 'down'])) }),
    errors: ['NOT_READY'],
  },
})
