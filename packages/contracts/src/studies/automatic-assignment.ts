import { z } from 'zod'
import { DealExplanation, NobodyReason } from './assignment-engine.ts'

/**
 * How a laboratory's studies find their doctor. `off`: administrators assign. `suggest`: administrators confirm proposals. `assign`: studies are
 * assigned without them. `pool`: doctors ask for the next study (docs/decisions/turnaround/automatic-assignment-modes.md).
 */
export const dealingModes = ['off', 'suggest', 'assign', 'pool'] as const
export const DealingMode = z.enum(dealingModes)
export type DealingMode = z.infer<typeof DealingMode>

/** How a doctor gave back a study that was dealt to them. */
export const refusalKinds = ['declined', 'passedOver'] as const
export const RefusalKind = z.enum(refusalKinds)
export type RefusalKind = z.infer<typeof RefusalKind>

/** Why a doctor gave it back: for counts. What they write beside it is for the history of the study. */
export const refusalCauses = ['field', 'conflict', 'incomplete', 'time', 'other'] as const
export const RefusalCause = z.enum(refusalCauses)
export type RefusalCause = z.infer<typeof RefusalCause>

/** So many studies can a doctor give back in one shift, or on one day of the clinic without shifts. */
export const maxGivenBack = 5

/** A study is passed over so many times. The next doctor keeps it. */
export const maxPassedOver = 3

/**
 * Why automatic assignment took a study from a doctor. `offShift`: the shift ended, or ends before the doctor would read it. `late`: another doctor reads
 * it in time. `limit`: the doctor has more open work than their limit.
 */
export const UnassignedBecause = z.enum(['absent', 'inactive', 'license', 'offShift', 'late', 'limit', ...refusalKinds])
export type UnassignedBecause = z.infer<typeof UnassignedBecause>

/** The details of events by which the history says what automatic assignment did. */
export const DealtDetails = {
  assigned: z.object({ dealt: z.object({ by: z.enum(['assign', 'pool']), explanation: DealExplanation }) }),
  /** An administrator confirmed a proposal. */
  confirmed: z.object({ proposed: DealExplanation }),
  unassigned: z.object({ dealt: z.object({ because: UnassignedBecause }) }),
  declined: z.object({ kind: RefusalKind }),
  unplaced: z.object({ reasons: z.array(NobodyReason) }),
}

/** What automatic assignment decided about a study. */
export const DealtDecision = z.discriminatedUnion('kind', [
  /** It chose the doctor. `suggest`: an administrator confirmed the proposal. */
  z.object({ kind: z.literal('chosen'), by: DealingMode.extract(['assign', 'pool', 'suggest']), explanation: DealExplanation }),
  /** It took the study from its doctor. */
  z.object({ kind: z.literal('takenBack'), because: UnassignedBecause }),
  /** It found no doctor. */
  z.object({ kind: z.literal('unplaced'), reasons: z.array(NobodyReason) }),
])
export type DealtDecision = z.infer<typeof DealtDecision>

/** Returns what automatic assignment decided in an event of a study. Null: nothing, or the details of an anonymised study are gone. */
export function readDecision(event: string, details: unknown): DealtDecision | null {
  if (event === 'unplaced') return { kind: 'unplaced', reasons: DealtDetails.unplaced.safeParse(details).data?.reasons ?? [] }
  const takenBack = DealtDetails.unassigned.safeParse(details).data
  if (event === 'unassigned') return takenBack ? { kind: 'takenBack', because: takenBack.dealt.because } : null
  if (event !== 'assigned') return null
  const dealt = DealtDetails.assigned.safeParse(details).data
  if (dealt) return { kind: 'chosen', ...dealt.dealt }
  const confirmed = DealtDetails.confirmed.safeParse(details).data
  return confirmed ? { kind: 'chosen', by: 'suggest', explanation: confirmed.proposed } : null
}
