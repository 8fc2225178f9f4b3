import { z } from 'zod'

const id = '([0-9a-f]{8}(?:-[0-9a-f]{8}){4})'

/** Requests of the archive viewer below `web-viewer/` (plugin 2.8 to 2.10). */
const shapes = [
  { kind: 'page', pattern: /^app\/viewer\.html$/ },
  { kind: 'style', pattern: /^app\/viewer\.css$/ },
  { kind: 'file', pattern: /^(app|libs)\/[a-z0-9_-]{1,40}(\.[a-z0-9-]{1,20}){0,4}\.(js|css)$/ },
  { kind: 'file', pattern: /^(app|libs)\/images\/[a-z0-9_-]{1,80}\.(png|gif|jpg)$/ },
  { kind: 'file', pattern: /^libs\/fonts\/[a-z]{1,40}\.(woff2|woff|ttf)$/ },
  { kind: 'series', pattern: new RegExp(`^series/${id}$`) },
  { kind: 'stable', pattern: new RegExp(`^is-stable-series/${id}$`) },
  { kind: 'image', pattern: new RegExp(`^instances/(jpeg80|jpeg95|deflate)-${id}_([0-9]{1,5})$`) },
] as const

const Form = z.enum(['jpeg80', 'jpeg95', 'deflate'])

/** `id` is the archive's, of a series or an instance. `frame` is counted from 1. */
export type Asked =
  | { kind: 'page' | 'style' | 'file' }
  | { kind: 'series' | 'stable'; id: string }
  | { kind: 'image'; id: string; form: z.infer<typeof Form>; frame: number }

/** Classifies a path below `web-viewer/`. Null is not served. */
export function readPath(path: string): Asked | null {
  for (const { kind, pattern } of shapes) {
    const [found, first = '', second = '', third] = pattern.exec(path) ?? []
    if (found === undefined) continue
    if (kind === 'image') return { kind, id: second, form: Form.parse(first), frame: Number(third) + 1 }
    return kind === 'series' || kind === 'stable' ? { kind, id: first } : { kind }
  }
  return null
}
