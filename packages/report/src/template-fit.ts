import { type BodyRegion, bodyRegionNames } from '@readroom/contracts/studies/body-regions'
import { bodyRegionsOf } from './body-regions.ts'

/** A study by its description, and the headers of its series. */
type Imaged = { description: string | null; series: readonly { modality: string; bodyPart: string | null }[] }

/** The words by which names of templates say a modality, and the modalities of DICOM that are meant. */
const modalityWords: readonly { words: RegExp; name: string; modalities: readonly string[] }[] = [
  { words: /\bCTA?\b/u, name: 'CT', modalities: ['CT'] },
  { words: /\bMR[AIT]?\b/u, name: 'MR', modalities: ['MR'] },
  { words: /\bUS\b|\b(?:[Uu]ltrasound|[Ss]ono|[Ee]chocardio)/u, name: 'ultrasound', modalities: ['US'] },
  { words: /\bXR\b|\b[Xx]-?ray\b|\b[Rr]adiogra/u, name: 'radiographs', modalities: ['CR', 'DX', 'RG', 'RF', 'XA', 'PX', 'IO'] },
  { words: /\b[Mm]ammogra/u, name: 'mammography', modalities: ['MG'] },
  { words: /\bPET\b/u, name: 'PET', modalities: ['PT'] },
]

/** Regions whose studies show parts of each other, such as the hip and the pelvis. */
const near: Partial<Record<BodyRegion, readonly BodyRegion[]>> = {
  head: ['neck', 'heartAndVessels'],
  neck: ['head', 'chest', 'spine', 'heartAndVessels'],
  chest: ['neck', 'breast', 'abdomen', 'spine', 'heartAndVessels'],
  breast: ['chest'],
  heartAndVessels: ['head', 'neck', 'chest', 'abdomen', 'pelvis', 'lowerExtremity'],
  abdomen: ['chest', 'pelvis', 'spine', 'heartAndVessels'],
  pelvis: ['abdomen', 'spine', 'lowerExtremity', 'heartAndVessels'],
  spine: ['neck', 'chest', 'abdomen', 'pelvis'],
  lowerExtremity: ['pelvis', 'heartAndVessels'],
}

const list = (regions: readonly BodyRegion[]) => regions.map((one) => bodyRegionNames[one].toLowerCase()).join(', ')

/**
 * Returns why a template, by its name, is for another modality or another region of the body than the study, for the signer; null if it fits. What is not
 * known, or spans the body, fits.
 */
export function templateMismatch(template: string | null, { description, series }: Imaged): string | null {
  if (template === null) return null
  const known = modalityWords.filter(({ modalities }) => series.some(({ modality }) => modalities.includes(modality)))
  const meant = modalityWords.filter(({ words }) => words.test(template))
  const begin = `The template ${template} is for`
  if (known.length > 0 && meant.length > 0 && !meant.some((one) => known.includes(one)))
    return `${begin} ${meant.map(({ name }) => name).join(' and ')}. This study is ${known.map(({ name }) => name).join(' and ')}.`
  const said = [description, ...series.map(({ bodyPart }) => bodyPart)].filter(Boolean).join(' / ')
  const ofStudy = bodyRegionsOf({ bodyParts: said, description: null })
  const ofTemplate = bodyRegionsOf({ bodyParts: template, description: null })
  const fits = (region: BodyRegion) =>
    region === 'wholeBody' || ofStudy.includes(region) || near[region]?.some((one) => ofStudy.includes(one))
  if (ofStudy.length === 0 || ofTemplate.length === 0 || ofStudy.includes('wholeBody') || ofTemplate.some(fits)) return null
  return `${begin} ${list(ofTemplate)}. This study is of the ${list(ofStudy)}.`
}
