/** A UID as it stands in a path. Scanners write letters too; the database has to know precisely this one. */
const uid = '(?=[^/]*[0-9a-z])[0-9a-z._-]{1,64}'

/**
 * What the viewer may ask for below a study (DICOM PS3.18 sections 10.4 and 10.6), and no other paths. `list` and `metadata` are DICOM JSON,
 * `metadata` read from every file; `file`, `frames` and `bulk` are sent as they are stored; only for `drawn` does the archive decode pixels.
 */
const resources = [
  { kind: 'metadata', pattern: 'metadata' },
  { kind: 'list', pattern: '(series|instances)' },
  { kind: 'file', pattern: `series/${uid}` },
  { kind: 'metadata', pattern: `series/${uid}(/instances/${uid})?/metadata` },
  { kind: 'list', pattern: `series/${uid}/instances` },
  { kind: 'drawn', pattern: `series/${uid}(/instances/${uid}(/frames/[0-9]{1,6})?)?/(rendered|thumbnail)` },
  { kind: 'file', pattern: `series/${uid}/instances/${uid}` },
  { kind: 'frames', pattern: `series/${uid}/instances/${uid}/frames/[0-9]{1,6}(,[0-9]{1,6}){0,99}` },
  { kind: 'bulk', pattern: `series/${uid}/instances/${uid}/bulk/[0-9a-f]{8}(/[0-9]{1,6}/[0-9a-f]{8}){0,8}` },
] as const

const shapes = resources.map(({ kind, pattern }) => ({ kind, pattern: new RegExp(`^${pattern}$`, 'i') }))

export type ResourceKind = (typeof resources)[number]['kind']

/** `seriesUid` is null for a resource of the whole study. */
export type Resource = { kind: ResourceKind; seriesUid: string | null }

/** What a path below a study asks for; the study itself without one. Null: not a path that we pass on. */
export function readPath(below: string | undefined): Resource | null {
  if (!below) return { kind: 'file', seriesUid: null }
  const shape = shapes.find(({ pattern }) => pattern.test(below))
  return shape ? { kind: shape.kind, seriesUid: below.split('/')[1] ?? null } : null
}

/** Returns the image in an archive's path, or its series: without frame, form and query. */
export const imageOf = (path: string): string =>
  (path.split('?')[0] ?? '').replace(/(\/frames\/[0-9]+)?\/(rendered|thumbnail)$/, '')

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
