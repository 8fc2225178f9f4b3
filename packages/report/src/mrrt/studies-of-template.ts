import { ReadingTemplateText } from '@readroom/contracts/reading/reading-templates'
import type { z } from 'zod'
import { attributeOf, type Element, TemplateFileInvalid } from './html-tree.ts'

const StudiesOfTemplate = ReadingTemplateText.omit({ name: true, content: true })
/** The studies and reports that a template is for. */
export type StudiesOfTemplate = z.infer<typeof StudiesOfTemplate>

const attributes = {
  modalities: 'data-readroom-modalities',
  words: 'data-readroom-words',
  sex: 'data-readroom-sex',
  kind: 'data-readroom-kind',
  isDefault: 'data-readroom-default',
} as const satisfies Record<keyof StudiesOfTemplate, string>

const listed = (text: string) => text.split(',').flatMap((word) => word.trim() || [])

/** Reads what the body of a file says; `unsaid` holds where it says nothing. Throws TemplateFileInvalid. */
export function readStudies(body: Element, unsaid: Pick<StudiesOfTemplate, 'modalities' | 'kind'>): StudiesOfTemplate {
  const said = (name: keyof StudiesOfTemplate) => attributeOf(body, attributes[name]).trim()
  const modalities = listed(said('modalities'))
  const parsed = StudiesOfTemplate.safeParse({
    modalities: modalities.length > 0 ? modalities : unsaid.modalities,
    words: listed(said('words')),
    sex: said('sex') || null,
    kind: said('kind') || unsaid.kind,
    isDefault: said('isDefault') === 'true',
  })
  if (parsed.success) return parsed.data
  const wrong = Object.entries(attributes).find(([name]) => parsed.error.issues.some(({ path }) => path[0] === name))
  throw new TemplateFileInvalid(`The attribute ${wrong?.[1]} has a value that it cannot have.`)
}

/** The attributes that `readStudies` reads. Those that say nothing are empty. A comma within words matches like a space. */
export const ownAttributes = ({ modalities, words, sex, kind, isDefault }: StudiesOfTemplate): Record<string, string> => ({
  [attributes.modalities]: modalities.join(', '),
  [attributes.words]: words.map((word) => word.replaceAll(',', ' ')).join(', '),
  [attributes.sex]: sex ?? '',
  [attributes.kind]: kind === 'original' ? '' : kind,
  [attributes.isDefault]: isDefault ? 'true' : '',
})
