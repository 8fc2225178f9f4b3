import { type Colour, grey, greyTags, storageClass, type Tags } from './pictures.ts'

/** Stored values of the bands, around the middle of the range, where windows differ. */
const values = [410, 1229, 1474, 1843, 2048, 2252, 2621, 3686]
const mammogram = {
  ...greyTags([values], { allocated: 16, stored: 12 }),
  SOPClassUID: storageClass('1.2'),
  Modality: 'MG',
}

type Curve = (x: number) => number
const clamp = (value: number) => Math.min(1, Math.max(0, value))
const linear =
  (center: number, width: number): Curve =>
  (x) =>
    clamp((x - center + 0.5) / (width - 1) + 0.5)
const exact =
  (center: number, width: number): Curve =>
  (x) =>
    clamp((x - center) / width + 0.5)
const sigmoid =
  (center: number, width: number): Curve =>
  (x) =>
    1 / (1 + Math.exp((-4 * (x - center)) / width))
const inverted =
  (curve: Curve): Curve =>
  (x) =>
    1 - curve(x)
/** Without a window, the range of the image is shown. */
const range: Curve = (x) => (x - Math.min(...values)) / (Math.max(...values) - Math.min(...values))

const windowOf = (WindowCenter: unknown, WindowWidth: unknown, VOILUTFunction?: string): Tags => ({
  ...(WindowCenter !== undefined && { WindowCenter }),
  ...(WindowWidth !== undefined && { WindowWidth }),
  ...(VOILUTFunction !== undefined && { VOILUTFunction }),
})

/** A table that shows dark parts bright (PS3.3 section C.11.2.1.1). */
const table = { LUTDescriptor: [4096, 0, 12], LUTData: [...Uint16Array.from({ length: 4096 }, (_, at) => 4095 - at)] }
const voiLut = { VOILUTSequence: [{ ...table, _vrMap: { LUTDescriptor: 'US', LUTData: 'US' } }] }

const windows: [name: string, tags: Tags, curve: Curve][] = [
  ['LINEAR', windowOf('2048', '1024', 'LINEAR'), linear(2048, 1024)],
  ['LINEAR_EXACT', windowOf('2048', '1024', 'LINEAR_EXACT'), exact(2048, 1024)],
  ['LINEAR_EXACT, width below 1', windowOf('2048', '0.5', 'LINEAR_EXACT'), exact(2048, 0.5)],
  ['SIGMOID', windowOf('2048', '1024', 'SIGMOID'), sigmoid(2048, 1024)],
  [
    'SIGMOID of MONOCHROME1',
    { ...windowOf('2048', '1024', 'SIGMOID'), PhotometricInterpretation: 'MONOCHROME1' },
    inverted(sigmoid(2048, 1024)),
  ],
  ['an unknown function, as LINEAR', windowOf('2048', '1024', 'CUBIC'), linear(2048, 1024)],
  ['several windows, the first', windowOf(['1024', '3000'], ['512', '200'], 'SIGMOID'), sigmoid(1024, 512)],
  ['several windows, the first with width 0', windowOf(['0', '2048'], ['0', '1024']), linear(2048, 1024)],
  ['no window', {}, range],
  ['a window without a width', windowOf('2048', undefined), range],
  ['a width of 0', windowOf('0', '0', 'SIGMOID'), range],
  ['a negative width', windowOf('2048', '-1024'), range],
  ['a width of 1', windowOf('2048', '1'), range],
  ['VOI LUT Sequence without a window', voiLut, range],
  ['VOI LUT Sequence beside a window', { ...windowOf('2048', '1024'), ...voiLut }, linear(2048, 1024)],
]

export const windowKinds: [name: string, tags: Tags, picture: readonly Colour[]][] = windows.map(([name, tags, curve]) => [
  name,
  { ...mammogram, ...tags },
  values.map((value) => grey(curve(value))),
])
