import { Uid } from '@readroom/contracts/primitives'

const uid = '[0-9.]{1,64}'

/** The resources below a study that the viewer may ask for (DICOM PS3.18 sections 10.4 and 10.6), and no others. */
const patterns = [
  'metadata',
  'series',
  'instances',
  `series/${uid}`,
  `series/${uid}/metadata`,
  `series/${uid}/instances`,
  `series/${uid}/(rendered|thumbnail)`,
  `series/${uid}/instances/${uid}`,
  `series/${uid}/instances/${uid}/(metadata|rendered|thumbnail)`,
  `series/${uid}/instances/${uid}/frames/[0-9]{1,6}(,[0-9]{1,6}){0,99}`,
  `series/${uid}/instances/${uid}/frames/[0-9]{1,6}/(rendered|thumbnail)`,
  `series/${uid}/instances/${uid}/bulk/[0-9a-f]{8}(/[0-9]{1,6}/[0-9a-f]{8}){0,8}`,
].map((pattern) => new RegExp(`^${pattern}$`, 'i'))

/** The series of a path below a study; null for one of the whole study. Undefined: not a path that we pass on. */
export function seriesOfPath(path: string): string | null | undefined {
  if (!patterns.some((pattern) => pattern.test(path))) return undefined
  const [kind, seriesUid] = path.split('/')
  if (kind !== 'series' || seriesUid === undefined) return null
  return Uid.safeParse(seriesUid).success ? seriesUid : undefined
}

/** Whether the archive draws an image for this path, instead of sending what is stored. */
export const isDrawn = (path: string): boolean => /\/(rendered|thumbnail)$/i.test(path)

/** Query parameters that are passed on. Everything else, a study UID or patient id above all, is ours to decide. */
const passed = [
  'limit',
  'offset',
  'includefield',
  'viewport',
  'quality',
  'SeriesInstanceUID',
  '0020000E',
  'SOPInstanceUID',
  'Modality',
  '00080060',
]

export function passedQuery(search: URLSearchParams): string {
  const kept = [...search].filter(([name, value]) => passed.includes(name) && value.length <= 200)
  const query = new URLSearchParams(kept).toString()
  return query && `?${query}`
}
