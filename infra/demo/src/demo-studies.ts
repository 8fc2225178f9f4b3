import type { DemoDoctor, DemoLab } from './accounts.ts'
import { clinicTime } from './clinic-time.ts'
import { demoPatients } from './demo-patients.ts'
import type { SeriesRecipe, StudyRecipe } from './dicom/make-study.ts'

export type DemoState = 'pending' | 'assigned' | 'inReview' | 'drafted' | 'finalized' | 'delivered'

export interface DemoStudy {
  recipe: StudyRecipe
  lab: DemoLab
  /** Nobody's while it is pending. */
  doctor: DemoDoctor | null
  state: DemoState
  isEmergency: boolean
}

interface Entry {
  patient: keyof typeof demoPatients
  /** Hours before the demo was made. */
  hoursAgo: number
  protocol: keyof typeof protocols
  finding?: NonNullable<SeriesRecipe['finding']>
  referrer: keyof typeof referrers
  state: DemoState
  doctor?: DemoDoctor
  isEmergency?: true
  /** Size of the patient; 1 is an adult. */
  scale?: number
  /** Days of age, for the newborn. */
  ageDays?: number
}

const protocols = {
  ctHead: { description: 'CT head without contrast', kinds: ['ct-head'] },
  ctTrauma: { description: 'CT head trauma protocol', kinds: ['ct-head'] },
  ctChest: { description: 'CT chest and upper abdomen with contrast', kinds: ['ct-chest'] },
  mrBrain: { description: 'MR brain T1 and T2', kinds: ['mr-t1', 'mr-t2'] },
  chestTwoViews: { description: 'XR chest PA and lateral', kinds: ['cr-pa', 'cr-lateral'] },
  chestOneView: { description: 'XR chest PA', kinds: ['cr-pa'] },
  usAbdomen: { description: 'US abdomen, right upper quadrant', kinds: ['us-cine'] },
} as const satisfies Record<string, { description: string; kinds: SeriesRecipe['kind'][] }>

const referrers = {
  gp: 'Underhill^Rosalind^^Dr',
  er: 'Castellan^Victor^^Dr',
  oncology: 'Ferreira-Lune^Beatriz^^Prof',
  neurology: 'Ostrander^Milo^^Dr',
  paediatrics: 'Pemberton^Iris^^Dr',
}

const DAY = 24
const YEAR = 365 * DAY

const cityLab: Entry[] = [
  {
    patient: 'unknown',
    hoursAgo: 0.7,
    protocol: 'ctTrauma',
    finding: 'bleeding',
    referrer: 'er',
    state: 'pending',
    isEmergency: true,
  },
  { patient: 'marlowe', hoursAgo: 2.4, protocol: 'ctHead', finding: 'lesion', referrer: 'neurology', state: 'pending' },
  { patient: 'marlowe', hoursAgo: 1.1 * YEAR, protocol: 'ctHead', referrer: 'gp', state: 'delivered', doctor: 'doctor' },
  { patient: 'marlowe', hoursAgo: 1.15 * YEAR, protocol: 'mrBrain', referrer: 'neurology', state: 'delivered', doctor: 'doctor' },
  { patient: 'delacroix', hoursAgo: 3.6, protocol: 'chestTwoViews', referrer: 'paediatrics', state: 'pending', scale: 0.82 },
  {
    patient: 'greek',
    hoursAgo: 20.3,
    protocol: 'chestOneView',
    finding: 'nodule',
    referrer: 'gp',
    state: 'assigned',
    doctor: 'doctor',
  },
  {
    patient: 'newborn',
    hoursAgo: 5.2,
    protocol: 'chestOneView',
    referrer: 'paediatrics',
    state: 'assigned',
    doctor: 'doctor2',
    scale: 0.34,
    ageDays: 3,
  },
  { patient: 'okonkwo', hoursAgo: 26.8, protocol: 'ctChest', referrer: 'oncology', state: 'assigned', doctor: 'doctor' },
  {
    patient: 'japanese',
    hoursAgo: 29.5,
    protocol: 'mrBrain',
    finding: 'lesion',
    referrer: 'neurology',
    state: 'inReview',
    doctor: 'doctor',
  },
  {
    patient: 'long',
    hoursAgo: 3 * DAY,
    protocol: 'ctChest',
    finding: 'nodule',
    referrer: 'oncology',
    state: 'drafted',
    doctor: 'doctor2',
  },
  { patient: 'korean', hoursAgo: 6 * DAY + 3, protocol: 'usAbdomen', referrer: 'gp', state: 'finalized', doctor: 'doctor' },
]

const harbor: Entry[] = [
  { patient: 'quill', hoursAgo: 4.1, protocol: 'ctChest', referrer: 'gp', state: 'pending' },
  { patient: 'arabic', hoursAgo: 19.2, protocol: 'mrBrain', referrer: 'neurology', state: 'pending' },
  { patient: 'hebrew', hoursAgo: 22.7, protocol: 'chestOneView', referrer: 'er', state: 'assigned', doctor: 'doctor2' },
  {
    patient: 'polish',
    hoursAgo: 2 * DAY + 2,
    protocol: 'mrBrain',
    finding: 'lesion',
    referrer: 'neurology',
    state: 'assigned',
    doctor: 'doctor2',
  },
  { patient: 'polish', hoursAgo: 2.1 * YEAR, protocol: 'mrBrain', referrer: 'neurology', state: 'delivered', doctor: 'doctor' },
  {
    patient: 'russian',
    hoursAgo: 2 * DAY + 6,
    protocol: 'ctChest',
    finding: 'effusion',
    referrer: 'oncology',
    state: 'inReview',
    doctor: 'doctor2',
  },
  { patient: 'russian', hoursAgo: 0.42 * YEAR, protocol: 'ctChest', referrer: 'oncology', state: 'delivered', doctor: 'doctor2' },
  { patient: 'swedish', hoursAgo: 5 * DAY + 4, protocol: 'usAbdomen', referrer: 'gp', state: 'drafted', doctor: 'doctor' },
  {
    patient: 'irish',
    hoursAgo: 9 * DAY + 1,
    protocol: 'chestTwoViews',
    finding: 'effusion',
    referrer: 'er',
    state: 'finalized',
    doctor: 'doctor2',
  },
  { patient: 'vietnamese', hoursAgo: 12 * DAY + 5, protocol: 'ctHead', referrer: 'er', state: 'delivered', doctor: 'doctor2' },
]

const labEntries = [
  { lab: 'CITYLAB', institution: 'City Imaging Laboratory', entries: cityLab },
  { lab: 'HARBOR', institution: 'Harbor Radiology Laboratory', entries: harbor },
] as const

/** The demo's studies, dated back from `madeAt` by the clinic's clocks. Equal arguments give equal studies. */
export function demoStudies(madeAt: Date, timeZone: string): DemoStudy[] {
  return labEntries.flatMap(({ lab, institution, entries }) =>
    entries.map((entry, index) => {
      const accessionNumber = `${lab === 'CITYLAB' ? 'C' : 'H'}${String(26_001 + index * 7)}`
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
        isEmergency: entry.isEmergency ?? false,
      }
    }),
  )
}

function recipeOf(
  { patient, protocol, finding = 'none', hoursAgo, referrer, scale = 1, ageDays }: Entry,
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
    series: kinds.map((kind) => ({ kind, finding })),
    scale,
  }
}
