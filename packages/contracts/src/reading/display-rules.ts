import { z } from 'zod'
import { ImagingModality, imagingModalities, isImaging } from '../studies/modalities.ts'

/**
 * The part of a series that must be on the screen before the series counts as displayed. `all`: every image. `range`: the stack from end to end, once and in
 * one plane. `one`: any image.
 */
export const displayRules = ['all', 'range', 'one'] as const
export const DisplayRule = z.enum(displayRules)
export type DisplayRule = z.infer<typeof DisplayRule>

/** The rules of a laboratory that differ from the usual ones, each for a modality. */
export const DisplayRules = z
  .array(z.strictObject({ modality: ImagingModality, rule: DisplayRule }))
  .max(imagingModalities.length)
  .refine((rules) => new Set(rules.map(({ modality }) => modality)).size === rules.length, 'Each modality can have one rule.')
export type DisplayRules = z.infer<typeof DisplayRules>

/** The modalities whose series are stacks of slices. Of all others every image counts, such as of radiographs, mammograms and ultrasound. */
export const stackModalities: readonly string[] = ['CT', 'IVOCT', 'IVUS', 'MR', 'OCT', 'PT']

/**
 * Returns the rule of a modality where its laboratory has none of its own. The frames of one image are a stack. A segmentation is opened on any of its
 * images.
 */
export function usualDisplayRule(modality: string, isMultiFrame: boolean): DisplayRule {
  if (!isImaging(modality)) return 'one'
  return isMultiFrame || stackModalities.includes(modality) ? 'range' : 'all'
}
