import type { ReadingTemplateText } from '@readroom/contracts/reading/reading-templates'
import type { TemplatePart, TemplateParts } from '@readroom/report/template-parts'

/** A template of the library: what it is for, and its text. `words` empty and no default: it is taken only by hand. */
export type LibraryTemplate = Pick<ReadingTemplateText, 'name' | 'modalities' | 'words'> &
  Partial<Pick<ReadingTemplateText, 'isDefault' | 'sex'>> & { parts: TemplateParts }

const blank = { unit: '', options: [], completion: 'none', value: '' } as const

export const text = (words: string): TemplatePart => ({ text: words })
/** A choice. In findings the first option is the normal one. */
export const choice = (label: string, ...options: string[]): TemplatePart => ({ ...blank, label, kind: 'choice', options })
export const number = (label: string, unit: string): TemplatePart => ({ ...blank, label, kind: 'number', unit })
export const words = (label: string): TemplatePart => ({ ...blank, label, kind: 'text' })
/** Nothing is signed without it, and no command fills it. */
export const must = (part: TemplatePart): TemplatePart => ({ ...part, completion: 'prohibit' })
/** Asks for confirmation if a report is signed without this part. */
export const ask = (part: TemplatePart): TemplatePart => ({ ...part, completion: 'alert' })

export const side = must(choice('Side', 'left', 'right'))
export const contrast = choice('Contrast', 'none', 'intravenous', 'oral', 'intravenous and oral')
export const planes = choice('Planes', 'axial', 'axial and coronal', 'axial and sagittal', 'axial, coronal and sagittal')
/** The categories as their publishers list them: Lung-RADS 2022, LI-RADS CT/MRI 2018, O-RADS US and MRI (ACR), ASPECTS (Alberta Stroke Program). */
const lungRads = ['0', '1', '2', '3', '4A', '4B', '4X']
export const lungCategory = must(choice('Lung-RADS', ...lungRads, ...lungRads.map((category) => `${category}S`)))
/** Of general templates: typed where it applies, so no command fills it, and a free impression does not begin in it. The check lists what exists. */
export const liverCategory = words('LI-RADS')
export const ovarianCategory = words('O-RADS')
export const strokeScore = words('ASPECTS')

export const bones = choice('Bones', 'no suspicious lesion', 'fracture', 'lesion')
export const lymphNodes = choice('Lymph nodes', 'not enlarged', 'enlarged')
export const freeFluid = choice('Free fluid', 'none', 'present')
