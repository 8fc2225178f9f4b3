import {
  type DealExplanation,
  type DealRule,
  maxOthers,
  type NobodyReason,
  type ReaderDeficit,
} from '@readroom/contracts/studies/assignment-engine'
import type { Obstacle } from '@readroom/contracts/studies/suggestions'
import { withStudy } from '../../studies/assignments/expected-reading.ts'
import {
  asOpen,
  decidingRule,
  inDealingOrder,
  isStat,
  makeRanking,
  type Ranked,
  type Reader,
  ruleBetween,
  type StudyToDeal,
} from '../../studies/assignments/ranking.ts'

/** Why a doctor is not dealt a study. */
export type Refusal = { doctorId: string; obstacles: Obstacle[] }

/** The outcome for a study: a doctor with what all readers keep, or nobody with everybody's reasons. */
export type Deal =
  | { doctorId: string; explanation: DealExplanation; deficits: ReaderDeficit[] }
  | { doctorId: null; refusals: Refusal[] }

/** Returns who is dealt a study at an instant. Equal arguments have equal results, whatever was dealt before. */
export type Dealer = (study: StudyToDeal, readers: readonly Reader[], now: number) => Deal

function explain(study: StudyToDeal, first: Ranked, ranked: readonly Ranked[], rulesOff: readonly DealRule[]): DealExplanation {
  const eligible = ranked.filter(({ obstacles }) => obstacles.length === 0)
  const others = ranked.filter((one) => one !== first).slice(0, maxOthers)
  return {
    rule: decidingRule(eligible, rulesOff),
    minutes: study.minutes,
    deficitMinutes: Math.round(first.deficit * 10) / 10,
    openStat: first.reader.open.filter(isStat).length,
    eligible: eligible.length,
    expectedAt: first.readAt === null ? null : new Date(first.readAt).toISOString(),
    isAfterShift: first.isAfterShift,
    others: others.map((other) => ({
      doctorId: other.doctorId,
      why: other.obstacles[0]?.kind ?? ruleBetween(first, other, rulesOff),
    })),
  }
}

/** Returns a dealer for a clinic. Its zone decides the day on which licenses end. A simulation leaves out rules. */
export function makeDealer(zone: string, rulesOff: readonly DealRule[] = []): Dealer {
  const rank = makeRanking(zone, rulesOff)
  return (study, readers, now) => {
    const ranked = rank([study], readers, now)
    const eligible = ranked.filter(({ obstacles }) => obstacles.length === 0)
    const [first] = eligible
    if (!first) return { doctorId: null, refusals: ranked.map(({ doctorId, obstacles }) => ({ doctorId, obstacles })) }
    const explanation = explain(study, first, ranked, rulesOff)
    return {
      doctorId: first.doctorId,
      explanation,
      deficits: eligible.map(({ doctorId, deficit, deficitAt }) => ({
        doctorId,
        deficit: doctorId === first.doctorId ? deficit - explanation.minutes : deficit,
        deficitAt,
      })),
    }
  }
}

/** Returns the readers after a deal: their deficits, and the study among the open ones of the doctor who got it. */
export function afterDeal(readers: readonly Reader[], study: StudyToDeal, deal: Deal, now: number): Reader[] {
  if (deal.doctorId === null) return [...readers]
  const kept = new Map(deal.deficits.map((deficit) => [deficit.doctorId, deficit]))
  return readers.map((reader) => {
    const own = kept.get(reader.doctorId)
    if (!own) return reader
    const next = { ...reader, ...own }
    return reader.doctorId === deal.doctorId
      ? { ...next, lastAssignedAt: now, open: withStudy(reader.open, asOpen(study, reader.doctorId)) }
      : next
  })
}

/** Deals studies at an instant, each after the one before it in their order. Returns what became of each, and the readers afterwards. */
export function dealAll<S extends StudyToDeal>(
  dealer: Dealer,
  studies: readonly S[],
  readers: readonly Reader[],
  now: number,
): { deals: { study: S; deal: Deal }[]; readers: Reader[] } {
  let present = [...readers]
  const deals = inDealingOrder(studies).map((study) => {
    const deal = dealer(study, present, now)
    present = afterDeal(present, study, deal, now)
    return { study, deal }
  })
  return { deals, readers: present }
}

/** Counts the doctors by the obstacle that lasts the longest, the most frequent first. Nothing: there is no doctor. */
export function countRefusals(refusals: readonly Refusal[]): NobodyReason[] {
  const counts = new Map<Obstacle['kind'], number>()
  for (const { obstacles } of refusals) {
    const [first] = obstacles
    if (first) counts.set(first.kind, (counts.get(first.kind) ?? 0) + 1)
  }
  return [...counts]
    .map(([kind, doctors]) => ({ kind, doctors }))
    .toSorted((one, other) => other.doctors - one.doctors || one.kind.localeCompare(other.kind))
}
