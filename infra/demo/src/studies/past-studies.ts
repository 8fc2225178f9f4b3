import type { Priority } from '@readroom/contracts/core/primitives'
import type { DemoLab } from '../accounts.ts'
import type { Entry } from './study-entry.ts'

const patients = {
  CITYLAB: ['farrow', 'hollis', 'italian', 'tamsin', 'german', 'czech', 'greek', 'long'],
  HARBOR: ['osric', 'portuguese', 'turkish', 'prudence', 'danish', 'ambrose', 'swedish', 'quill'],
} as const satisfies Record<DemoLab, Entry['patient'][]>

const small = { rows: 360, columns: 350 }
const short = { images: 8 }

const examinations = [
  { protocol: 'chestOneView', referrer: 'er', finding: 'none', size: small },
  { protocol: 'usAbdomen', referrer: 'gp', finding: 'none', size: short },
  { protocol: 'chestOneView', referrer: 'gp', finding: 'effusion', size: small },
  { protocol: 'chestTwoViews', referrer: 'gp', finding: 'none', size: small },
  { protocol: 'usAbdomen', referrer: 'er', finding: 'none', size: short },
  { protocol: 'chestOneView', referrer: 'oncology', finding: 'nodule', size: small },
] as const satisfies Pick<Entry, 'protocol' | 'referrer' | 'finding' | 'size'>[]

/** Minutes from the first image to the report, from the target's half to days too late. */
const reported: [priority: Priority, minutes: number][] = [
  ['NORMAL', 380],
  ['STAT', 34],
  ['NORMAL', 910],
  ['URGENT', 145],
  ['NORMAL', 1_720],
  ['HIGH', 305],
  ['NORMAL', 52],
  ['EMERGENCY', 21],
  ['NORMAL', 190],
  ['STAT', 85],
  ['NORMAL', 3_650],
  ['HIGH', 560],
]

const HOURS_BETWEEN = 62

/** Studies of the past weeks, all reported, with few and small images: they fill the turnaround report. */
export function pastStudies(lab: DemoLab): Entry[] {
  const offset = lab === 'CITYLAB' ? 0 : 7
  return reported.map(([priority, minutes], index) => ({
    ...(examinations[(index + offset) % examinations.length] ?? examinations[0]),
    patient: patients[lab][index % patients[lab].length] ?? patients[lab][0],
    hoursAgo: 3 * 24 + offset + index * HOURS_BETWEEN,
    state: index % 6 === 5 ? 'archived' : 'delivered',
    doctor: (index + offset) % 3 === 0 ? 'doctor2' : 'doctor',
    priority,
    minutes,
  }))
}
