import { ask, bones, choice, type LibraryTemplate, must, number, text, words } from './parts.ts'

const breasts = ['Right breast', 'Left breast'] as const

export const otherTemplates: readonly LibraryTemplate[] = [
  { name: 'General', modalities: [], words: [], isDefault: true, parts: {} },
  {
    name: 'Mammography',
    modalities: ['MG'],
    words: [],
    isDefault: true,
    parts: {
      technique: [
        choice('Views', 'craniocaudal and mediolateral oblique', 'craniocaudal and mediolateral oblique, tomosynthesis'),
      ],
      findings: [
        ...breasts.map((breast) => must(choice(`${breast} density`, 'ACR A', 'ACR B', 'ACR C', 'ACR D', 'not examined'))),
        choice('Mass', 'none', 'right', 'left', 'both sides'),
        ...breasts.map((breast) => choice(`${breast} calcifications`, 'none', 'benign', 'suspicious')),
        choice('Architectural distortion', 'none', 'right', 'left', 'both sides'),
        choice('Asymmetry', 'none', 'right', 'left', 'both sides'),
        choice('Skin, nipples and axillae', 'normal', 'abnormal'),
      ],
      impression: breasts.map((breast) =>
        must(choice(`${breast} BI-RADS`, '1', '2', '0', '3', '4A', '4B', '4C', '5', '6', 'not examined')),
      ),
    },
  },
  {
    name: 'Bone density',
    modalities: ['DXA', 'BMD', 'OT'],
    words: ['dxa', 'dexa', 'densitometry', 'bone density', 'bmd'],
    parts: {
      technique: [text('Dual-energy X-ray absorptiometry of the lumbar spine and hip.')],
      findings: [
        number('Lumbar spine T-score', ''),
        number('Femoral neck T-score', ''),
        number('Total hip T-score', ''),
        number('Change since the last examination', '%'),
        words('Limits of the measurement'),
      ],
      impression: [must(choice('Bone density', 'normal', 'osteopenia', 'osteoporosis'))],
    },
  },
  {
    name: 'Fluoroscopy of the upper gastrointestinal tract',
    modalities: ['RF', 'XA', 'CR', 'DX'],
    words: ['swallow', 'barium', 'upper gi', 'oesophagus', 'esophagus', 'oesophagogram', 'esophagogram'],
    parts: {
      technique: [
        choice('Contrast', 'barium', 'water-soluble'),
        text('Fluoroscopy while swallowing.'),
        choice('Views', 'lateral', 'frontal and lateral'),
      ],
      findings: [
        ask(choice('Aspiration', 'none', 'penetration', 'aspiration')),
        choice('Leak', 'none', 'present'),
        choice('Oesophageal motility', 'normal', 'reduced', 'spasm'),
        choice('Stricture or mass', 'none', 'stricture', 'mass'),
        choice('Hiatus hernia', 'none', 'present'),
        choice('Reflux', 'none', 'present'),
        choice('Stomach and duodenum', 'normal', 'abnormal', 'not examined'),
      ],
    },
  },
  {
    name: 'Bone scan',
    modalities: ['NM'],
    words: ['bone', 'skeletal', 'skeleton', 'bone scan'],
    parts: {
      technique: [words('Tracer and activity'), choice('Images', 'whole body', 'whole body and SPECT/CT', 'three phases')],
      findings: [
        ask(choice('Suspicious uptake', 'none', 'single', 'multiple')),
        words('Place of the uptake'),
        choice('Degenerative uptake', 'none', 'present'),
        choice('Fracture uptake', 'none', 'present'),
        choice('Kidneys and soft tissues', 'normal', 'abnormal'),
      ],
    },
  },
  {
    name: 'FDG PET/CT',
    modalities: ['PT'],
    words: ['fdg', 'pet', 'pet ct', 'whole body'],
    parts: {
      technique: [words('Activity and uptake time'), number('Blood glucose', 'mmol/l'), words('Range')],
      findings: [
        choice('Head and neck', 'no suspicious uptake', 'suspicious uptake'),
        choice('Chest', 'no suspicious uptake', 'suspicious uptake'),
        choice('Abdomen and pelvis', 'no suspicious uptake', 'suspicious uptake'),
        bones,
        number('Highest SUVmax', ''),
        words('Lesions for follow-up'),
        choice('Deauville score', 'not applicable', '1', '2', '3', '4', '5'),
      ],
    },
  },
  {
    name: 'Lung ventilation and perfusion',
    modalities: ['NM'],
    words: ['ventilation', 'perfusion lung', 'lung perfusion', 'lung scan', 'v q', 'vq', 'v q scan', 'ventilation perfusion'],
    parts: {
      technique: [words('Tracers and activities'), choice('Images', 'planar', 'SPECT', 'SPECT/CT')],
      findings: [
        ask(choice('Mismatched perfusion defects', 'none', 'one', 'several')),
        words('Place of the defects'),
        choice('Matched defects', 'none', 'present'),
        choice('Ventilation', 'homogeneous', 'patchy', 'defects', 'not examined'),
        number('Right lung share of perfusion', '%'),
      ],
      impression: [must(choice('Pulmonary embolism', 'no sign', 'present', 'not diagnostic'))],
    },
  },
  {
    name: 'Angiography or intervention',
    modalities: ['XA'],
    words: [],
    isDefault: true,
    parts: {
      technique: [
        words('Procedure'),
        words('Access and closure'),
        words('Materials'),
        number('Contrast volume', 'ml'),
        number('Dose-area product', 'Gy·cm²'),
      ],
      findings: [must(choice('Complication', 'none', 'minor', 'major')), words('Result')],
    },
  },
]
