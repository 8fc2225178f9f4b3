import type { Node } from 'prosemirror-model'
import { expect, it } from 'vitest'
import { criticalFinding } from './critical-findings.ts'
import { reportSchema } from './schema.ts'
import type { SectionId } from './sections.ts'

const { doc, section, paragraph, field } = reportSchema.nodes
const text = (words: string) => paragraph.create(null, reportSchema.text(words))
const report = (id: SectionId, ...blocks: Node[]) => doc.create(null, [section.create({ id }, blocks)])

it.each([
  'Acute subarachnoid haemorrhage in the basal cisterns.',
  'Left subdural hematoma, 12 mm.',
  'Tension pneumothorax on the right.',
  'Type A dissection of the aorta.',
  'Segmental pulmonary emboli in both lower lobes.',
  'Free air under the diaphragm.',
  'Live ectopic pregnancy in the left tube.',
  'Torsion of the left testis.',
  'Testicular torsion.',
  'Spinal cord compression at T8.',
  'Contained rupture of an aortic aneurysm.',
  'Hypodense area left temporal, 25 mm, suspicious for infarct.',
  'Acute infarct in the left MCA territory.',
  'Filling defect concerning for pulmonary embolism.',
  'Large left basal ganglia haemorrhage.',
  'Acute bleed in the right thalamus.',
  'Large pneumothorax on the left.',
  'Fracture of C2.',
  'Large vessel occlusion of the left M1 segment.',
])('is offered: %s', (words) => {
  expect(criticalFinding(report('impression', text(words)))).not.toBeNull()
  expect(criticalFinding(report('findings', text(words)))).not.toBeNull()
})

it('quotes the sentence, of a field too', () => {
  expect(criticalFinding(report('findings', text('Two aims. Pulmonary embolism on the left. Fine.')))).toBe(
    'Pulmonary embolism on the left',
  )
  const bleeding = field.create({ id: 'b', label: 'Intracranial bleeding' }, reportSchema.text('subarachnoid'))
  expect(criticalFinding(report('findings', bleeding))).toBe('Intracranial bleeding: subarachnoid')
})

it.each([
  'No subarachnoid haemorrhage.',
  'No evidence of pulmonary embolism.',
  'Pulmonary embolism: none',
  'Previous subarachnoid haemorrhage has resolved.',
  'History of pulmonary embolism.',
  'Chronic subdural haematoma, unchanged.',
  'Aortic dissection cannot be excluded.',
  'Subarachnoid spaces are prominent.',
  'No free air or free fluid.',
  'Pneumothorax of 5 mm on the right.',
  'Carotid dissection is unlikely.',
  'Normal perfusion of both testes without torsion.',
  'Rupture of the supraspinatus tendon.',
  'Epidural fat is prominent.',
  'Old infarct of the right occipital lobe.',
  'Lacunar infarcts of the basal ganglia.',
  'No signs suspicious for cerebral infarct.',
  'Splenic infarct.',
  'Frontal scalp haematoma.',
  'Tiny apical pneumothorax.',
  'Old fracture of C5.',
  'Fracture of the C7 spinous process.',
  'Cerebral microhaemorrhages.',
  'No intracerebral bleeding.',
  'Haematoma of the thigh.',
  'Infarct of the left temporal lobe is unlikely.',
  'Normal chest.',
])('is not offered: %s', (words) => {
  expect(criticalFinding(report('impression', text(words)))).toBeNull()
})
