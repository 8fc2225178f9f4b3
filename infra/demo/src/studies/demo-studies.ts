import type { Priority } from '@readroom/contracts/core/primitives'
import type { StudyEvent } from '@readroom/contracts/studies/study-workflow'
import type { DemoDoctor, DemoLab } from '../accounts.ts'
import { clinicTime } from '../clinic-time.ts'
import { demoPatients } from '../demo-patients.ts'
import type { StudyRecipe } from '../dicom/make-study.ts'
import { pastStudies } from './past-studies.ts'
import { presentStudies } from './present-studies.ts'
import { type Reading, readingOf } from './readings.ts'
import { type DemoState, type Entry, protocols, referrers } from './study-entry.ts'
import { type DatedEvent, timesOf } from './study-times.ts'

export interface DemoStudy {
  recipe: StudyRecipe
  lab: DemoLab
  /** Nobody's while it is pending. */
  doctor: DemoDoctor | null
  state: DemoState
  priority: Priority
  reading: Reading
  /** Asked by the order that came with the study. */
  question: string | null
  /** When its steps were taken. Those of a report that is signed in the portal are the present. */
  events: readonly DatedEvent[]
}

/** From the scanner's clock to the first image, in hours. */
const SENDING = 0.15
const HOUR_MS = 3_600_000
/** The time of a report that nobody has finished. */
const USUAL_MINUTES = 300
const DAY = 24

const institutions = [
  { lab: 'CITYLAB', institution: 'City Imaging Laboratory' },
  { lab: 'HARBOR', institution: 'Harbor Radiology Laboratory' },
] as const

/** The demo's studies, dated back from `madeAt` by the clinic's clocks. Equal arguments give equal studies. */
export function demoStudies(madeAt: Date, timeZone: string): DemoStudy[] {
  return institutions.flatMap(({ lab, institution }) =>
    [...presentStudies[lab], ...pastStudies(lab)].map((entry, index) => {
      const accessionNumber = `${lab === 'CITYLAB' ? 'C' : 'H'}${String(26_001 + index * 7)}`
      const { finding = 'none', protocol } = entry
      return {
        recipe: {
          institution,
          accessionNumber,
          key: `demo ${madeAt.getTime()} ${accessionNumber}`,
          ...recipeOf(entry, madeAt, timeZone),
        },
        lab,
        doctor: entry.doctor ?? null,
        state: entry.state,
        priority: entry.priority ?? 'NORMAL',
        reading: readingOf(protocols[protocol].subject, finding),
        question: entry.question ?? null,
        events: eventsOf(entry, madeAt),
      }
    }),
  )
}

/** The steps that are taken when the demo is made, because a signature cannot be dated back. */
const presentSteps: Partial<Record<DemoState, readonly StudyEvent[]>> = {
  critical: ['report_started', 'finalized'],
  corrected: ['report_started', 'finalized'],
  addended: ['report_started'],
}

function eventsOf({ hoursAgo, minutes = USUAL_MINUTES, state }: Entry, madeAt: Date): DatedEvent[] {
  const receivedAt = new Date(madeAt.getTime() - (hoursAgo - SENDING) * HOUR_MS)
  const times = timesOf({ receivedAt, minutes, isWaiting: state === 'pending', madeAt })
  return times.filter(({ event }) => !presentSteps[state]?.includes(event))
}

function recipeOf(
  { patient, protocol, finding = 'none', hoursAgo, referrer, scale = 1, ageDays, size = {} }: Entry,
  madeAt: Date,
  timeZone: string,
) {
  const { description, kinds } = protocols[protocol]
  const born = ageDays === undefined ? {} : { birthDate: clinicTime(madeAt, hoursAgo + ageDays * DAY, timeZone).date }
  return {
    patient: { ...demoPatients[patient], ...born },
    ...clinicTime(madeAt, hoursAgo, timeZone),
    description,
    referringPhysician: referrers[referrer],
    series: kinds.map((kind) => ({ kind, finding, size })),
    scale,
  }
}
