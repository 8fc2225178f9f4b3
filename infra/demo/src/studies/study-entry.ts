import type { Priority } from '@readroom/contracts/core/primitives'
import type { DemoDoctor } from '../accounts.ts'
import type { demoPatients } from '../demo-patients.ts'
import type { Finding } from '../dicom/kinds.ts'
import type { SeriesRecipe } from '../dicom/make-study.ts'
import type { ReadingSubject } from './readings.ts'

export type DemoState =
  | 'pending'
  | 'assigned'
  | 'inReview'
  | 'paused'
  | 'inProgress'
  | 'drafted'
  | 'uploaded'
  | 'finalized'
  | 'readAgain'
  | 'checked'
  | 'delivered'
  | 'archived'
  | 'critical'
  | 'corrected'
  | 'addended'

/** A study of the demo, in a line. */
export interface Entry {
  patient: keyof typeof demoPatients
  /** Hours before the demo was made. */
  hoursAgo: number
  protocol: keyof typeof protocols
  finding?: Finding
  referrer: keyof typeof referrers
  state: DemoState
  doctor?: DemoDoctor
  priority?: Priority
  /** From the first image to the report; of an unfinished study, to when it would be due. */
  minutes?: number
  question?: string
  /** Fewer or smaller images. */
  size?: SeriesRecipe['size']
  /** Size of the patient; 1 is an adult. */
  scale?: number
  /** Days of age, for the newborn. */
  ageDays?: number
}

export const protocols = {
  ctHead: { description: 'CT head without contrast', kinds: ['ct-head'], subject: 'ctHead' },
  ctTrauma: { description: 'CT head trauma protocol', kinds: ['ct-head'], subject: 'ctHead' },
  ctChest: { description: 'CT chest and upper abdomen with contrast', kinds: ['ct-chest'], subject: 'ctChest' },
  mrBrain: { description: 'MR brain T1 and T2', kinds: ['mr-t1', 'mr-t2'], subject: 'mrBrain' },
  chestTwoViews: { description: 'XR chest PA and lateral', kinds: ['cr-pa', 'cr-lateral'], subject: 'chestXr' },
  chestOneView: { description: 'XR chest PA', kinds: ['cr-pa'], subject: 'chestXr' },
  usAbdomen: { description: 'US abdomen, right upper quadrant', kinds: ['us-cine'], subject: 'usAbdomen' },
} as const satisfies Record<string, { description: string; kinds: SeriesRecipe['kind'][]; subject: ReadingSubject }>

export const referrers = {
  gp: 'Underhill^Rosalind^^Dr',
  er: 'Castellan^Victor^^Dr',
  oncology: 'Ferreira-Lune^Beatriz^^Prof',
  neurology: 'Ostrander^Milo^^Dr',
  paediatrics: 'Pemberton^Iris^^Dr',
}
