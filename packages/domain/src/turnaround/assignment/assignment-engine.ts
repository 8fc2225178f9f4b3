import { type Priority, priorities } from '@readroom/contracts/core/primitives'
import type {
  DealExplanation,
  DealObstacle,
  DealRule,
  NobodyReason,
  ReaderDeficit,
} from '@readroom/contracts/studies/assignment-engine'
import {
  type Eligibility,
  needsOf,
  obstaclesOf,
  type StudyToRead,
  type WorkingDays,
} from '../../studies/assignments/eligibility.ts'
import { expectedMinutes, largestMinutes } from '../../studies/assignments/suggestions.ts'
import { dayOf } from '../../studies/deadline-rules/working-time.ts'
import { makeReaderShifts, type ReaderShifts } from './reader-shifts.ts'
import { firstTurn, type Turn } from './turn-order.ts'

/** A doctor who can be dealt studies. Plain data: it survives JSON. Instants are in milliseconds since 1970. */
export type Reader = Eligibility & {
  doctorId: string
  groupIds: readonly string[]
  /** When the reader works. Keep the object from one deal to the next, because its times are remembered. */
  works: WorkingDays
  /** The weight of the reader's share, above 0. 100 is a full one. */
  share: number
  /** Minutes below the share, when `deficitAt` was. Null: the reader had no deal yet. */
  deficit: number
  deficitAt: number | null
  lastAssignedAt: number | null
  /** Open studies of urgency stat or emergency. */
  openStat: number
  /** Patients of whom the reader has an open study, as far as their studies are dealt. */
  openPatientIds: readonly string[]
}

/** A study to be dealt, with what the readers had to do with it. */
export type StudyToDeal = StudyToRead & {
  studyId: string
  /** The group of the doctors who can be dealt the study. Null: all. */
  groupId: string | null
  urgency: Priority
  dueAt: number | null
  /** Null: not known to be the same as another. */
  patientId: string | null
  /** Who reported the patient's newest prior. */
  priorDoctorId: string | null
  declinedBy: readonly string[]
}

/** Why a doctor is not dealt a study. */
export type Refusal = { doctorId: string; obstacles: DealObstacle[] }

/** The outcome for a study: a doctor with what all readers keep, or nobody with everybody's reasons. */
export type Deal =
  | { doctorId: string; explanation: DealExplanation; deficits: ReaderDeficit[] }
  | { doctorId: null; refusals: Refusal[] }

/** Returns who is dealt a study at an instant. Equal arguments have equal results, whatever was dealt before. */
export type Dealer = (study: StudyToDeal, readers: readonly Reader[], now: number) => Deal

/** Returns a function that says which obstacles a reader has to a study at an instant, those that last the longest first. */
function refusalsTo(study: StudyToDeal, day: string, shifts: ReaderShifts, now: number): (reader: Reader) => DealObstacle[] {
  const needs = needsOf([study])
  return (reader) => {
    const obstacles: DealObstacle[] = obstaclesOf(reader, needs, day, shifts.workingAt(reader.works, now).away)
    if (study.groupId !== null && !reader.groupIds.includes(study.groupId)) obstacles.unshift({ kind: 'group' })
    if (study.declinedBy.includes(reader.doctorId)) obstacles.unshift({ kind: 'declined' })
    return obstacles
  }
}

/** A reader who can read a study, with the credit of it. */
type Eligible = Turn & { reader: Reader; deficitAt: number }

/** Credits readers with a study: so many minutes, divided by their shares. */
function credit(readers: readonly Reader[], minutes: number, shifts: ReaderShifts, now: number): Eligible[] {
  const shares = readers.reduce((sum, { share }) => sum + share, 0)
  return readers.map((reader) => {
    const { doctorId, share, lastAssignedAt, works } = reader
    const since = reader.deficitAt ?? now
    const kept = reader.deficit / 2 ** shifts.startsBetween(works, since, now)
    return {
      reader,
      doctorId,
      share,
      lastAssignedAt,
      deficit: kept + (minutes * share) / shares,
      deficitAt: Math.max(since, now),
    }
  })
}

