import type { Priority } from '@readroom/contracts/core/primitives'
import type { BodyRegion } from '@readroom/contracts/studies/body-regions'
import type { Eligibility, StudyToRead } from '../../studies/assignments/eligibility.ts'
import type { Span } from '../../studies/assignments/presence-times.ts'
import type { PastArrivals } from './arrivals.ts'
import type { Job } from './reading-ahead.ts'

/** An open study. `heldBy`: the doctors who have it, or none if anybody can be given it. Instants are in milliseconds since 1970. */
export type OpenWork = StudyToRead & { urgency: Priority; dueAt: number; minutes: number; heldBy: readonly string[] }

/** Equal studies that arrived in an hour of an earlier week. `dueMinutes`: from upload to deadline. */
export type ArrivedWork = StudyToRead & PastArrivals & { minutes: number; dueMinutes: number | null }

/** A doctor who can be given studies. `on`: in order, some days further than the hours. */
export type ForecastReader = Pick<Eligibility, 'readsLabIds' | 'readsModalities' | 'readsBodyRegions'> & {
  doctorId: string
  on: readonly Span[]
}

export type ForecastInput = {
  open: readonly OpenWork[]
  arrived: readonly ArrivedWork[]
  readers: readonly ForecastReader[]
  /** The hours to come, one after the other. The first one is the rest of the present hour. */
  hours: readonly Span[]
  /** How many weeks `arrived` is of. */
  weeks: number
}

/** Studies of a laboratory and modalities that the same doctors read. */
export type Stream = {
  labId: string | null
  labName: string | null
  modalities: readonly string[]
  bodyRegions: Set<BodyRegion>
  readerIds: readonly string[]
  open: OpenWork[]
  arrived: ArrivedWork[]
}

/** A job with where it comes from. */
export type ForecastJob = Job & { stream: Stream; isExpected: boolean }
