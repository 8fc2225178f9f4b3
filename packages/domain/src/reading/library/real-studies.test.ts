import { readFile } from 'node:fs/promises'
import { Sex } from '@readroom/contracts/core/primitives'
import { readContent } from '@readroom/report/content'
import { type Acquired, unmetNeed } from '@readroom/report/field-needs'
import { fieldAttrs } from '@readroom/report/schema'
import { templateMismatch } from '@readroom/report/template-fit'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { chosenOf, rankTemplates } from '../template-choice.ts'
import { readShippedTemplates } from './shipped-library.ts'

const text = z.string()
/** The headers of a public study, as its folder of sample images has them. A series: modality, description, body part, laterality, image type, frames. */
const Study = z.object({
  folder: text,
  description: text,
  sex: Sex.nullable(),
  series: z.array(z.tuple([text, text, text, text, text, z.int()])),
  /** The template that opens, or those to choose from; the fields that "All normal" fills; and those that stay open, by reason. */
  opens: z.array(text),
})
const studies = (await readFile(new URL('real-studies.jsonl', import.meta.url), 'utf8'))
  .trim()
  .split('\n')
  .map((line) => Study.parse(JSON.parse(line)))

const listed = (await readShippedTemplates()).map((one) => ({ ...one, id: one.name, scope: 'system' as const, labId: null }))

/** Returns the template that opens for a study, the fields that "All normal" fills, and those that stay open, by reason. */
function opened({ description, sex, series }: z.infer<typeof Study>): string[] {
  const modalities = [...new Set(series.map(([modality]) => modality))]
  const bodyParts = series.map(([, , part]) => part).join(' ')
  const ranked = rankTemplates(listed, { labId: null, modalities, description, bodyParts, patientSex: sex }, 'original')
  const chosen = chosenOf(ranked)
  if (!chosen) return [ranked.flatMap(({ fits, template }) => (fits ? [template.name] : [])).join(' or ')]
  const acquired: Acquired = {
    description,
    series: series.map(([modality, own, bodyPart, laterality, imageType, frames]) => {
      return { modality, description: own, bodyPart, laterality, imageType, frames, shown: frames }
    }),
  }
  const filled: string[] = []
  const open = new Map<string, string[]>()
  readContent(chosen.content).descendants((node) => {
    if (node.type.name === 'section') return node.attrs.id === 'findings'
    if (node.type.name !== 'field') return true
    const { label, kind, options, completion } = fieldAttrs(node.attrs)
    const [normal] = options
    if (kind !== 'choice' || normal === undefined || completion === 'prohibit') return false
    const lacks = unmetNeed({ label, normal }, acquired)
    if (lacks === null) filled.push(label)
    else open.set(lacks, [...(open.get(lacks) ?? []), label])
    return false
  })
  return [chosen.name, `filled: ${filled.join(', ')}`, ...[...open].map(([lacks, labels]) => `${lacks}: ${labels.join(', ')}`)]
}

it.each(studies)('$folder opens with a fitting template, whose fields are filled only if its images show them', (study) => {
  expect(opened(study)).toEqual(study.opens)
  const { description } = study
  const series = study.series.map(([modality, , bodyPart]) => ({ modality, bodyPart }))
  expect(templateMismatch(study.opens[0] ?? null, { description, series })).toBeNull()
})
