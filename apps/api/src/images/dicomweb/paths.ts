/** A UID in a path. Scanners also write letters, so the database must contain exactly this one. */
const uid = '(?=[^/]*[0-9a-z])[0-9a-z._-]{1,64}'

/**
 * The only paths below a study that are passed on (DICOM PS3.18 sections 10.4 and 10.6). `list` and `metadata` are DICOM JSON; `metadata` is read from
 * every file. `file`, `frames` and `bulk` are sent as stored. `drawn` is drawn by our own decoder.
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

/** `seriesUid` is null for a resource of the whole study, `sopUid` for one of a whole series. */
export type Resource = { kind: ResourceKind; seriesUid: string | null; sopUid: string | null }

/** Classifies a path below a study; none is the study itself. Null is not passed on. */
export function readPath(below: string | undefined): Resource | null {
  if (!below) return { kind: 'file', seriesUid: null, sopUid: null }
  const shape = shapes.find(({ pattern }) => pattern.test(below))
  const [, seriesUid = null, , sopUid = null] = below.split('/')
  return shape ? { kind: shape.kind, seriesUid, sopUid } : null
}

/** Query parameters that are passed on. All others, above all study UID and patient ID, are decided here. */
const passed = ['limit', 'offset', 'includefield', 'SeriesInstanceUID', '0020000E', 'SOPInstanceUID', 'Modality', '00080060']

export function passedQuery(search: URLSearchParams): string {
  const kept = [...search].filter(([name, value]) => passed.includes(name) && value.length <= 200)
  const query = new URLSearchParams(kept).toString()
  return query && `?${query}`
}
