import { AppError } from '@readroom/contracts/errors'
import type { ResourceKind } from './paths.ts'

/** A form in which a resource is sent: what a client calls it, and how the archive is asked for it. */
type Form = { name: string; accept: string }

const json: Form[] = ['application/dicom+json', 'application/json'].map((name) => ({ name, accept: 'application/dicom+json' }))

/** As it is stored: in any other transfer syntax the archive would decode the pixels first. */
const stored = (name: string): Form[] => [{ name, accept: `multipart/related; type="${name}"; transfer-syntax=*` }]

const forms: Record<ResourceKind, Form[]> = {
  list: json,
  metadata: json,
  file: stored('application/dicom'),
  frames: stored('application/octet-stream'),
  bulk: stored('application/octet-stream'),
  drawn: ['image/jpeg', 'image/png'].map((name) => ({ name, accept: name })),
}

/** The media type of one range of an Accept header; of a multipart one that of its parts. */
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
 * The Accept header for the archive: one of our own, never the client's words, because they can make the archive decode an image and a file of
 * 1 kB can claim more than its memory holds. A transfer syntax that is asked for is not looked at: what is stored is sent and names its own.
 * Throws NOT_ACCEPTABLE where a client takes none of our forms.
 */
export function acceptFor(kind: ResourceKind, asked = '*/*'): string {
  const names = asked.split(',').map(mediaType)
  const form = forms[kind].find((candidate) => names.some((name) => meets(name, candidate)))
  if (!form) throw new AppError('NOT_ACCEPTABLE')
  return form.accept
}
