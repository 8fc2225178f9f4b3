import type { Shape } from './paint.ts'

export type HeadTissue =
  | 'scalp'
  | 'bone'
  | 'marrow'
  | 'csf'
  | 'grey'
  | 'white'
  | 'falx'
  | 'fat'
  | 'eye'
  | 'air'
  | 'oedema'
  | 'lesion'
  | 'blood'

export type HeadFinding = 'none' | 'lesion' | 'bleeding'

/** Hounsfield units. */
export const headCt: Record<HeadTissue, number> = {
  scalp: 25,
  bone: 1150,
  marrow: 620,
  csf: 5,
  grey: 40,
  white: 29,
  falx: 58,
  fat: -85,
  eye: 14,
  air: -1000,
  oedema: 17,
  lesion: 55,
  blood: 74,
}

export const headT1: Record<HeadTissue, number> = {
  scalp: 1250,
  bone: 60,
  marrow: 520,
  csf: 190,
  grey: 620,
  white: 860,
  falx: 260,
  fat: 1500,
  eye: 210,
  air: 12,
  oedema: 480,
  lesion: 1080,
  blood: 760,
}

export const headT2: Record<HeadTissue, number> = {
  scalp: 760,
  bone: 55,
  marrow: 330,
  csf: 1720,
  grey: 830,
  white: 600,
  falx: 190,
  fat: 980,
  eye: 1800,
  air: 12,
  oedema: 1420,
  lesion: 1050,
  blood: 380,
}

type Head = Shape<HeadTissue>

/** Returns the shape and its mirror image on the other side. */
function both(shape: Head): Head[] {
  const [x, y, z] = shape.centre
  return [shape, { ...shape, centre: [-x, y, z], turn: -(shape.turn ?? 0) }]
}

const skull: Head[] = [
  { tissue: 'scalp', centre: [0, 0, -12], radii: [79, 98, 98] },
  { tissue: 'scalp', centre: [0, -86, -60], radii: [14, 19, 22] },
  { tissue: 'bone', centre: [0, 0, -12], radii: [74, 92, 92] },
  { tissue: 'marrow', centre: [0, 0, -12], radii: [71.5, 89.5, 89.5] },
  { tissue: 'bone', centre: [0, 0, -12], radii: [69.5, 87.5, 87.5] },
]

const brain: Head[] = [
  { tissue: 'csf', centre: [0, 0, -12], radii: [67, 85, 85] },
  { tissue: 'grey', centre: [0, 0, -10], radii: [65, 83, 82], folds: { count: 23, depth: 0.018 } },
  { tissue: 'white', centre: [0, -1, -8], radii: [54, 71, 71], folds: { count: 19, depth: 0.085 } },
  { tissue: 'falx', centre: [0, 0, -12], radii: [1.3, 84, 84] },
  { tissue: 'white', centre: [0, 2, -4], radii: [17, 46, 32] },
  ...both({ tissue: 'csf', centre: [55, -14, -4], radii: [13, 2.6, 16], turn: 24 }),
  ...both({ tissue: 'grey', centre: [26, -6, 2], radii: [5.5, 19, 13], turn: 12 }),
  ...both({ tissue: 'grey', centre: [12, 9, 0], radii: [8.5, 14, 12], turn: -14 }),
  ...both({ tissue: 'csf', centre: [11, -12, 18], radii: [6, 27, 12], turn: 10 }),
  ...both({ tissue: 'grey', centre: [17, -26, 12], radii: [5, 10, 12], turn: 14 }),
  ...both({ tissue: 'csf', centre: [23, 29, 10], radii: [6.5, 19, 13], turn: -22 }),
  { tissue: 'csf', centre: [0, 4, -4], radii: [2.6, 14, 11] },
]

const base: Head[] = [
  { tissue: 'csf', centre: [0, 14, -50], radii: [32, 25, 24] },
  { tissue: 'grey', centre: [0, 44, -54], radii: [49, 31, 25], folds: { count: 46, depth: 0.02 } },
  ...both({ tissue: 'white', centre: [19, 47, -53], radii: [17, 18, 15] }),
  { tissue: 'white', centre: [0, 9, -52], radii: [14, 15, 34] },
  { tissue: 'csf', centre: [0, 27, -50], radii: [8, 5.5, 12] },
  { tissue: 'bone', centre: [0, -48, -72], radii: [58, 36, 24] },
  ...both({ tissue: 'bone', centre: [46, 12, -68], radii: [27, 11, 17], turn: -32 }),
  ...both({ tissue: 'air', centre: [57, 22, -68], radii: [8, 9, 12] }),
  ...both({ tissue: 'bone', centre: [32, -66, -50], radii: [22, 25, 21] }),
  ...both({ tissue: 'fat', centre: [32, -69, -50], radii: [18, 23, 18] }),
  ...both({ tissue: 'eye', centre: [32, -74, -50], radii: [12, 12, 12] }),
  { tissue: 'air', centre: [0, -72, -66], radii: [9, 20, 20] },
  { tissue: 'air', centre: [7, -83, -24], radii: [12, 4, 12] },
  { tissue: 'bone', centre: [0, -70, -62], radii: [1.2, 18, 18] },
]

const findings: Record<HeadFinding, Head[]> = {
  none: [],
  lesion: [
    { tissue: 'oedema', centre: [-29, 22, 26], radii: [21, 25, 21], turn: 20, folds: { count: 5, depth: 0.12 } },
    { tissue: 'lesion', centre: [-30, 23, 26], radii: [12, 14, 13], folds: { count: 4, depth: 0.06 } },
    { tissue: 'oedema', centre: [-30, 24, 26], radii: [6, 7, 7] },
  ],
  bleeding: [
    { tissue: 'oedema', centre: [29, -4, 16], radii: [21, 26, 21] },
    { tissue: 'blood', centre: [29, -5, 16], radii: [15, 20, 17], folds: { count: 3, depth: 0.1 } },
    { tissue: 'blood', centre: [13, 12, 18], radii: [5, 14, 8], turn: -18 },
  ],
}

/** A teaching phantom of the head from the skull base (z -80) to the vertex (z 85). */
export function headShapes(finding: HeadFinding): Head[] {
  return [...skull, ...brain, ...base, ...findings[finding]]
}
