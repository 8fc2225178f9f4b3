import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Instant } from '../core/primitives.ts'

const ownFeed = { access: 'presence.subscribe', scope: 'none', path: '/api/shift-feed' } as const

/** The calendar feed of shifts and absences: a doctor's own, or everybody's for an administrator (docs/decisions/people/presence.md). */
export const shiftFeedEndpoints = defineEndpoints({
  read: {
    ...ownFeed,
    method: 'GET',
    summary: "Whether the caller has a calendar feed of shifts; its address can't be shown again",
    response: ok({ feed: z.object({ createdAt: Instant }).nullable() }),
    errors: [],
  },
  create: {
    ...ownFeed,
    method: 'POST',
    summary: 'A calendar feed of shifts and absences, at an address that is shown only once. Ends the feed before it',
    response: ok({ address: z.string() }),
    errors: [],
  },
  remove: {
    ...ownFeed,
    method: 'DELETE',
    summary: "End the caller's calendar feed",
    response: ok({ message: z.string() }),
    errors: ['SHIFT_FEED_NOT_FOUND'],
  },
  calendar: {
    method: 'GET',
    path: '/api/calendars/:token/shifts.ics',
    summary: 'The shifts and absences of a feed as iCalendar (RFC 5545), from the last week to twelve weeks ahead',
    access: 'public',
    scope: 'none',
    params: z.object({ token: z.string().max(200) }),
    response: 'file',
    errors: ['SHIFT_FEED_NOT_FOUND'],
  },
})