/** Reports whether a study goes to the reader with the fewest open ones of its kind. */
export const isStat = ({ urgency }: StudyToDeal) => urgency === 'STAT' || urgency === 'EMERGENCY'

/** Returns the readers among whom the turn decides, and the rule that left the others out. */
function shortlist(eligible: readonly Eligible[], study: StudyToDeal): { rule: DealRule; readers: readonly Eligible[] } {
  const { patientId, priorDoctorId } = study
  const ofPatient = eligible.filter(({ reader }) => patientId !== null && reader.openPatientIds.includes(patientId))
  if (ofPatient.length > 0) return { rule: 'patient', readers: ofPatient }
  const ofPrior = eligible.filter(({ doctorId }) => doctorId === priorDoctorId)
  if (ofPrior.length > 0) return { rule: 'prior', readers: ofPrior }
  if (!isStat(study)) return { rule: 'share', readers: eligible }
  const fewest = Math.min(...eligible.map(({ reader }) => reader.openStat))
  return { rule: 'emergency', readers: eligible.filter(({ reader }) => reader.openStat === fewest) }
}

/** Returns a dealer for a clinic. Its zone decides the day on which licenses end. */
export function makeDealer(zone: string): Dealer {
  const shifts = makeReaderShifts(zone)
  return (study, readers, now) => {
    const day = dayOf(new Date(now), zone).toString()
    const obstaclesTo = refusalsTo(study, day, shifts, now)
    const refusals = readers.map((reader) => ({ reader, obstacles: obstaclesTo(reader) }))
    const free = refusals.flatMap(({ reader, obstacles }) => (obstacles.length === 0 ? [reader] : []))
    const minutes = expectedMinutes(study.modalities)
    const eligible = credit(free, minutes, shifts, now)
    const { rule, readers: chosenFrom } = shortlist(eligible, study)
    const first = firstTurn(chosenFrom, largestMinutes)
    if (!first)
      return { doctorId: null, refusals: refusals.map(({ reader, obstacles }) => ({ doctorId: reader.doctorId, obstacles })) }
    return {
      doctorId: first.doctorId,
      explanation: {
        rule,
        minutes,
        deficitMinutes: Math.round(first.deficit * 10) / 10,
        openStat: first.reader.openStat,
        eligible: eligible.length,
      },
      deficits: eligible.map(({ doctorId, deficit, deficitAt }) => ({
        doctorId,
        deficit: doctorId === first.doctorId ? deficit - minutes : deficit,
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
    if (reader.doctorId !== deal.doctorId) return next
    const { patientId } = study
    return {
      ...next,
      lastAssignedAt: now,
      openMinutes: reader.openMinutes + deal.explanation.minutes,
      openStat: reader.openStat + (isStat(study) ? 1 : 0),
      openPatientIds: patientId === null ? reader.openPatientIds : [...new Set([...reader.openPatientIds, patientId])],
    }
  })
}

/** Returns the studies in the order in which they are dealt: the most urgent first, of equal urgency the earliest deadline. */
export const inDealingOrder = <S extends Pick<StudyToDeal, 'studyId' | 'urgency' | 'dueAt'>>(studies: readonly S[]): S[] =>
  studies.toSorted(
    (one, other) =>
      priorities.indexOf(other.urgency) - priorities.indexOf(one.urgency) ||
      (one.dueAt ?? Number.MAX_SAFE_INTEGER) - (other.dueAt ?? Number.MAX_SAFE_INTEGER) ||
      (one.studyId < other.studyId ? -1 : 1),
  )

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
  const counts = new Map<DealObstacle['kind'], number>()
  for (const { obstacles } of refusals) {
    const [first] = obstacles
    if (first) counts.set(first.kind, (counts.get(first.kind) ?? 0) + 1)
  }
  return [...counts]
    .map(([kind, doctors]) => ({ kind, doctors }))
    .toSorted((one, other) => other.doctors - one.doctors || one.kind.localeCompare(other.kind))
}
