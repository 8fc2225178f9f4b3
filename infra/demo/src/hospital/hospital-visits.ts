import { clinicTime } from '../clinic-time.ts'
import type { Finding } from '../dicom/kinds.ts'
import { seriesKinds } from '../dicom/kinds.ts'
import type { PatientRecipe, SeriesRecipe, StudyRecipe } from '../dicom/make-study.ts'
import { protocols, referrers } from '../studies/study-entry.ts'

/** How far a visit goes by itself. */
type Stage = 'scheduled' | 'inScanner' | 'imaged' | 'reported'

/** An examination that the hospital orders. */
export interface Visit {
  /** The number of the order in the hospital's system. */
  number: string
  accessionNumber: string
  /** The kind of message that orders it. */
  orderedBy: 'ORM' | 'OMI'
  patient: PatientRecipe
  protocol: keyof typeof protocols
  /** The hospital's code of the examination. */
  code: string
  finding: Finding
  /** HL7 table 0485. */
  priority: 'S' | 'A' | 'R'
  referrer: string
  indication: string
  orderedAt: Date
  scheduledAt: Date
  stage: Stage
  size: SeriesRecipe['size']
}

/** The authority of the hospital's numbers. */
export const hospitalAuthority = 'CITYHOSP'

const HOUR_MS = 3_600_000

/** Nobody's names. The first patient came without papers, so the ID is one of the emergency department. */
export const hospitalPatients = {
  emergency: { id: 'CH-ER-0412', name: 'Sorrel^Ingrid', birthDate: '1956-08-02', sex: 'F' },
  french: { id: 'CH-7001', name: 'Fictif-Moreau^Aurélie', birthDate: '1979-01-25', sex: 'F' },
  finnish: { id: 'CH-7002', name: 'Keksitty^Päivö', birthDate: '1968-11-11', sex: 'M' },
  tanner: { id: 'CH-7003', name: 'Tannerbrook^Cyril', birthDate: '1947-06-30', sex: 'M' },
  spanish: { id: 'CH-7004', name: 'Inventado^Íñigo', birthDate: '1992-03-14', sex: 'M' },
} as const satisfies Record<string, PatientRecipe>

/** The ID of the first patient, as the admission office finds out later. */
export const knownId = 'CH-7000'

type Planned = Omit<Visit, 'number' | 'accessionNumber' | 'orderedAt' | 'scheduledAt'> & { hoursAhead: number }

const planned: readonly Planned[] = [
  {
    orderedBy: 'ORM',
    patient: hospitalPatients.emergency,
    protocol: 'ctHead',
    code: 'CTHEAD',
    finding: 'bleeding',
    priority: 'S',
    referrer: referrers.er,
    indication: 'Found on the stairs, confused, no papers. Haemorrhage?',
    hoursAhead: -0.5,
    stage: 'reported',
    size: { images: 16 },
  },
  {
    orderedBy: 'OMI',
    patient: hospitalPatients.french,
    protocol: 'chestTwoViews',
    code: 'CRCHEST2',
    finding: 'effusion',
    priority: 'A',
    referrer: referrers.gp,
    indication: 'Shortness of breath for a week. Effusion?',
    hoursAhead: -0.4,
    stage: 'reported',
    size: {},
  },
  {
    orderedBy: 'OMI',
    patient: hospitalPatients.finnish,
    protocol: 'mrBrain',
    code: 'MRBRAIN',
    finding: 'lesion',
    priority: 'R',
    referrer: referrers.neurology,
    indication: 'First seizure. Structural cause?',
    hoursAhead: -0.3,
    stage: 'imaged',
    size: { images: 12 },
  },
  {
    orderedBy: 'ORM',
    patient: hospitalPatients.tanner,
    protocol: 'ctChest',
    code: 'CTCHEST',
    finding: 'none',
    priority: 'A',
    referrer: referrers.oncology,
    indication: 'Restaging after chemotherapy.',
    hoursAhead: -0.1,
    stage: 'inScanner',
    size: {},
  },
  {
    orderedBy: 'OMI',
    patient: hospitalPatients.spanish,
    protocol: 'usAbdomen',
    code: 'USRUQ',
    finding: 'none',
    priority: 'R',
    referrer: referrers.gp,
    indication: 'Colic after meals. Gallstones?',
    hoursAhead: 22,
    stage: 'scheduled',
    size: {},
  },
]

/** Returns the hospital's visits. Equal times give equal visits, so a hospital that starts again sends the same. */
export function hospitalVisits(madeAt: Date): Visit[] {
  return planned.map(({ hoursAhead, ...visit }, index) => {
    const scheduledAt = new Date(madeAt.getTime() + hoursAhead * HOUR_MS)
    return {
      ...visit,
      number: `CH-${String(48_110 + index)}`,
      accessionNumber: `CH${String(48_110 + index)}`,
      scheduledAt,
      orderedAt: new Date(Math.min(scheduledAt.getTime(), madeAt.getTime()) - HOUR_MS),
    }
  })
}

/** Returns the modality of a visit, as DICOM names it. */
export const modalityOf = ({ protocol }: Visit): string => seriesKinds[protocols[protocol].kinds[0]].modality

/** Returns the images' recipe. The numbers are those that the scanner read from its worklist. */
export function recipeOfVisit(
  { protocol, finding, patient, referrer, scheduledAt, size }: Visit,
  item: { accessionNumber: string; studyInstanceUid: string; patientId: string },
  timeZone: string,
): StudyRecipe {
  const { description, kinds } = protocols[protocol]
  return {
    key: `hospital ${item.studyInstanceUid}`,
    studyInstanceUid: item.studyInstanceUid,
    accessionNumber: item.accessionNumber,
    patient: { ...patient, id: item.patientId },
    ...clinicTime(scheduledAt, 0, timeZone),
    description,
    referringPhysician: referrer,
    institution: 'City Hospital',
    series: kinds.map((kind) => ({ kind, finding, ...(size && { size }) })),
  }
}
