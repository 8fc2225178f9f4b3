import { z } from 'zod'
import { Email, optionalText } from '../core/primitives.ts'
import { TimeOfDay } from './office-calendars.ts'

/**
 * The steps of telling people that a study has no report yet, the least pressing first (docs/decisions/studies/escalation.md): at risk, with a
 * doctor who leaves before reading it or reads it late, an emergency that nobody has opened, due, and long overdue.
 */
export const escalationSteps = ['warning', 'misplaced', 'unopened', 'deadline', 'overdue'] as const
export const EscalationStep = z.enum(escalationSteps)
export type EscalationStep = z.infer<typeof EscalationStep>

/** An emergency is offered to every doctor if nobody has opened it for so many minutes. */
export const unopenedMinutes = 15

/** A study is long overdue after this share of the time from ready to due. */
export const overduePercent = 150

export const maxEscalationEmails = 10

/** The hours without emails about deadlines, by the clinic's clock. They may go past midnight. Both null: there are none. */
export const QuietHours = z
  .strictObject({ from: optionalText(TimeOfDay), to: optionalText(TimeOfDay) })
  .superRefine(({ from, to }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (from === null && to !== null) refuse('from', 'Enter when the quiet hours begin')
    if (from !== null && to === null) refuse('to', 'Enter when the quiet hours end')
    if (from !== null && from === to) refuse('to', 'Enter another time than the start')
  })
export type QuietHours = z.output<typeof QuietHours>

/** The rules of a laboratory for emails about its deadlines. */
export const labEscalation = {
  quietHours: QuietHours,
  /** Addresses that get these emails, beside doctors and administrators. */
  escalationEmails: z.array(Email).max(maxEscalationEmails),
}
