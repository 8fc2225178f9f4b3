import type { ReadingTemplateText } from '@readroom/contracts/reading-templates'
import { reportOfParts, type TemplatePart, type TemplateParts } from '@readroom/report/template-parts'

const blank = { unit: '', options: [], completion: 'none', value: '' } as const
const text = (words: string): TemplatePart => ({ text: words })
const choice = (label: string, ...options: string[]): TemplatePart => ({ ...blank, label, kind: 'choice', options })
const number = (label: string, unit: string): TemplatePart => ({ ...blank, label, kind: 'number', unit })
/** Nothing is signed without it. */
const must = (part: TemplatePart): TemplatePart => ({ ...part, completion: 'prohibit' })
/** Whoever signs without it is asked. */
const ask = (part: TemplatePart): TemplatePart => ({ ...part, completion: 'alert' })

type Named = Pick<ReadingTemplateText, 'name' | 'modalities' | 'words'> & { isDefault?: boolean; parts: TemplateParts }

const contrast = choice('Contrast', 'none', 'intravenous', 'oral', 'intravenous and oral')
const breastDensity = choice('Breast density', 'ACR A', 'ACR B', 'ACR C', 'ACR D')
const category = choice('BI-RADS', '1', '2', '0', '3', '4A', '4B', '4C', '5', '6')

