import type { Shape } from './paint.ts'
import { randomOf } from './random.ts'

export type ChestTissue =
  | 'fat'
  | 'muscle'
  | 'lung'
  | 'vessel'
  | 'heart'
  | 'liver'
  | 'spleen'
  | 'bone'
  | 'spongy'
  | 'cord'
  | 'air'
  | 'nodule'
export type ChestFinding = 'none' | 'nodule' | 'effusion'

/** Hounsfield units, after contrast medium. */
export const chestCt: Record<ChestTissue, number> = {
  fat: -95,
  muscle: 52,
  lung: -860,
  vessel: 165,
  heart: 118,
  liver: 98,
  spleen: 112,
  bone: 620,
  spongy: 240,
  cord: 28,
  air: -1000,
  nodule: 64,
}

type Chest = Shape<ChestTissue>

function both(shape: Chest): Chest[] {
  const [x, y, z] = shape.centre
  return [shape, { ...shape, centre: [-x, y, z], turn: -(shape.turn ?? 0) }]
}

const trunk: Chest[] = [
  { tissue: 'fat', centre: [0, 0, -40], radii: [176, 118, 520] },
  { tissue: 'muscle', centre: [0, 0, -40], radii: [163, 105, 500] },
  ...both({ tissue: 'muscle', centre: [118, 30, 150], radii: [62, 60, 95] }),
]

const lungs: Chest[] = [
  { tissue: 'lung', centre: [-74, 2, 8], radii: [66, 86, 148] },
  { tissue: 'lung', centre: [76, 4, 4], radii: [62, 84, 146] },
]

const organs: Chest[] = [
  { tissue: 'muscle', centre: [0, 22, 60], radii: [30, 52, 110] },
  { tissue: 'heart', centre: [22, -24, -48], radii: [66, 52, 62], turn: 28 },
  { tissue: 'vessel', centre: [38, -26, -54], radii: [28, 24, 32], turn: 28 },
  { tissue: 'vessel', centre: [-14, -26, -34], radii: [22, 22, 34] },
  { tissue: 'vessel', centre: [2, -10, 22], radii: [17, 17, 44] },
  { tissue: 'vessel', centre: [-24, -14, 52], radii: [9, 9, 60] },
  { tissue: 'vessel', centre: [12, 14, 66], radii: [18, 42, 14], turn: -18 },
  { tissue: 'vessel', centre: [22, 46, -40], radii: [12, 12, 120] },
  { tissue: 'muscle', centre: [8, 30, 20], radii: [7, 7, 150] },
  { tissue: 'air', centre: [0, 8, 120], radii: [9, 9, 82] },
  ...both({ tissue: 'air', centre: [24, 12, 34], radii: [24, 7, 9], turn: 8 }),
  ...both({ tissue: 'vessel', centre: [38, 4, 18], radii: [22, 9, 12], turn: -12 }),
  { tissue: 'liver', centre: [-62, -8, -168], radii: [98, 92, 88] },
  { tissue: 'liver', centre: [20, -40, -165], radii: [60, 48, 62] },
  { tissue: 'spleen', centre: [98, 30, -170], radii: [52, 58, 72] },
  { tissue: 'air', centre: [66, -40, -140], radii: [30, 26, 18] },
]

function skeleton(): Chest[] {
  const ribs = Array.from({ length: 11 }, (_, rib) => ribOf(rib)).flat()
  const spine = Array.from({ length: 16 }, (_, level) => vertebraAt(190 - level * 27)).flat()
  const front: Chest[] = [
    { tissue: 'spongy', centre: [0, -97, 30], radii: [17, 6, 82] },
    ...both({ tissue: 'bone', centre: [66, -68, 142], radii: [66, 7, 7], turn: 20 }),
    ...both({ tissue: 'bone', centre: [128, 70, 92], radii: [34, 5, 56], turn: -28 }),
  ]
  return [...ribs, ...spine, ...front]
}

/** A rib as a chain of balls: from the spine round the side, falling towards the front. */
function ribOf(rib: number): Chest[] {
  const widening = Math.min(1, 0.62 + rib * 0.075)
  return Array.from({ length: 72 }, (_, step) => {
    const angle = (step / 71) * 2.45
    const [x, y] = [Math.sin(angle + 0.12) * 149 * widening, Math.cos(angle + 0.12) * 92]
    return both({ tissue: 'bone', centre: [x, y, 158 - rib * 27 - (1 - Math.cos(angle)) * 34], radii: [5, 5, 6] })
  }).flat()
}

function vertebraAt(z: number): Chest[] {
  return [
    { tissue: 'bone', centre: [0, 66, z], radii: [19, 16, 12] },
    { tissue: 'spongy', centre: [0, 66, z], radii: [17, 14, 10.5] },
    ...both({ tissue: 'bone', centre: [24, 86, z], radii: [15, 4, 5], turn: 12 }),
    { tissue: 'bone', centre: [0, 98, z - 6], radii: [4, 14, 8] },
    { tissue: 'cord', centre: [0, 86, z], radii: [9, 7, 16] },
  ]
}

/** Vessels of the lungs: from the hila outwards, finer with distance. */
function lungVessels(seed: number): Chest[] {
  const random = randomOf(seed)
  return Array.from({ length: 340 }, (_, index) => {
    const side = index % 2 === 0 ? 1 : -1
    const angle = random() * 2 * Math.PI
    const away = 8 + random() * 88
    const thickness = 4.4 - away * 0.034
    const length = 9 + random() * 14
    const upright = random() < 0.4
    const radii = upright ? ([thickness, thickness, length] as const) : ([length, thickness, thickness] as const)
    const centre = [
      side * (48 + Math.cos(angle) * away * 0.5),
      4 + Math.sin(angle) * away * 0.7,
      10 + (random() - 0.5) * 200,
    ] as const
    return { tissue: 'vessel' as const, centre, radii, turn: side * ((angle * 180) / Math.PI) }
  })
}

const findings: Record<ChestFinding, Chest[]> = {
  none: [],
  nodule: [{ tissue: 'nodule', centre: [-92, -14, 62], radii: [12, 12, 12], folds: { count: 9, depth: 0.12 } }],
  effusion: [{ tissue: 'nodule', centre: [84, 58, -110], radii: [62, 34, 62] }],
}

/** A teaching phantom of the chest and upper abdomen, z from -190 (liver) to 190 (neck). `seed` places the lungs' vessels. */
export function chestShapes(finding: ChestFinding, seed: number): Chest[] {
  const inLungs = lungVessels(seed).filter(({ centre: [x, y, z] }) => isWellInside(lungs, x, y, z))
  return [...trunk, ...lungs, ...inLungs, ...findings[finding], ...organs, ...skeleton()]
}

function isWellInside(shapes: readonly Chest[], ...point: number[]): boolean {
  return shapes.some(({ centre, radii }) => {
    const parts = centre.map((middle, axis) => ((point[axis] ?? 0) - middle) / (radii[axis] ?? 1))
    return Math.hypot(...parts) < 0.86
  })
}
