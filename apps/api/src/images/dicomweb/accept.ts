import { AppError } from '@readroom/contracts/core/errors'
import type { ResourceKind } from './paths.ts'

/** A representation of a resource: the client's name for it, and the Accept header for the image archive. */
type Form = { name: string; accept: string }

const json: Form[] = ['application/dicom+json', 'application/json'].map((name) => ({ name, accept: 'application/dicom+json' }))

/** The stored bytes. For any other transfer syntax the archive would decode the pixels first. */
const stored = (name: string): Form[] => [{ name, accept: `multipart/related; type="${name}"; transfer-syntax=*` }]

const forms: Record<ResourceKind, Form[]> = {
  list: json,
  metadata: json,
  file: stored('application/dicom'),
  frames: stored('application/octet-stream'),
  bulk: stored('application/octet-stream'),
  drawn: ['image/jpeg', 'image/png'].map((name) => ({ name, accept: name })),
}

/** Returns the media type of one range of an Accept header. For multipart it is the type of the parts. */
function mediaType(range: string): string {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  if (type !== 'multipart/related') return type
  const ofParts = parameters.find((parameter) => parameter.startsWith('type='))
  return ofParts?.slice('type='.length).replaceAll('"', '') ?? '*/*'
}

function meets(asked: string, { name }: Form): boolean {
  return asked === '*/*' || asked === name || (asked.endsWith('/*') && name.startsWith(asked.slice(0, -1)))
}

/**
 * Returns the Accept header for the image archive. It is always one of ours, never the client's: the client's could make the archive decode an
 * image, and a 1 kB file can claim more pixels than its memory holds. A requested transfer syntax is ignored: the stored one is sent and named.
 * Throws NOT_ACCEPTABLE if the client accepts none of our representations.
 */
export function acceptFor(kind: ResourceKind, asked = '*/*'): string {
  const names = asked.split(',').map(mediaType)
  const form = forms[kind].find((candidate) => names.some((name) => meets(name, candidate)))
  if (!form) throw new AppError('NOT_ACCEPTABLE')
  return form.accept
}
