import dicomParser from 'dicom-parser'
import { expect, test } from 'vitest'
import type { SeriesKind } from './kinds.ts'
import { countFiles, type DicomFile, makeCtStudy, makeStudy, type StudyRecipe, studyUidOf } from './make-study.ts'

const recipe: StudyRecipe = {
  key: 'test',
  patient: { id: 'P-1', name: 'Φανταστίδου^Ελένη=幻^翠', birthDate: '1971-11-02', sex: 'F' },
  date: '2026-01-31',
  time: '08:05',
  description: 'Test study',
  accessionNumber: 'A-1',
  referringPhysician: 'Referrer^Rita',
  institution: 'Institute',
  series: [],
}

const small = { images: 5, rows: 64, columns: 64 }
const study = (...kinds: SeriesKind[]) => ({ ...recipe, series: kinds.map((kind) => ({ kind, size: small })) })
const parse = ({ bytes }: DicomFile) => dicomParser.parseDicom(bytes)

function firstOf(kind: SeriesKind): { file: DicomFile; set: dicomParser.DataSet } {
  const [file] = makeStudy({ ...recipe, series: [{ kind }] })
  if (!file) throw new Error('no file')
  return { file, set: parse(file) }
}

function pixelsOf(file: DicomFile): Uint16Array {
  const element = parse(file).elements.x7fe00010
  if (!element) throw new Error('no pixels')
  return new Uint16Array(Uint8Array.from(file.bytes.subarray(element.dataOffset, element.dataOffset + element.length)).buffer)
}

/** Returns the part of an image within a range of Hounsfield units. */
function share(pixels: Uint16Array, from: number, to: number): number {
  return pixels.filter((value) => value - 1024 >= from && value - 1024 <= to).length / pixels.length
}

test('the same key makes the same bytes, another key other UIDs', () => {
  const bytesOf = (key: string) => [...makeStudy({ ...study('ct-head', 'us-cine'), key })].map(({ bytes }) => bytes)
  expect(bytesOf('one')).toEqual(bytesOf('one'))
  expect(studyUidOf({ key: 'one' })).not.toBe(studyUidOf({ key: 'two' }))
  expect(studyUidOf({ key: 'one' })).toMatch(/^2\.25\.\d{1,39}$/)
})

test('files carry the patient and the study, names in Unicode', () => {
  const { set, file } = firstOf('cr-pa')
  expect(set.string('x00020010')).toBe('1.2.840.10008.1.2.1')
  expect(set.string('x00080005')).toBe('ISO_IR 192')
  const name = set.elements.x00100010
  expect(
    file.bytes
      .subarray(name?.dataOffset, (name?.dataOffset ?? 0) + (name?.length ?? 0))
      .toString('utf8')
      .trim(),
  ).toBe(recipe.patient.name)
  expect(['x00100020', 'x00100030', 'x00100040', 'x00080020', 'x00080030', 'x00080050'].map((tag) => set.string(tag))).toEqual([
    'P-1',
    '19711102',
    'F',
    '20260131',
    '080500',
    'A-1',
  ])
  expect(set.string('x0020000d')).toBe(studyUidOf(recipe))
})

test('what nobody knows is empty', () => {
  const [file] = makeStudy({ ...study('ct-head'), patient: { id: 'U', name: 'Unknown', birthDate: null, sex: null } })
  const set = file && parse(file)
  expect([set?.elements.x00100030?.length, set?.elements.x00100040?.length]).toEqual([0, 0])
})

test('slices form one stack: evenly spaced, one frame of reference, unique images', () => {
  const files = [...makeStudy(study('mr-t1', 'mr-t2'))]
  const sets = files.map(parse)
  expect(files).toHaveLength(countFiles(study('mr-t1', 'mr-t2')))
  expect(new Set(sets.map((set) => set.string('x00080018'))).size).toBe(10)
  expect(new Set(sets.map((set) => set.string('x0020000e'))).size).toBe(2)
  expect(new Set(sets.map((set) => set.string('x00200052'))).size).toBe(1)
  const heights = sets.slice(0, 5).map((set) => set.floatString('x00200032', 2) ?? 0)
  const steps = heights.slice(1).map((height, index) => height - (heights[index] ?? 0))
  for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0, 2)
  expect(steps[0]).toBeCloseTo(sets[0]?.floatString('x00180050') ?? 0, 2)
  expect(sets.slice(0, 5).map((set) => set.intString('x00200013'))).toEqual([1, 2, 3, 4, 5])
})

test('a CT head has air, cerebrospinal fluid, brain and bone', () => {
  const files = [...makeCtStudy({ images: 3, rows: 128, columns: 128 })]
  const set = files[1] && parse(files[1])
  expect([set?.string('x00281052'), set?.string('x00281053'), set?.string('x00281050')]).toEqual(['-1024', '1', '40\\500'])
  const pixels = files[1] ? pixelsOf(files[1]) : new Uint16Array()
  expect(pixels).toHaveLength(128 * 128)
  expect(share(pixels, -1024, -900)).toBeGreaterThan(0.3)
  expect(share(pixels, -5, 15)).toBeGreaterThan(0.003)
  expect(share(pixels, 20, 50)).toBeGreaterThan(0.2)
  expect(share(pixels, 500, 1300)).toBeGreaterThan(0.02)
})

test('a finding changes the image where it lies and nowhere else', () => {
  const middle = (finding: 'none' | 'lesion') =>
    [...makeStudy({ ...recipe, series: [{ kind: 'ct-head', finding, size: { images: 9, rows: 128, columns: 128 } }] })].map(
      pixelsOf,
    )
  const [without, with_] = [middle('none'), middle('lesion')]
  const changed = without.map((slice, index) => slice.filter((value, pixel) => value !== with_[index]?.[pixel]).length)
  expect(changed[0]).toBe(0)
  expect(Math.max(...changed)).toBeGreaterThan(200)
})

test('a radiograph shows lungs darker than the mediastinum', () => {
  const { file, set } = firstOf('cr-pa')
  const [rows, columns, pixels] = [set.uint16('x00280010') ?? 0, set.uint16('x00280011') ?? 0, pixelsOf(file)]
  const at = (down: number, across: number) => pixels[Math.round(rows * down) * columns + Math.round(columns * across)] ?? 0
  expect(at(0.4, 0.25)).toBeLessThan(1500)
  expect(at(0.4, 0.5)).toBeGreaterThan(3000)
  expect(set.string('x00280004')).toBe('MONOCHROME2')
})

test('an ultrasound cine is one colour file of moving frames', () => {
  const { file, set } = firstOf('us-cine')
  expect([set.intString('x00280008'), set.string('x00280004'), set.floatString('x00181063')]).toEqual([20, 'RGB', 66])
  expect(set.attributeTag('x00280009')).toBe('x00181063')
  const element = set.elements.x7fe00010
  const length = (set.uint16('x00280010') ?? 0) * (set.uint16('x00280011') ?? 0) * 3
  expect(element?.length).toBe(length * 20)
  const frame = (index: number) => file.bytes.subarray((element?.dataOffset ?? 0) + index * length).subarray(0, length)
  expect(frame(0).equals(frame(5))).toBe(false)
})
