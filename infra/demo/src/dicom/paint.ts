/** An ellipsoid of one tissue. Millimetres; x to the patient's left, y to the back, z to the head. */
export interface Shape<Tissue extends string> {
  tissue: Tissue
  centre: readonly [number, number, number]
  radii: readonly [number, number, number]
  /** Degrees about the z axis. */
  turn?: number
  /** Folds of the outline: how many around, and how deep as a part of the radius. */
  folds?: { count: number; depth: number }
}

/** A grid of samples in the axial plane at height `z` about `x` and `y` (0 if left out). Millimetres. */
export interface Plane {
  x?: number
  y?: number
  z: number
  columns: number
  rows: number
  spacingX: number
  spacingY: number
}

/** The tissues' values in a plane, row by row; what comes later in `shapes` covers what came before. Edges are smooth. */
export function paintPlane<Tissue extends string>(
  shapes: readonly Shape<Tissue>[],
  values: Readonly<Record<Tissue, number>>,
  outside: number,
  plane: Plane,
): Float32Array {
  const pixels = new Float32Array(plane.rows * plane.columns).fill(outside)
  for (const shape of shapes) paintShape(pixels, shape, values[shape.tissue], plane)
  return pixels
}

function paintShape(pixels: Float32Array, shape: Shape<string>, value: number, plane: Plane): void {
  const { radii, turn = 0, folds } = shape
  const height = (plane.z - shape.centre[2]) / radii[2]
  if (Math.abs(height) >= 1) return
  const [x, y] = [shape.centre[0] - (plane.x ?? 0), shape.centre[1] - (plane.y ?? 0)]
  const cut = Math.sqrt(1 - height * height)
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const depth = folds?.depth ?? 0
  const reach = cut * (1 + depth)
  const steepness = Math.min(radii[0], radii[1]) / Math.min(plane.spacingX, plane.spacingY)
  const columns = span(x, reach * Math.hypot(radii[0] * cos, radii[1] * sin), plane.columns, plane.spacingX)
  const rows = span(y, reach * Math.hypot(radii[0] * sin, radii[1] * cos), plane.rows, plane.spacingY)
  const [ux, uy, vx, vy] = [cos / radii[0], sin / radii[0], -sin / radii[1], cos / radii[1]]
  const [within, beyond] = [Math.max(0, cut * (1 - depth) - 0.5 / steepness) ** 2, (reach + 0.5 / steepness) ** 2]
  for (let row = rows.first; row <= rows.last; row++) {
    const dy = (row + 0.5 - plane.rows / 2) * plane.spacingY - y
    for (let column = columns.first; column <= columns.last; column++) {
      const dx = (column + 0.5 - plane.columns / 2) * plane.spacingX - x
      const [u, v] = [dx * ux + dy * uy, dx * vx + dy * vy]
      const square = u * u + v * v
      if (square >= beyond) continue
      const index = row * plane.columns + column
      if (square < within) {
        pixels[index] = value
        continue
      }
      const edge = folds ? cut * (1 + depth * Math.sin(folds.count * Math.atan2(v, u) + height * 9)) : cut
      const cover = Math.max(0, Math.min(1, (edge - Math.sqrt(square)) * steepness + 0.5))
      const below = pixels[index] ?? 0
      pixels[index] = below + (value - below) * cover
    }
  }
}

function span(centre: number, reach: number, count: number, spacing: number): { first: number; last: number } {
  const toIndex = (position: number) => Math.floor(position / spacing + count / 2)
  return { first: Math.max(0, toIndex(centre - reach) - 1), last: Math.min(count - 1, toIndex(centre + reach) + 1) }
}