const templates: readonly Named[] = [
  { name: 'General', modalities: [], words: [], isDefault: true, parts: {} },
  {
    ...{ name: 'CT brain', modalities: ['CT'], words: ['brain', 'head', 'skull', 'cranium', 'neuro', 'stroke'] },
    parts: {
      technique: [text('Axial images of the head from the skull base to the vertex.'), contrast],
      findings: [
        ask(choice('Intracranial bleeding', 'none', 'subdural', 'epidural', 'subarachnoid', 'intracerebral')),
        choice('Grey and white matter', 'normal differentiation', 'loss of differentiation'),
        choice('Ventricles and sulci', 'normal for age', 'widened', 'effaced'),
        choice('Midline shift', 'none', 'to the left', 'to the right'),
        choice('Mass or collection', 'none', 'present'),
        choice('Skull and skull base', 'intact', 'fracture'),
        choice('Sinuses and mastoids', 'clear', 'opacified'),
      ],
    },
  },
  {
    ...{ name: 'CT chest', modalities: ['CT'], words: ['chest', 'thorax', 'lung', 'lungs', 'pulmonary', 'hrct'] },
    parts: {
      technique: [text('Images of the chest from the lung apices to the upper abdomen.'), contrast],
      findings: [
        choice('Lungs', 'clear', 'consolidation', 'ground-glass opacity', 'nodule'),
        number('Largest nodule', 'mm'),
        choice('Airways', 'patent', 'narrowed', 'obstructed'),
        choice('Pleura', 'no effusion', 'effusion on the left', 'effusion on the right', 'effusion on both sides'),
        choice('Pneumothorax', 'none', 'left', 'right'),
        choice('Heart and pericardium', 'normal', 'enlarged heart', 'pericardial effusion'),
        choice('Great vessels', 'normal', 'dilated'),
        choice('Lymph nodes', 'not enlarged', 'enlarged'),
        choice('Bones and chest wall', 'no suspicious lesion', 'lesion'),
      ],
    },
  },
  {
    ...{ name: 'CT abdomen', modalities: ['CT'], words: ['abdomen', 'abdominal', 'pelvis', 'liver', 'kub', 'urogram'] },
    parts: {
      technique: [text('Images of the abdomen and pelvis from the diaphragm to the symphysis.'), contrast],
      findings: [
        choice('Liver', 'normal', 'steatosis', 'focal lesion'),
        choice('Gallbladder and bile ducts', 'normal', 'stones', 'dilated ducts', 'gallbladder removed'),
        choice('Pancreas', 'normal', 'inflamed', 'mass'),
        choice('Spleen', 'normal', 'enlarged'),
        choice('Adrenal glands', 'normal', 'nodule'),
        choice('Kidneys and ureters', 'normal', 'stone', 'hydronephrosis', 'mass'),
        choice('Bowel', 'normal', 'wall thickening', 'obstruction'),
        choice('Appendix', 'normal', 'not seen', 'inflamed'),
        choice('Free fluid or air', 'none', 'free fluid', 'free air'),
        choice('Vessels and lymph nodes', 'normal', 'enlarged lymph nodes', 'aneurysm'),
        choice('Bones', 'no suspicious lesion', 'lesion'),
      ],
    },
  },
  {
    ...{ name: 'MR knee', modalities: ['MR'], words: ['knee', 'knees'] },
    parts: {
      technique: [text('Multiplanar images of the knee with and without fat suppression.')],
      findings: [
        must(choice('Side', 'left', 'right')),
        choice('Medial meniscus', 'intact', 'tear', 'degeneration'),
        choice('Lateral meniscus', 'intact', 'tear', 'degeneration'),
        choice('Anterior cruciate ligament', 'intact', 'partial tear', 'complete tear'),
        choice('Posterior cruciate ligament', 'intact', 'partial tear', 'complete tear'),
        choice('Collateral ligaments', 'intact', 'sprain', 'tear'),
        choice('Extensor mechanism', 'intact', 'tendinopathy', 'tear'),
        choice('Cartilage', 'preserved', 'thinned', 'full-thickness defect'),
        choice('Bone marrow', 'normal', 'oedema', 'fracture'),
        choice('Joint fluid', 'normal', 'effusion'),
      ],
    },
  },
  {
    ...{ name: 'XR chest', modalities: ['CR', 'DX'], words: ['chest', 'thorax', 'cxr'] },
    parts: {
      technique: [choice('Views', 'posteroanterior', 'posteroanterior and lateral', 'anteroposterior, supine')],
      findings: [
        choice('Lungs', 'clear', 'consolidation', 'interstitial change', 'nodule or mass'),
        choice('Pleura', 'no effusion', 'effusion'),
        ask(choice('Pneumothorax', 'none', 'left', 'right')),
        choice('Heart', 'normal size', 'enlarged'),
        choice('Mediastinum and hila', 'normal', 'widened', 'enlarged hila'),
        choice('Bones', 'no acute finding', 'fracture'),
        choice('Lines and tubes', 'none', 'in place', 'malpositioned'),
      ],
    },
  },
  {
    ...{ name: 'US abdomen', modalities: ['US'], words: ['abdomen', 'abdominal', 'liver', 'kidney', 'kidneys'] },
    parts: {
      findings: [
        choice('Liver', 'normal', 'increased echogenicity', 'focal lesion'),
        choice('Gallbladder', 'normal', 'stones', 'wall thickening', 'removed'),
        number('Common bile duct', 'mm'),
        choice('Pancreas', 'normal', 'not seen in full', 'abnormal'),
        number('Spleen length', 'cm'),
        number('Right kidney length', 'cm'),
        number('Left kidney length', 'cm'),
        choice('Hydronephrosis', 'none', 'right', 'left', 'both sides'),
        number('Aorta diameter', 'mm'),
        choice('Free fluid', 'none', 'present'),
      ],
    },
  },
  {
    ...{ name: 'Mammography', modalities: ['MG'], words: [], isDefault: true },
    parts: {
      technique: [
        choice('Views', 'craniocaudal and mediolateral oblique', 'craniocaudal and mediolateral oblique, tomosynthesis'),
      ],
      findings: [
        must(breastDensity),
        choice('Mass', 'none', 'right', 'left', 'both sides'),
        choice('Calcifications', 'none', 'benign', 'suspicious'),
        choice('Architectural distortion', 'none', 'right', 'left'),
        choice('Skin, nipples and axillae', 'normal', 'abnormal'),
      ],
      impression: [must(category)],
    },
  },
]

/** What a new system has, in our own words: a start, which administrators change. */
export const systemTemplates: readonly ReadingTemplateText[] = templates.map(({ parts, isDefault = false, ...named }) => ({
  ...{ ...named, isDefault, sex: null, kind: 'original' as const },
  content: reportOfParts(parts, 'original'),
}))
