import type { ReadingTemplateText } from '@readroom/contracts/reading/reading-templates'
import { reportOfParts } from '@readroom/report/template-parts'
import { ctTemplates } from './ct-templates.ts'
import { heartTemplates } from './heart-templates.ts'
import { mrTemplates } from './mr-templates.ts'
import { otherTemplates } from './other-templates.ts'
import { radiographyTemplates } from './radiography-templates.ts'
import { ultrasoundTemplates } from './ultrasound-templates.ts'

const library = [
  ...otherTemplates,
  ...heartTemplates,
  ...ctTemplates,
  ...mrTemplates,
  ...radiographyTemplates,
  ...ultrasoundTemplates,
]

/** Templates of a new system, in our own words and by RSNA's structure: a start, which administrators change. */
export const systemTemplates: readonly ReadingTemplateText[] = library.map(
  ({ name, modalities, words, isDefault = false, sex = null, parts }) => ({
    name,
    modalities,
    words,
    isDefault,
    sex,
    kind: 'original',
    content: reportOfParts(parts, 'original'),
  }),
)
