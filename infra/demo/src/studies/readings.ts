import type { Finding } from '../dicom/kinds.ts'

export interface Reading {
  technique: string
  findings: string
  impression: string
}

type Texts = { technique: string; normal: Omit<Reading, 'technique'> } & Partial<Record<Finding, Omit<Reading, 'technique'>>>

const chestNodule = {
  findings:
    'A solid, spiculated nodule of about 24 mm lies in the right upper lung. No second nodule. Heart and large vessels are of normal size. No pleural effusion.',
  impression: 'Solid nodule in the right upper lung, suspicious. Further work-up is recommended.',
}
const effusion = {
  findings: 'Fluid at the base of the left lung, blunting the costophrenic angle. Heart of normal size. No consolidation.',
  impression: 'Left basal pleural effusion.',
}
const mass = {
  findings:
    'In the right parietal white matter lies a rounded mass with a bright rim, a darker centre and surrounding oedema. The ventricles are not displaced.',
  impression: 'Rim-shaped right parietal mass with oedema. Metastasis or abscess to be considered.',
}

/** The texts of each protocol: of a normal examination, and of the findings that its images can show. */
const texts = {
  ctHead: {
    technique: 'Axial CT of the head without contrast, 5 mm slices.',
    normal: {
      findings:
        'Grey and white matter are well distinguished. Ventricles of normal width, midline in place. No haemorrhage. Skull intact.',
      impression: 'Normal CT of the head.',
    },
    bleeding: {
      findings:
        'A dense collection lies in the left basal ganglia with a thin dark border, reaching the ventricle. Midline in place.',
      impression: 'Acute left basal ganglia haemorrhage with blood in the ventricle.',
    },
    lesion: mass,
  },
  ctChest: {
    technique: 'Axial CT of the chest and upper abdomen after intravenous contrast, venous phase.',
    normal: {
      findings: 'Lungs clear. No enlarged lymph nodes. Heart and large vessels of normal size. Upper abdominal organs normal.',
      impression: 'Normal CT of the chest and upper abdomen.',
    },
    nodule: chestNodule,
    effusion,
  },
  mrBrain: {
    technique: 'Axial T1 and T2 weighted images of the brain at 1.5 T.',
    normal: {
      findings: 'Normal signal of grey and white matter. Ventricles of normal width, midline in place. No mass.',
      impression: 'Normal MR of the brain.',
    },
    lesion: mass,
  },
  chestXr: {
    technique: 'Digital radiograph of the chest.',
    normal: {
      findings: 'Lungs clear and fully expanded. Heart and mediastinum of normal width. No pleural effusion. Ribs intact.',
      impression: 'Normal radiograph of the chest.',
    },
    nodule: chestNodule,
    effusion,
  },
  usAbdomen: {
    technique: 'Ultrasound of the right upper quadrant, curved transducer.',
    normal: {
      findings:
        'Gallbladder with one stone of about 6 mm and acoustic shadow. Its wall is not thickened. Liver of even texture. Bile ducts not dilated.',
      impression: 'Gallstone without signs of inflammation.',
    },
  },
} as const satisfies Record<string, Texts>
export type ReadingSubject = keyof typeof texts

/** Returns the text of a report on an examination. */
export function readingOf(subject: ReadingSubject, finding: Finding): Reading {
  const { technique, normal, ...findings }: Texts = texts[subject]
  return { technique, ...(finding === 'none' ? normal : (findings[finding] ?? normal)) }
}
