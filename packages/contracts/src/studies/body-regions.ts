import { z } from 'zod'

/** Regions of the body that doctors read. A study has those of its series, else those that its description names (docs/decisions/studies/body-regions.md). */
export const bodyRegions = [
  'head',
  'neck',
  'chest',
  'breast',
  'heartAndVessels',
  'abdomen',
  'pelvis',
  'spine',
  'upperExtremity',
  'lowerExtremity',
  'wholeBody',
] as const
export const BodyRegion = z.enum(bodyRegions)
export type BodyRegion = z.infer<typeof BodyRegion>

/** The name of each region, as a sentence begins with it. */
export const bodyRegionNames: Record<BodyRegion, string> = {
  head: 'Head',
  neck: 'Neck',
  chest: 'Chest',
  breast: 'Breast',
  heartAndVessels: 'Heart and vessels',
  abdomen: 'Abdomen',
  pelvis: 'Pelvis',
  spine: 'Spine',
  upperExtremity: 'Upper extremity',
  lowerExtremity: 'Lower extremity',
  wholeBody: 'Whole body',
}
