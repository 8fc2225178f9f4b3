/**
 * CT windows in Hounsfield units. These are the usual ones of https://radiopaedia.org/articles/windowing-ct (W 80 L 40 for the brain to W 1800 L 400
 * for bone).
 */
export const ctWindows = {
  brain: { name: 'Brain', width: 80, level: 40 },
  stroke: { name: 'Stroke', width: 40, level: 40 },
  subdural: { name: 'Subdural', width: 200, level: 75 },
  bone: { name: 'Bone', width: 1800, level: 400 },
  temporalBone: { name: 'Temporal bone', width: 2800, level: 600 },
  lung: { name: 'Lung', width: 1500, level: -600 },
  mediastinum: { name: 'Mediastinum', width: 350, level: 50 },
  softTissue: { name: 'Soft tissue', width: 400, level: 50 },
  liver: { name: 'Liver', width: 150, level: 30 },
  spine: { name: 'Spine', width: 250, level: 50 },
  vessels: { name: 'Vessels', width: 600, level: 200 },
} as const satisfies Record<string, { name: string; width: number; level: number }>
export type CtWindow = keyof typeof ctWindows
